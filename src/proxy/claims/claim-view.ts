import type { Claim, Grant } from '../../contract/index.ts';
import type { ClaimRecord, Order } from '../../ledger/index.ts';
import { isoTime } from '../http/problem.ts';

/** A claim as visitors see it. Grants are as the service echoed them, or as they were asked for while there is no echo. */
export function claimView({ id, action, memberId, state, grants, createdAt, nextClaimAt, streak }: ClaimRecord): Claim {
  return {
    id,
    action,
    memberId,
    status: state,
    streak,
    grants: grants.map(({ order, echo }) => grantView(echo ?? order)),
    claimedAt: isoTime(createdAt),
    nextClaimAt: nextClaimAt === null ? null : isoTime(nextClaimAt),
  };
}

function grantView(order: Order): Grant {
  const { kind: type, remark } = order;
  return type === 'points'
    ? { type, points: order.points, remark }
    : { type, roleId: order.roleId, roleName: order.roleName, remark };
}
