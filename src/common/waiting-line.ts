const MAX_WAIT_MS = 2_000;

/** Those who wait for their turn, in the order in which they came, and none for longer than two seconds. */
export class WaitingLine {
  readonly #waiting: ((got: boolean) => void)[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  /** Whether a turn came in time. */
  wait(): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (got: boolean): void => {
        clearTimeout(timer);
        this.#waiting.splice(this.#waiting.indexOf(end), 1);
        resolve(got);
      };
      const timer = setTimeout(end, MAX_WAIT_MS, false);
      this.#waiting.push(end);
    });
  }

  /** Gives the turn to the one who has waited longest. False if nobody waits. */
  next(): boolean {
    const [first] = this.#waiting;
    first?.(true);
    return first !== undefined;
  }
}
