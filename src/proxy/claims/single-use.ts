import type { Nonce } from '../../ledger/index.ts';
import type { ProblemReply } from '../http/problem.ts';

/** What was shown with a claim and is good for that one alone, such as a signed token. `expiresAt` is in epoch milliseconds. */
export interface SingleUse {
  id: string;
  expiresAt: number;
  /** Whether it is good again where the claim comes to nothing. */
  returns?: boolean;
  /** Whether it is good for long, as a code is: after a restore it may have been used in a time of which nothing is known. */
  isLasting?: boolean;
  /** The answer if it is shown for another claim. */
  ifUsed: ProblemReply;
}

/** The same as the ledger knows it. */
export function noncesOf(singleUses: readonly SingleUse[]): Nonce[] {
  return singleUses.map(({ id, expiresAt, returns = false, isLasting = false }) => ({
    id,
    expiresAt,
    ...(returns && { returns: true }),
    ...(isLasting && { isLasting: true }),
  }));
}
