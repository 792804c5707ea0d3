import type { ClaimRecord, Ledger } from '../../ledger/index.ts';
import type { Logger } from '../monitoring/logger.ts';

const INTERVAL_MS = 5_000;

export interface RecoveryHooks {
  /** What must be right before anything else; until it resolved once, each recovery begins with it. */
  first: () => Promise<void>;
  /** Is called each time the ledger has recovered, with the claims that it settled. */
  afterwards: (settled: readonly ClaimRecord[]) => void;
}

/**
 * Keeps claims from staying in flight past their deadline, whichever process left them so: the ledger recovers at start,
 * and again whenever it is asked to and the last time is over five seconds ago. Each request asks. There is no timer here, because some
 * runtimes run nothing between requests: a host that does has one of its own.
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

  /** Resolves once the ledger has recovered recently. Rejects if it fails, and the next request tries again. */
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

  /** Resolves once what runs now has ended, well or not. */
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
