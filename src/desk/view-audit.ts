const SAME_LOOK_MS = 10 * 60_000;
const MAX_LOOKS = 1000;

/** Who looks at what. A page asks again and again for what it shows, and that is noted as one look as long as it does. */
export class NotedLooks {
  readonly #asked = new Map<string, number>();

  /** Whether it is a new one. What is looked at is told apart by its JSON; `now` is in epoch milliseconds. */
  isNew(who: string, what: unknown, now: number): boolean {
    const look = JSON.stringify([who, what]);
    const before = this.#asked.get(look);
    this.#asked.delete(look);
    this.#asked.set(look, now);
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > MAX_LOOKS && oldest !== undefined) this.#asked.delete(oldest);
    return before === undefined || now - before > SAME_LOOK_MS;
  }
}
