import type { ClaimRecord, Ledger } from '../../ledger/index.ts';

/** What became of claims whose outcome is unknown: by whom that is said, and why. */
export type ClaimDecision = Parameters<Ledger['resolve']>[1];

/** Whether somebody must decide on the claim. */
export function isUndecided({ grants }: ClaimRecord): boolean {
  return grants.some(({ state }) => state === 'unknown');
}

/** A claim as it is now; `moved` tells whether that is by this decision, or others had settled it by then. */
export interface Decided {
  claim: ClaimRecord;
  moved: boolean;
}

/** Decides on the claims in turn, and gives each once that is on record; null for one that there is not. */
export async function* decideOn(
  ledger: Ledger,
  ids: readonly string[],
  decision: ClaimDecision,
): AsyncGenerator<Decided | null> {
  for (const id of ids) {
    const now = Date.now();
    // oxlint-disable-next-line no-await-in-loop -- each is on record before the next
    const claim = await ledger.resolve(id, decision, now);
    // What others have settled is given as they left it.
    yield claim && { claim, moved: claim.updatedAt === now };
  }
}
