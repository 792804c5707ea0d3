const MAX_WAIT_MS = 2_000;

/** Those who wait for their turn, in the order in which they came, and none for longer than two seconds. */
export class WaitingLine {
  readonly #waiting = new Set<(got: boolean) => void>();

  get length(): number {
    return this.#waiting.size;
  }

  /** Whether a turn came in time. */
  wait(): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (got: boolean): void => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        resolve(got);
      };
      const timer = setTimeout(end, MAX_WAIT_MS, false);
      this.#waiting.add(end);
    });
  }

  /** Gives the turn to the one who has waited longest. False if nobody waits. */
  next(): boolean {
    const [first] = this.#waiting;
    first?.(true);
    return first !== undefined;
  }
}
