import type { MemberIds } from '../identity/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { ProblemReply } from '../http/problem.ts';
import type { MemberNames } from '../alerts/member-names.ts';
import type { Alerts } from '../alerts/alerts.ts';

/** Ids of members, or what says of an id whether it is among them. */
export type MemberList = readonly string[] | ((memberId: string) => boolean | Promise<boolean>);

/** Who may claim. The block list counts where a member is on both. */
export interface MemberRules {
  block?: MemberList | undefined;
  allow?: MemberList | undefined;
}

export interface MemberGuardOptions {
  rules: MemberRules;
  ids: MemberIds;
  /** Logs whom it would turn away, and turns nobody away. */
  dryRun: boolean;
  names: MemberNames;
  alerts: Alerts;
  logger: Logger;
}

const TURNED_AWAY: ProblemReply = {
  code: 'refused',
  detail: "The site does not take requests for this member id. Check your member id, or ask the site's owner.",
};

/** Turns members away whom the owner does not want to claim. Throws `TypeError` for a list with an id that is none. */
export class MemberGuard {
  readonly #options: MemberGuardOptions;
  readonly #isBlocked: (memberId: string) => boolean | Promise<boolean>;
  readonly #isAllowed: (memberId: string) => boolean | Promise<boolean>;

  constructor(options: MemberGuardOptions) {
    const { block = [], allow = () => true } = options.rules;
    const { ids } = options;
    this.#options = options;
    this.#isBlocked = lookUp(block, ids);
    this.#isAllowed = lookUp(allow, ids);
  }

  /** Why the member may not claim, or null. Rejects with what the owner's function throws. */
  async problem({
    memberId,
    action,
    requestId,
  }: {
    memberId: string;
    action: string;
    requestId: string;
  }): Promise<ProblemReply | null> {
    const list = (await this.#isBlocked(memberId)) ? 'block' : (await this.#isAllowed(memberId)) ? null : 'allow';
    if (list === null) return null;
    const { dryRun, names, alerts, logger } = this.#options;
    const member = names(memberId);
    const message = dryRun ? 'dry run: this member would be turned away' : 'a member was turned away';
    logger.info({ requestId, action, member, list }, message);
    alerts.report({ kind: 'blocked-member', action, member, list, dryRun });
    return dryRun ? null : TURNED_AWAY;
  }
}

function lookUp(list: MemberList, ids: MemberIds): (memberId: string) => boolean | Promise<boolean> {
  if (typeof list === 'function') return list;
  const members = new Set(list.map((entry) => idOf(entry, ids)));
  return (memberId) => members.has(memberId);
}

function idOf(entry: string, ids: MemberIds): string {
  const read = ids.read(entry);
  if ('id' in read) return read.id;
  throw new TypeError(`a list of members has an id that is none: it ${read.flaw}`);
}
