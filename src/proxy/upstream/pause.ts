/** A pause of some length. Times are epoch milliseconds. */
export class Pause {
  #beganAt = 0;
  #ms = 0;

  /** Begins a pause, unless the present one lasts longer. */
  begin(ms: number, now: number): void {
    if (ms <= this.left(now)) return;
    this.#beganAt = now;
    this.#ms = ms;
  }

  end(): void {
    this.#ms = 0;
  }

  /**
   * Milliseconds that are left. Uses the absolute time difference since the beginning, so that a clock that is set back does not extend the pause.
   */
  left(now: number): number {
    return Math.max(0, this.#ms - Math.abs(now - this.#beganAt));
  }
}
