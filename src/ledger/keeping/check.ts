const GOOD_FOR_MS = 1_000;

/**
 * Has the store tried out for callers who ask how it is, which may be anybody, and often: those who ask at once share a trial, and one
 * that went well is good for a second, unless something has failed since.
 */
export class Check {
  #running: Promise<void> | null = null;
  #goodUntil = 0;
  #hasFailed = false;

  /** `tryOut` rejects where the store does not work; it is told whether something has failed since it last went well. */
  run(tryOut: (hasFailed: boolean) => Promise<void>): Promise<void> {
    if (performance.now() < this.#goodUntil) return Promise.resolve();
    this.#running ??= this.#try(tryOut).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Something that had to do with the store has failed. */
  failed(): void {
    this.forget();
    this.#hasFailed = true;
  }

  /** What was found before is of no use any more. */
  forget(): void {
    this.#goodUntil = 0;
  }

  async #try(tryOut: (hasFailed: boolean) => Promise<void>): Promise<void> {
    const hadFailed = this.#hasFailed;
    this.#hasFailed = false;
    try {
      await tryOut(hadFailed);
    } catch (error) {
      this.failed();
      throw error;
    }
    if (!this.#hasFailed) this.#goodUntil = performance.now() + GOOD_FOR_MS;
  }
}
