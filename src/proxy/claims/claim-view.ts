import type { Claim, ClaimGrant } from '../../contract/index.ts';
import type { Action } from '../actions/action.ts';
import { textIn } from '../config/visitor-text.ts';
import type { ClaimRecord, Grant } from '../../ledger/index.ts';
import { isoTime } from '../../common/iso-time.ts';

/**
 * A claim as visitors see it. Grants are as the service echoed them, or as they were requested if there is no echo. If the config has a remark in
 * several languages, the best one for the visitor is used.
 */
export function claimView(
  { id, action, memberId, state, grants, createdAt, nextClaimAt, streak }: ClaimRecord,
  rule: Action | undefined,
  languages: readonly string[],
): Claim {
  const inWords = (remark: string) => (rule ? shownRemark(remark, rule, languages) : remark);
  return {
    id,
    action,
    memberId,
    status: state,
    streak,
    grants: grants.map(({ order, echo }) => grantView(echo ?? order, inWords)),
    claimedAt: isoTime(createdAt),
    nextClaimAt: nextClaimAt === null ? null : isoTime(nextClaimAt),
  };
}

/** The recorded remark in the visitor's language, with the reference that is at its end. */
function shownRemark(remark: string, rule: Action, languages: readonly string[]): string {
  const ours = remark === rule.remark || (rule.remarkReference && remark.startsWith(`${rule.remark} [`));
  return ours ? textIn(rule.remarkShown, languages) + remark.slice(rule.remark.length) : remark;
}

/** A grant as visitors see it. `inWords` translates its remark. */
export function grantView(grant: Grant, inWords: (remark: string) => string): ClaimGrant {
  const { kind: type } = grant;
  const remark = inWords(grant.remark);
  return type === 'points'
    ? { type, points: grant.points, remark }
    : { type, roleId: grant.roleId, roleName: grant.roleName, remark };
}
