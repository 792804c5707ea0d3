import { Slab } from '../../common/slab.ts';

const MAX_MS = 60_000;
/** The duration of a claim that is assumed at first. */
const USUAL_MS = 250;
/** The weight of each claim in the moving average of durations. */
const SHARE = 0.1;

/**
 * Decides when claims that find no room should come back: one after the other, as fast as claims end, after those that wait and those that were told
 * to come back earlier. If all were given the same time, they would all come at once, and find no room again.
 */
export class ReturnTimes {
  readonly #places: number;
  /** The claims in flight, with when each got its place. */
  readonly #stays = new Slab<{ readonly since: number }>();
  #usualMs = USUAL_MS;
  /** The latest time at which a refused claim was told to come back, in epoch milliseconds. */
  #last = 0;

  /** `places` is the most claims that may be in flight. */
  constructor(places: number) {
    this.#places = places;
  }

  /** Call when a claim gets a place. The caller calls `left` once when it ends, with what this returns. `now` is in epoch milliseconds, here and below. */
  entered(now: number): number {
    return this.#stays.add({ since: now });
  }

  left(stay: number, now: number): void {
    const { since } = this.#stays.take(stay) ?? { since: now };
    this.#usualMs += SHARE * (Math.max(0, now - since) - this.#usualMs);
  }

  /** Whole seconds after which the next claim that finds no room should come back, if so many wait. */
  next(waiting: number, now: number): number {
    // If the service hangs, no claim ends, and earlier durations say nothing.
    const takesMs = Math.max(1, this.#usualMs, ...this.#stays.values().map(({ since }) => now - since));
    const everyMs = takesMs / this.#places;
    const latest = now + MAX_MS;
    // It can be later only if the clock was set back.
    const before = this.#last > latest ? 0 : this.#last;
    this.#last = Math.min(latest, Math.max(before, now + waiting * everyMs) + everyMs);
    return Math.max(1, Math.ceil((this.#last - now) / 1000));
  }
}
