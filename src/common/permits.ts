import { WaitingLine } from './waiting-line.ts';

const WAITING_FOR_EACH = 16;

/**
 * So many permits, and a line of those who wait for one: at most 16 for each permit, and none for longer than two seconds.
 * A returned permit goes to the one who has waited longest.
 */
export class Permits {
  readonly #count: number;
  readonly #line = new WaitingLine();
  #taken = 0;

  constructor(count: number) {
    this.#count = count;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#line.length;
  }

  /** Takes a permit if one is free. */
  tryTake(): boolean {
    if (this.#taken >= this.#count) return false;
    this.#taken += 1;
    return true;
  }

  /** Takes a permit, if need be after some waiting; false if there was none. */
  async take(): Promise<boolean> {
    return this.tryTake() || (this.waiting < this.#count * WAITING_FOR_EACH && this.#line.wait());
  }

  giveBack(): void {
    if (!this.#line.next()) this.#taken -= 1;
  }
}
