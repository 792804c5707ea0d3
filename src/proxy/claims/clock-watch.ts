import type { Logger } from '../monitoring/logger.ts';

/** The largest difference between two clocks that a ledger tolerates. */
const TOLERANCE_MS = 60_000;
/** The time to correct a clock that was set far ahead. */
const HOLD_MS = 5 * 60_000;
/** How often the reference reading is renewed, so that small differences between the two clocks do not add up. */
const ANEW_MS = 60_000;

const AHEAD =
  "the server's clock was set far ahead, so no claims are made for five minutes: set it right, or restart the site if it is right now";

/** Simultaneous readings of two clocks, in milliseconds: `at` of the clock that can be set, `elapsed` of one that cannot. */
export interface ClockReading {
  at: number;
  elapsed: number;
}

interface Seen extends ClockReading {
  /** A third clock, which costs nothing to read, but may stand still while the machine sleeps. */
  awake: number;
}

/**
 * Notices by a monotonic clock if the server's clock is set far ahead while the proxy runs. A claim by such a clock would count for another day, and
 * everybody else would have to wait until that time has come. There are five minutes to correct it. After that the clock is trusted again, because it
 * may have been wrong before: if it is right now, nobody has to do anything.
 */
export class ClockWatch {
  readonly #elapsed: () => number;
  readonly #logger: Logger;
  /** The last reading at which the clock was known to be right. */
  #right: Seen | null = null;
  /** The reading at which a change of the clock was noticed, ahead or back. */
  #set: Seen | null = null;

  /** `elapsed` returns milliseconds since any fixed moment. */
  constructor(elapsed: () => number, logger: Logger) {
    this.#elapsed = elapsed;
    this.#logger = logger;
  }

  /** By how much the clock, whose time is `at`, was set ahead, and for how long it is not trusted, in milliseconds; null if it is trusted. */
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

/** By how much more the clock advanced between two readings than time passed. */
export function driftBetween(one: ClockReading, other: ClockReading): number {
  return other.at - one.at - (other.elapsed - one.elapsed);
}
