import { type ClaimSum, type Ledger, type Period, periodAt } from '../ledger/index.ts';
import type { SumsView } from './api-types.ts';

/** Days that are kept once they are over and nothing of them is open any more. */
const MAX_KEPT = 400;
/** For how long a day that is over is still added up anew: a clock may be late, or a transaction. */
const LATE_MS = 3_600_000;
/** After which a day is added up again, since a claim of it may have been taken up again, or brought back. */
const KEPT_MS = 3_600_000;

type Day = SumsView['days'][number];

/** What was given, day by day of a time zone. A day that is over and settled is kept for a while. */
export class Sums {
  readonly #ledger: Ledger;
  readonly #timeZone: string;
  readonly #kept = new Map<number, { day: Day; at: number }>();

  constructor(ledger: Ledger, timeZone: string) {
    this.#ledger = ledger;
    this.#timeZone = timeZone;
  }

  /** The last so many days, today included, the latest last. `now` is in epoch milliseconds. */
  async days(count: number, now: number): Promise<Day[]> {
    const days: Day[] = [];
    let at = now;
    while (days.length < count) {
      const { since, until } = this.#dayAt(at);
      // oxlint-disable-next-line no-await-in-loop -- one at a time, so that claims come in between
      days.push(await this.#day(since, until, now));
      at = since - 1;
    }
    return days.toReversed();
  }

  async #day(since: number, until: number, now: number): Promise<Day> {
    const kept = this.#kept.get(since);
    // A clock may have gone back, too.
    if (kept && Math.abs(now - kept.at) < KEPT_MS) return kept.day;
    this.#kept.delete(since);
    const day = { since, until, sums: await this.#ledger.sums({ since, until }) };
    if (until + LATE_MS < now && !day.sums.some(isOpen)) {
      const [oldest] = this.#kept.keys();
      if (oldest !== undefined && this.#kept.size >= MAX_KEPT) this.#kept.delete(oldest);
      this.#kept.set(since, { day, at: now });
    }
    return day;
  }

  #dayAt(at: number): { since: number; until: number } {
    const { startsAt, endsAt }: Period = periodAt({ repeats: 'daily', timeZone: this.#timeZone }, at);
    if (startsAt === null || endsAt === null) throw new RangeError('a day begins and ends');
    return { since: startsAt, until: endsAt };
  }
}

function isOpen({ state }: ClaimSum): boolean {
  return state === 'pending';
}
