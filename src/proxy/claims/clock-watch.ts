import type { Logger } from '../monitoring/logger.ts';

/** As much as a ledger puts up with between two clocks. */
const TOLERANCE_MS = 60_000;
/** For a clock that was set far ahead to be set right. */
const HOLD_MS = 5 * 60_000;
/** How often what was seen is seen anew, so that what little two clocks differ by does not add up. */
const ANEW_MS = 60_000;

const AHEAD =
  "the server's clock was set far ahead, so no claims are made for five minutes: set it right, or restart the site if it is right now";

/** What two clocks showed at once, in milliseconds: the one that can be set, and one that nobody sets. */
export interface ClockReading {
  at: number;
  elapsed: number;
}

interface Seen extends ClockReading {
  /** Costs nothing to ask, but may stand still while the machine sleeps. */
  awake: number;
}

/**
 * Watches whether the server's clock is set far ahead while the proxy runs, by a clock that nobody sets. What such a clock claims would
 * count for another day, and everybody else would have to wait until its time has come. It is given five minutes to be set right. Then
 * it counts, because it may have been wrong before: nobody has to do anything where it is right now.
 */
export class ClockWatch {
  readonly #elapsed: () => number;
  readonly #logger: Logger;
  /** When it was known to be right. */
  #right: Seen | null = null;
  /** When it was seen to have been set to another time, ahead or back. */
  #set: Seen | null = null;

  /** `elapsed` is in milliseconds since whenever. */
  constructor(elapsed: () => number, logger: Logger) {
    this.#elapsed = elapsed;
    this.#logger = logger;
  }

  /** By how much the clock, which shows `at`, was set ahead, and for how long it is not believed; null if it is. In milliseconds. */
  problem(at: number): { byMs: number; forMs: number } | null {
    const awake = performance.now();
    if (this.#isPlainlyRight(at, awake)) return null;
    const seen = { at, awake, elapsed: this.#elapsed() };
    const right = (this.#right ??= seen);
    const byMs = driftBetween(right, seen);
    const isAhead = byMs > TOLERANCE_MS;
    if (Math.abs(byMs) <= TOLERANCE_MS) {
      if (this.#set) this.#logger.info({}, "the server's clock is as it was before");
      this.#set = null;
      if (awake - right.awake > ANEW_MS) this.#right = seen;
      return null;
    }
    if (!this.#set || Math.abs(driftBetween(this.#set, seen)) > TOLERANCE_MS) {
      this.#set = seen;
      if (isAhead) this.#logger.error({ byMs }, AHEAD);
      else this.#logger.warn({ byMs }, "the server's clock was set back");
    }
    const forMs = HOLD_MS - (seen.elapsed - this.#set.elapsed);
    if (forMs > 0) return isAhead ? { byMs, forMs } : null;
    this.#logger.warn({ byMs }, "the server's clock was not set to what it was before, so it counts as it is");
    this.#set = null;
    this.#right = seen;
    return null;
  }

  #isPlainlyRight(at: number, awake: number): boolean {
    if (!this.#right || this.#set) return false;
    const awakeMs = awake - this.#right.awake;
    return awakeMs <= ANEW_MS && Math.abs(at - this.#right.at - awakeMs) <= TOLERANCE_MS;
  }
}

/** By how much the clock went further from one to the other than the time that passed. */
export function driftBetween(one: ClockReading, other: ClockReading): number {
  return other.at - one.at - (other.elapsed - one.elapsed);
}
