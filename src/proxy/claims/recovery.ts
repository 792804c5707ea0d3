import type { ClaimRecord, Ledger } from '../../ledger/index.ts';
import type { Logger } from '../monitoring/logger.ts';

const INTERVAL_MS = 5_000;

export interface RecoveryHooks {
  /** A check before the first recovery. It is called again until it has resolved once. */
  first: () => Promise<void>;
  /** Called after each recovery, with the claims that it settled. */
  afterwards: (settled: readonly ClaimRecord[]) => void;
}

/**
 * Keeps claims from staying in flight past their deadline, whichever process left them so: the ledger recovers at the start, and then with a request
 * if the last time was over five seconds ago. There is no timer here, because some runtimes run nothing between requests: a host that does has its
 * own timer.
 */
export class Recovery {
  readonly #ledger: Ledger;
  readonly #logger: Logger;
  readonly #now: () => number;
  readonly #hooks: RecoveryHooks;
  #begun = false;
  #ranAt = Number.NEGATIVE_INFINITY;
  #latest: Promise<void> | null = null;

  constructor(ledger: Ledger, logger: Logger, now: () => number, hooks: RecoveryHooks) {
    this.#ledger = ledger;
    this.#logger = logger;
    this.#now = now;
    this.#hooks = hooks;
  }

  /** Resolves once the ledger has recovered recently. Rejects if it fails: then the next request tries again. */
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

  /** Resolves once the current run has ended, successful or not. */
  async settled(): Promise<void> {
    await this.#latest?.catch(() => undefined);
  }

  async #recover(now: number): Promise<void> {
    if (!this.#begun) await this.#hooks.first();
    this.#begun = true;
    const settled = await this.#ledger.recover(now);
    for (const { id, action, state } of settled) {
      this.#logger.warn({ claim: id, action, state }, 'a claim was left in flight and has been settled');
    }
    this.#hooks.afterwards(settled);
  }
}
