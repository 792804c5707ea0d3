const GOOD_FOR_MS = 1_000;

/**
 * Runs a probe of the store for callers who ask for its health, which may be anybody, and often: concurrent callers share one probe, and a
 * good result holds for a second, unless something has failed since.
 */
export class Check {
  #running: Promise<void> | null = null;
  #goodUntil = 0;
  #hasFailed = false;

  /** `probe` rejects where the store does not work. Its parameter says whether something has failed since the last good result. */
  run(probe: (hasFailed: boolean) => Promise<void>): Promise<void> {
    if (performance.now() < this.#goodUntil) return Promise.resolve();
    this.#running ??= this.#try(probe).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Records that a transaction on the store has failed. */
  failed(): void {
    this.forget();
    this.#hasFailed = true;
  }

  /** Drops the last result. */
  forget(): void {
    this.#goodUntil = 0;
  }

  async #try(probe: (hasFailed: boolean) => Promise<void>): Promise<void> {
    const hadFailed = this.#hasFailed;
    this.#hasFailed = false;
    try {
      await probe(hadFailed);
    } catch (error) {
      this.failed();
      throw error;
    }
    if (!this.#hasFailed) this.#goodUntil = performance.now() + GOOD_FOR_MS;
  }
}
