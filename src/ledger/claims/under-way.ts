import type { ClaimRecord } from '../claim.ts';

/** More than are on their way to the service at once. */
const AT_MOST = 10_000;

/**
 * The claims that this process has reserved and not settled yet, as it made them. With that it need not read a claim again to settle it.
 * Others may have changed the claim since, so the store has to compare the grant's state when it changes it. Claims with several grants
 * are left out: one grant does not tell how the others are.
 */
export class UnderWay {
  readonly #claims = new Map<string, ClaimRecord>();

  /** Takes note of a claim that was reserved, durably. The oldest makes room: it may be one that nobody settles any more. */
  add(claim: ClaimRecord): void {
    if (claim.grants.length > 1) return;
    this.#claims.set(claim.id, claim);
    if (this.#claims.size <= AT_MOST) return;
    const [oldest] = this.#claims.keys();
    if (oldest !== undefined) this.#claims.delete(oldest);
  }

  /** What is known of the claim, once: null for the second who asks. */
  take(claimId: string): ClaimRecord | null {
    const claim = this.#claims.get(claimId) ?? null;
    this.#claims.delete(claimId);
    return claim;
  }
}
