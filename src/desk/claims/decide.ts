import type { ClaimRecord, Ledger } from '../../ledger/index.ts';

/** What became of claims whose outcome is unknown: by whom that is said, and why. */
export type ClaimDecision = Parameters<Ledger['resolve']>[1];

/** Whether somebody must decide on the claim. */
export function isUndecided({ grants }: ClaimRecord): boolean {
  return grants.some(({ state }) => state === 'unknown');
}

/** Decides on the claims in turn, and gives each as it is now once that is on record; null for one that there is not. */
export async function* decideOn(
  ledger: Ledger,
  ids: readonly string[],
  decision: ClaimDecision,
): AsyncGenerator<ClaimRecord | null> {
  // oxlint-disable-next-line no-await-in-loop -- each is on record before the next
  for (const id of ids) yield await ledger.resolve(id, decision, Date.now());
}
