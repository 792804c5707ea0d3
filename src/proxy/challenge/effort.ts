/** The most tries that a challenge takes in normal times; half as many on average. */
export const MIN_TRIES = 1000;
const MAX_TIMES = 8;
const MEMORY_MS = 60_000;
/** How many clients are remembered. A client that needs more has more addresses than any count of them can restrict. */
const MAX_CLIENTS = 32_768;

/** A count of recent events, which decreases by two thirds in each minute, and when it was last updated. */
interface Recent {
  count: number;
  at: number;
}

/**
 * Decides how much work a challenge is: the minimum up to the usual number of claims in a minute, from there on in proportion, up to eight times as
 * much. The same applies to a client that asks for more challenges than that, but only to it: each claim needs a member and the work, but to ask
 * costs nothing.
 */
export class Effort {
  readonly #usualPerMinute: number;
  readonly #now: () => number;
  readonly #claims: Recent = { count: 0, at: 0 };
  /** The clients that asked longest ago come first. */
  readonly #asked = new Map<string, Recent>();

  /** `now` gives epoch milliseconds. */
  constructor(usualPerMinute: number, now: () => number) {
    this.#usualPerMinute = usualPerMinute;
    this.#now = now;
  }

  /** The number of clients that are remembered. */
  get remembered(): number {
    return this.#asked.size;
  }

  /** Counts one more challenge for the client (null if it is not known). Returns the most tries that it may take. */
  next(client: string | null): number {
    const asked = client === null ? 0 : this.#ask(client);
    const recent = Math.max(asked, faded(this.#claims, this.#now()));
    const times = Math.min(MAX_TIMES, Math.max(1, recent / this.#usualPerMinute));
    return Math.round(MIN_TRIES * times);
  }

  /** Counts one more claim that was made with a solution. */
  claimed(): void {
    add(this.#claims, this.#now());
  }

  #ask(client: string): number {
    const recent = this.#asked.get(client) ?? { count: 0, at: 0 };
    this.#asked.delete(client);
    this.#asked.set(client, recent);
    const [longestAgo] = this.#asked.keys();
    if (this.#asked.size > MAX_CLIENTS && longestAgo !== undefined) this.#asked.delete(longestAgo);
    return add(recent, this.#now());
  }
}

function add(recent: Recent, now: number): number {
  recent.count = faded(recent, now) + 1;
  recent.at = now;
  return recent.count;
}

/** Uses the absolute time difference, so that the count also decreases after the clock was set back. */
function faded({ count, at }: Recent, now: number): number {
  return count * Math.exp(-Math.abs(now - at) / MEMORY_MS);
}
