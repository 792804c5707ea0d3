import * as z from 'zod';
import { isRecord } from '../../../common/is-record.ts';
import type { ConfigPart } from '../../config/part.ts';
import { Id } from '../../config/values.ts';
import { section } from '../../config/words.ts';
import { flawOf, MemberIdsSchema } from '../../identity/member-ids-config.ts';
import { memberIdsOf } from '../../identity/member-ids.ts';
import type { MemberList } from '../member-list.ts';

const NO_LIST = 'must be a list of member ids in quotes, or a function of an id that says whether it is on the list';

/** A function, or a list of ids whose single entries are complained of by themselves. */
const List = z
  .custom<MemberList>((value) => typeof value === 'function' || Array.isArray(value), NO_LIST)
  .superRefine((list, context) => {
    if (typeof list === 'function') return;
    for (const [index, id] of list.entries()) {
      const [issue] = Id.safeParse(id).error?.issues ?? [];
      if (issue) context.addIssue({ code: 'custom', path: [index], message: issue.message });
    }
  });

/** Who may claim. */
export const memberListGate = {
  keys: {
    members: section({
      block: List.optional().describe('members who may claim nothing: their ids, or a function of an id'),
      allow: List.refine(
        (list) => typeof list === 'function' || list.length > 0,
        'must have at least one entry: leave it out where everybody may claim',
      )
        .optional()
        .describe('the only members who may claim: their ids, or a function of an id'),
    })
      .optional()
      .describe('who may claim, such as { block: […] }'),
  },
  // What is wrong with the rule for ids itself, or is no text, the schema reports.
  check({ memberIds = {}, members }, report) {
    const settings = MemberIdsSchema.safeParse(memberIds);
    if (!settings.success || !isRecord(members)) return;
    const ids = memberIdsOf(settings.data);
    for (const name of ['block', 'allow']) {
      const list = members[name];
      if (!Array.isArray(list)) continue;
      for (const [index, entry] of list.entries()) {
        const flaw = typeof entry === 'string' ? flawOf(entry, ids) : null;
        if (flaw !== null) report(['members', name, index], flaw);
      }
    }
  },
} satisfies ConfigPart;
