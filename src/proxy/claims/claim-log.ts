import type { ClaimRecord } from '../../ledger/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import { readEvidence } from './evidence.ts';

/** Enough for the claim to be brought back from the log, should the ledger lose it; and who the member is, for the ledger alone. */
export function logClaim(
  logger: Logger,
  claim: ClaimRecord,
  { requestId, trace }: { requestId: string; trace: string | undefined },
): void {
  const { id, action, state, service, period, nextClaimAt, streak } = claim;
  // Not the service's own words: they may name the member.
  const grants = claim.grants.map(({ order, state: became, evidence, attempts }) => {
    const { status, code, durationMs } = readEvidence(evidence);
    const what = order.kind === 'points' ? { points: order.points } : { role: order.roleId };
    return {
      kind: order.kind,
      state: became,
      ...what,
      status,
      code,
      ms: durationMs,
      ...(attempts > 1 && { attempts }),
    };
  });
  logger.info({ requestId, claim: id, action, state, grants, service, period, nextClaimAt, streak, trace }, 'claim');
}
