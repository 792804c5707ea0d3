import type { ClaimRecord } from '../../ledger/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import { readEvidence } from './evidence.ts';

/** Logs enough to restore the claim if the ledger loses it. Who the member is can be found out only with the ledger. */
export function logClaim(
  logger: Logger,
  claim: ClaimRecord,
  { requestId, trace }: { requestId: string; trace: string | undefined },
): void {
  const { id, action, state, service, period, nextClaimAt, streak } = claim;
  // Not the service's own words: they may contain the member's name.
  const grants = claim.grants.map(({ order, state: became, evidence, attempts }) => {
    const { status, code, failure, durationMs } = readEvidence(evidence);
    const what = order.kind === 'points' ? { points: order.points } : { role: order.roleId };
    return {
      kind: order.kind,
      state: became,
      ...what,
      status,
      code,
      failure,
      ms: durationMs,
      ...(attempts > 1 && { attempts }),
    };
  });
  logger.info({ requestId, claim: id, action, state, grants, service, period, nextClaimAt, streak, trace }, 'claim');
}
