import type { Nonce } from '../../ledger/index.ts';
import type { ProblemReply } from '../http/problem.ts';

/** Something that was shown with a claim and is valid for one claim, such as a signed token. `expiresAt` is in epoch milliseconds. */
export interface SingleUse {
  id: string;
  expiresAt: number;
  /** Whether it is valid again if the claim fails. */
  returns?: boolean;
  /** Whether it is valid for a long time, such as a code: after a restore it may have been used in a time that the ledger has lost. */
  isLasting?: boolean;
  /** The answer if it is shown for another claim. */
  ifUsed: ProblemReply;
  /** For a sign-in: what the log says if it is shown for another claim. */
  refusalIfUsed?: string;
}

/** The same in the ledger's form. */
export function noncesOf(singleUses: readonly SingleUse[]): Nonce[] {
  return singleUses.map(({ id, expiresAt, returns = false, isLasting = false }) => ({
    id,
    expiresAt,
    ...(returns && { returns: true }),
    ...(isLasting && { isLasting: true }),
  }));
}
