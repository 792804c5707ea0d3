const MAX_MS = 60_000;
/** The duration of a claim that is assumed at first. */
const USUAL_MS = 250;
/** The weight of each claim in the moving average of durations. */
const SHARE = 0.1;

/** A claim in flight. */
export interface Stay {
  /** Epoch milliseconds. */
  readonly since: number;
}

/**
 * Decides when claims that find no room should come back: one after the other, as fast as claims end, after those that wait and those that were told
 * to come back earlier. If all were given the same time, they would all come at once, and find no room again.
 */
export class ReturnTimes {
  readonly #places: number;
  /** The oldest first. */
  readonly #stays = new Set<Stay>();
  #usualMs = USUAL_MS;
  /** The latest time at which a refused claim was told to come back, in epoch milliseconds. */
  #last = 0;

  /** `places` is the most claims that may be in flight. */
  constructor(places: number) {
    this.#places = places;
  }

  /** Call when a claim gets a place. The caller calls `left` when it ends. `now` is in epoch milliseconds, here and below. */
  entered(now: number): Stay {
    const stay = { since: now };
    this.#stays.add(stay);
    return stay;
  }

  left(stay: Stay, now: number): void {
    this.#stays.delete(stay);
    this.#usualMs += SHARE * (Math.max(0, now - stay.since) - this.#usualMs);
  }

  /** Whole seconds after which the next claim that finds no room should come back, if so many wait. */
  next(waiting: number, now: number): number {
    const [oldest] = this.#stays;
    // If the service hangs, no claim ends, and earlier durations say nothing.
    const takesMs = Math.max(1, this.#usualMs, now - (oldest?.since ?? now));
    const everyMs = takesMs / this.#places;
    const latest = now + MAX_MS;
    // It can be later only if the clock was set back.
    const before = this.#last > latest ? 0 : this.#last;
    this.#last = Math.min(latest, Math.max(before, now + waiting * everyMs) + everyMs);
    return Math.max(1, Math.ceil((this.#last - now) / 1000));
  }
}
