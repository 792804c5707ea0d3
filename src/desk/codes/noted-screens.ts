const SAME_SCREEN_MS = 10 * 60_000;
const MAX_SCREENS = 1000;

/** Who has which code on a screen. Each screen asks twice a minute, and is noted as one as long as it does. */
export class NotedScreens {
  readonly #asked = new Map<string, number>();

  /** Whether it is a new one. `now` is in epoch milliseconds. */
  isNew(who: string, action: string, now: number): boolean {
    const screen = JSON.stringify([who, action]);
    const before = this.#asked.get(screen);
    this.#asked.delete(screen);
    this.#asked.set(screen, now);
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > MAX_SCREENS && oldest !== undefined) this.#asked.delete(oldest);
    return before === undefined || now - before > SAME_SCREEN_MS;
  }
}
