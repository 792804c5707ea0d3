import type { Ledger } from '../../ledger/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import type { Gift } from './gift.ts';
import type { Gifts } from './gifts.ts';
import type { GiftOutcome } from './outcome.ts';

export interface AuditContext {
  ledger: Pick<Ledger, 'noteAudit'>;
  logger: Logger;
  secrets: Secrets;
  /** Epoch milliseconds. */
  now: () => number;
}

/**
 * Gives gifts, and adds an entry to the audit for each gift that becomes a claim. If the entry fails, that is logged: the claim also says who gave
 * it.
 */
export function auditedGiving(
  gifts: () => Promise<Pick<Gifts, 'give'>>,
  { ledger, logger, secrets, now }: AuditContext,
): (gift: Gift) => Promise<GiftOutcome> {
  return async (gift) => {
    const { give } = await gifts();
    const outcome = await give(gift);
    const { claimId, repeated, status } = outcome;
    if (claimId === null || repeated) return outcome;
    const { points, role, by, why = null } = gift;
    const details = { ...(points === undefined ? { role } : { points }), status, why };
    try {
      await ledger.noteAudit({ at: now(), who: by, what: 'gave', claimId, details });
    } catch (error) {
      logger.warn({ claim: claimId, error: secrets.describe(error) }, 'a gift could not be noted in the audit');
    }
    return outcome;
  };
}
