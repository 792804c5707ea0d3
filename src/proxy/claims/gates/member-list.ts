import * as z from 'zod';
import { isRecord } from '../../../contract/guard.ts';
import type { Alerts, MemberNames } from '../../alerts/index.ts';
import { Id } from '../../config/values.ts';
import { section } from '../../config/words.ts';
import type { ProblemReply } from '../../http/problem.ts';
import { errorOf, MemberIdsSchema } from '../../identity/member-ids-config.ts';
import { type MemberIds, memberIdsOf } from '../../identity/member-ids.ts';
import type { Logger } from '../../monitoring/logger.ts';
import type { GateDefinition } from './gate.ts';

/** Member ids, or a function that tells whether an id is one of them. */
export type MemberList = readonly string[] | ((memberId: string) => boolean | Promise<boolean>);

/** Who may claim. If a member is on both lists, the block list counts. */
export interface MemberRules {
  block?: MemberList | undefined;
  allow?: MemberList | undefined;
}

/** What the gate needs. */
export interface MemberListNeeds {
  /** With `dryRun`, members who would be turned away are logged and may claim. */
  settings: { members?: MemberRules | undefined; abuse: { dryRun: boolean } };
  ids: MemberIds;
  names: MemberNames;
  alerts: Alerts;
  logger: Logger;
}

const TURNED_AWAY: ProblemReply = {
  code: 'refused',
  detail: "The site does not take requests for this member id. Check your member id, or ask the site's owner.",
};

const NO_LIST = 'must be a list of member ids in quotes, or a function that says whether an id is on the list';

/** A function, or a list of ids. Each wrong entry of a list gets its own message. */
const List = z
  .custom<MemberList>((value) => typeof value === 'function' || Array.isArray(value), NO_LIST)
  .superRefine((list, context) => {
    if (typeof list === 'function') return;
    for (const [index, id] of list.entries()) {
      const [issue] = Id.safeParse(id).error?.issues ?? [];
      if (issue) context.addIssue({ code: 'custom', path: [index], message: issue.message });
    }
  });

/** Turns away members who the owner does not want to claim. Throws `TypeError` for a list with an entry that is no id. */
export const memberListGate = {
  name: 'member list',
  stage: 'claiming',
  keys: {
    members: section({
      block: List.optional().describe('members who may claim nothing: their ids, or a function of an id'),
      allow: List.refine(
        (list) => typeof list === 'function' || list.length > 0,
        'must have at least one entry: remove it if everybody may claim',
      )
        .optional()
        .describe('the only members who may claim: their ids, or a function of an id'),
    })
      .optional()
      .describe('who may claim, such as { block: […] }'),
  },
  // The schema reports errors in `memberIds` itself, and entries that are no text.
  check({ memberIds = {}, members }, report) {
    const settings = MemberIdsSchema.safeParse(memberIds);
    if (!settings.success || !isRecord(members)) return;
    const ids = memberIdsOf(settings.data);
    for (const name of ['block', 'allow']) {
      const list = members[name];
      if (!Array.isArray(list)) continue;
      for (const [index, entry] of list.entries()) {
        const error = typeof entry === 'string' ? errorOf(entry, ids) : null;
        if (error !== null) report(['members', name, index], error);
      }
    }
  },
  make({ settings, ids, names, alerts, logger }) {
    if (!settings.members) return () => null;
    const { block = [], allow = () => true } = settings.members;
    const { dryRun } = settings.abuse;
    const isBlocked = lookUp(block, ids);
    const isAllowed = lookUp(allow, ids);
    return async ({ memberId, action: { name: action }, exchange: { requestId } }) => {
      const list = (await isBlocked(memberId)) ? 'block' : (await isAllowed(memberId)) ? null : 'allow';
      if (list === null) return null;
      const member = names(memberId);
      const message = dryRun ? 'dry run: this member would be refused' : 'a member was turned away';
      logger.info({ requestId, action, member, list }, message);
      alerts.report({ kind: 'blocked-member', action, member, list, dryRun });
      return dryRun ? null : TURNED_AWAY;
    };
  },
} satisfies GateDefinition<MemberListNeeds>;

function lookUp(list: MemberList, ids: MemberIds): (memberId: string) => boolean | Promise<boolean> {
  if (typeof list === 'function') return list;
  const members = new Set(list.map((entry) => idOf(entry, ids)));
  return (memberId) => members.has(memberId);
}

function idOf(entry: string, ids: MemberIds): string {
  const read = ids.read(entry);
  if ('id' in read) return read.id;
  throw new TypeError(`a list of members has an id that is none: it ${read.error}`);
}
