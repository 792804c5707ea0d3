/** Replaces what the platform provides until the test is over. */
export class Stubs {
  readonly #restores: (() => void)[] = [];

  set<T extends object, K extends keyof T>(object: T, name: K, value: T[K]): void {
    const before = Object.getOwnPropertyDescriptor(object, name);
    Object.defineProperty(object, name, { configurable: true, writable: true, value });
    this.#restores.push(() => {
      if (before) Object.defineProperty(object, name, before);
      else Reflect.deleteProperty(object, name);
    });
  }

  /** Stops the clock that `Date.now()` reads, so many milliseconds ahead of what it says. */
  stopClock(ahead = 0): void {
    const now = Date.now() + ahead;
    this.set(Date, 'now', () => now);
  }

  restore(): void {
    for (const restore of this.#restores.toReversed()) restore();
  }
}
