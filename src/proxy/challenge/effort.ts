/** The most tries that a challenge takes as long as there is nothing unusual; half as many on average. */
export const LEAST_TRIES = 1000;
const MOST_TIMES = 8;
const MEMORY_MS = 60_000;

/**
 * How much work a challenge is, by how many of them were asked for lately: up to the usual number in a minute the least,
 * from there on in proportion, up to eight times as much. What was asked for fades, by two thirds in each minute.
 */
export class Effort {
  readonly #usualPerMinute: number;
  readonly #now: () => number;
  #recent = 0;
  #at: number;

  /** `now` gives epoch milliseconds. */
  constructor(usualPerMinute: number, now: () => number) {
    this.#usualPerMinute = usualPerMinute;
    this.#now = now;
    this.#at = now();
  }

  /** Counts one more challenge, and says how many tries it may take at most. */
  next(): number {
    const now = this.#now();
    this.#recent = this.#recent * Math.exp(-Math.max(0, now - this.#at) / MEMORY_MS) + 1;
    this.#at = now;
    const times = Math.min(MOST_TIMES, Math.max(1, this.#recent / this.#usualPerMinute));
    return Math.round(LEAST_TRIES * times);
  }
}
