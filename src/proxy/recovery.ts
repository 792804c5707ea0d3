import type { ClaimRecord, Ledger } from '../ledger/index.ts';
import type { Logger } from './logger.ts';

const INTERVAL_MS = 5_000;

/**
 * Keeps claims from staying in flight past their deadline, whichever process left them so: the ledger recovers at start,
 * and again whenever a request comes and the last time is over five seconds ago. There is no timer, because some
 * runtimes run nothing between requests, and nobody sees a stale claim before asking.
 */
export class Recovery {
  readonly #ledger: Ledger;
  readonly #logger: Logger;
  readonly #now: () => number;
  readonly #afterwards: (settled: readonly ClaimRecord[]) => void;
  #ranAt = Number.NEGATIVE_INFINITY;
  #latest: Promise<void> | null = null;

  /** `afterwards` is called each time the ledger has recovered, with the claims that it settled. */
  constructor(
    ledger: Ledger,
    logger: Logger,
    now: () => number,
    afterwards: (settled: readonly ClaimRecord[]) => void,
  ) {
    this.#ledger = ledger;
    this.#logger = logger;
    this.#now = now;
    this.#afterwards = afterwards;
  }

  /** Resolves once the ledger has recovered recently. Rejects where it fails, and the next request tries again. */
  upToDate(): Promise<void> {
    const now = this.#now();
    if (this.#latest === null || Math.abs(now - this.#ranAt) >= INTERVAL_MS) {
      this.#ranAt = now;
      const run = this.#recover(now);
      this.#latest = run;
      run.catch(() => {
        if (this.#latest === run) this.#latest = null;
      });
    }
    return this.#latest;
  }

  async #recover(now: number): Promise<void> {
    const settled = await this.#ledger.recover(now);
    for (const { id, action, state } of settled) {
      this.#logger.warn({ claim: id, action, state }, 'a claim was left in flight and has been settled');
    }
    this.#afterwards(settled);
  }
}
