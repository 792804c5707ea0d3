/** A while in which nothing is done. Times are epoch milliseconds. */
export class Pause {
  #beganAt = 0;
  #ms = 0;

  /** Begins, unless what is left is longer. */
  begin(ms: number, now: number): void {
    if (ms <= this.left(now)) return;
    this.#beganAt = now;
    this.#ms = ms;
  }

  end(): void {
    this.#ms = 0;
  }

  /** Milliseconds until it is over, by the time since it began: either way, so that a clock that is set back does not hold it up. */
  left(now: number): number {
    return Math.max(0, this.#ms - Math.abs(now - this.#beganAt));
  }
}
