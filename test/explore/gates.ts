/** Something that a process is about to do, and that waits until the schedule lets it. */
export interface Parked<T = unknown> {
  /** The process that it belongs to. */
  process: string;
  /** What it is, the same in each run of the same schedule. */
  name: string;
  /** What it depends on or changes. */
  touches: readonly string[];
  go: (value: T) => void;
}

/** Where processes wait for their turn. One that is dead waits for ever. */
export class Gates {
  #parked: Parked[] = [];
  readonly #dead = new Set<string>();

  /** What waits and may be let go, in the order of names. */
  get parked(): readonly Parked[] {
    return this.#parked.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Waits until the schedule lets it go on, and gives what the schedule says. */
  wait<T>(process: string, name: string, touches: readonly string[]): Promise<T> {
    return new Promise<T>((go) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schedule gives what is asked for under the name
      if (!this.#dead.has(process)) this.#parked.push({ process, name, touches, go: go as Parked['go'] });
    });
  }

  letGo(parked: Parked, value?: unknown): void {
    this.#parked = this.#parked.filter((one) => one !== parked);
    parked.go(value);
  }

  /** The process does nothing any more. */
  kill(process: string): void {
    this.#dead.add(process);
    this.#parked = this.#parked.filter((one) => one.process !== process);
  }

  isDead(process: string): boolean {
    return this.#dead.has(process);
  }

  /** Resolves once nothing goes on but what waits here: all work is of this thread, and a turn of the event loop ends all that promises have to do. */
  async quiet(): Promise<void> {
    await new Promise(setImmediate);
  }
}
