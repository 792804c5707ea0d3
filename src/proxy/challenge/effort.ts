/** The most tries that a challenge takes as long as there is nothing unusual; half as many on average. */
export const MIN_TRIES = 1000;
const MAX_TIMES = 8;
const MEMORY_MS = 60_000;
/** As many clients are remembered: who would need more has more addresses than any count of them can hold back. */
const MAX_CLIENTS = 32_768;

/** How often something happened lately, which fades by two thirds in each minute, and when it was last looked at. */
interface Recent {
  count: number;
  at: number;
}

/**
 * How much work a challenge is: the least, up to the usual number of claims in a minute; from there on in proportion, up to
 * eight times as much. So it is for a client that asks for more challenges than that, and for no other: claims cost each a
 * member and the work, while to ask costs nothing.
 */
export class Effort {
  readonly #usualPerMinute: number;
  readonly #now: () => number;
  readonly #claims: Recent = { count: 0, at: 0 };
  /** Those that asked longest ago come first. */
  readonly #asked = new Map<string, Recent>();

  /** `now` gives epoch milliseconds. */
  constructor(usualPerMinute: number, now: () => number) {
    this.#usualPerMinute = usualPerMinute;
    this.#now = now;
  }

  /** How many clients are remembered. */
  get remembered(): number {
    return this.#asked.size;
  }

  /** Counts one more challenge for the client, and says how many tries it may take at most. The name is null if the client is not known. */
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

/** By the time since, either way, so that it fades after a clock is set back, too. */
function faded({ count, at }: Recent, now: number): number {
  return count * Math.exp(-Math.abs(now - at) / MEMORY_MS);
}
