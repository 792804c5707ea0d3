const MAX_MS = 60_000;
/** How long a claim takes as far as nothing is known of it. */
const USUAL_MS = 250;
/** How much of what is known of earlier claims each one replaces. */
const SHARE = 0.1;

/** One claim that has a place. */
export interface Stay {
  /** Epoch milliseconds. */
  readonly since: number;
}

/**
 * When those are to come back who find no room: one after the other, as fast as claims end, behind those who wait and those who
 * were told to come back before. If all were told the same, they would all come at once, and find no room again.
 */
export class ReturnTimes {
  readonly #places: number;
  /** The oldest first. */
  readonly #stays = new Set<Stay>();
  #usualMs = USUAL_MS;
  /** When the last refused claim should come back, in epoch milliseconds. */
  #last = 0;

  /** `places`: how many claims are under way at most. */
  constructor(places: number) {
    this.#places = places;
  }

  /** A claim has got a place. The caller calls `left` at its end. `now` is in epoch milliseconds, here and below. */
  entered(now: number): Stay {
    const stay = { since: now };
    this.#stays.add(stay);
    return stay;
  }

  left(stay: Stay, now: number): void {
    this.#stays.delete(stay);
    this.#usualMs += SHARE * (Math.max(0, now - stay.since) - this.#usualMs);
  }

  /** In how many whole seconds the next who finds no room is to come back, where so many wait for one. */
  next(waiting: number, now: number): number {
    const [oldest] = this.#stays;
    // If the service hangs nothing ends, and what ended before tells nothing.
    const takesMs = Math.max(1, this.#usualMs, now - (oldest?.since ?? now));
    const everyMs = takesMs / this.#places;
    const latest = now + MAX_MS;
    // Only a clock that was set back can have made it later.
    const before = this.#last > latest ? 0 : this.#last;
    this.#last = Math.min(latest, Math.max(before, now + waiting * everyMs) + everyMs);
    return Math.max(1, Math.ceil((this.#last - now) / 1000));
  }
}
