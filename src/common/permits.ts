const WAITING_FOR_EACH = 16;
const MAX_WAIT_MS = 2_000;

/**
 * So many permits, and a line of those who wait for one: at most 16 for each permit, and none for longer than two seconds.
 * A returned permit goes to the one who has waited longest.
 */
export class Permits {
  readonly #count: number;
  readonly #waiting = new Set<(got: boolean) => void>();
  #taken = 0;

  constructor(count: number) {
    this.#count = count;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Takes a permit if one is free. */
  tryTake(): boolean {
    if (this.#taken >= this.#count) return false;
    this.#taken += 1;
    return true;
  }

  /** Takes a permit, if need be after some waiting; false if there was none. */
  async take(): Promise<boolean> {
    return this.tryTake() || (this.#waiting.size < this.#count * WAITING_FOR_EACH && this.#wait());
  }

  giveBack(): void {
    const [next] = this.#waiting;
    if (next) next(true);
    else this.#taken -= 1;
  }

  #wait(): Promise<boolean> {
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
}
