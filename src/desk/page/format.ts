import { once } from '../../common/once.ts';
import type { ClaimState, Grant, GrantState } from '../../ledger/index.ts';
import { count, fill, LANGUAGE, TEXTS } from './texts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const numbers = once(() => new Intl.NumberFormat(LANGUAGE));
const shares = once(() => new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: 1 }));
const relative = once(() => new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' }));

export const number = (value: number): string => numbers().format(value);

/** A part of a whole in per cent; 0 if the whole is 0. */
export const share = (part: number, all: number): string => shares().format(all === 0 ? 0 : part / all);

/** What a grant gives: `+10 points`, `role Deckhand`. */
export function grantText(grant: Grant): string {
  return grant.kind === 'points'
    ? count(grant.points, TEXTS.units.point)
    : fill(TEXTS.units.role, { name: grant.roleName });
}

export function stateText(state: ClaimState | GrantState): string {
  return TEXTS.states[state];
}

/** `3 hours ago`. */
export function ago(at: number, now: number): string {
  const past = Math.max(0, now - at);
  if (past < MINUTE) return TEXTS.justNow;
  if (past < HOUR) return relative().format(-Math.floor(past / MINUTE), 'minute');
  if (past < 2 * DAY) return relative().format(-Math.floor(past / HOUR), 'hour');
  return relative().format(-Math.floor(past / DAY), 'day');
}

/** Formats times in the community's zone. */
export class Clock {
  readonly zone: string;
  readonly #clock = this.#format({ hour: '2-digit', minute: '2-digit' });
  readonly #day = this.#format({ weekday: 'short', day: 'numeric', month: 'short' });
  readonly #weekday = this.#format({ weekday: 'short', day: 'numeric' });
  readonly #dayOfMonth = this.#format({ day: 'numeric', month: 'short' });
  readonly #month = this.#format({ month: 'short' });
  readonly #whole = this.#format({ dateStyle: 'medium', timeStyle: 'medium' });
  readonly #parts = this.#format({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en');

  constructor(timeZone: string) {
    this.zone = timeZone;
  }

  /** Created on first use: each format takes some milliseconds on a slow phone, and a view needs few of them. */
  #format(options: Intl.DateTimeFormatOptions, language = LANGUAGE): () => Intl.DateTimeFormat {
    return once(() => new Intl.DateTimeFormat(language, { timeZone: this.zone, ...options }));
  }

  /** `09:40`. */
  clock(at: number): string {
    return this.#clock().format(at);
  }

  /** `Sun, 22 Nov`. */
  day(at: number): string {
    return this.#day().format(at);
  }

  /** `Sun 22`. */
  weekday(at: number): string {
    return this.#weekday().format(at);
  }

  /** `22 Nov`. */
  dayOfMonth(at: number): string {
    return this.#dayOfMonth().format(at);
  }

  /** `Nov`. */
  month(at: number): string {
    return this.#month().format(at);
  }

  /** `22 Nov 2026, 09:40:12`. */
  whole(at: number): string {
    return this.#whole().format(at);
  }

  /** The text with its UTC times (ISO 8601) in the community's zone. */
  withLocalTimes(text: string): string {
    return text.replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) => this.whole(Date.parse(time)));
  }

  /** `09:40` for today; with the day for earlier times. */
  brief(at: number, now: number): string {
    return this.date(at) === this.date(now) ? this.clock(at) : `${this.day(at)}, ${this.clock(at)}`;
  }

  /** The value of a date input: `2026-11-22`. */
  date(at: number): string {
    const parts = this.#parts().formatToParts(at);
    const part = (wanted: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === wanted)?.value ?? '';
    // Read part by part, because browsers differ in the order.
    return `${part('year')}-${part('month')}-${part('day')}`;
  }

  /** The first instant of a date such as `2026-11-22` in the zone, in epoch milliseconds; null if the date is not valid. */
  startOf(date: string): number | null {
    const guess = Date.parse(`${date}T00:00:00Z`);
    if (Number.isNaN(guess)) return null;
    // Zones are at most 14 hours from UTC, and begin their days at a quarter of an hour.
    for (let at = guess - 14 * HOUR; at <= guess + 14 * HOUR; at += HOUR / 4) if (this.date(at) === date) return at;
    return null;
  }
}
