import { dateAt, type LocalDate, startOfDate } from './zone.ts';

/** How often an action can be claimed. `everyHours` belongs to `rolling` alone, the time zone (IANA) to calendar periods. */
export type PeriodRule =
  | { repeats: 'once' }
  | { repeats: 'daily' | 'weekly' | 'monthly'; timeZone: string }
  | { repeats: 'rolling'; everyHours: number };

/** The span in which an action can be claimed once. */
export interface Period {
  /** The name of the rule that it belongs to: see `ruleName`. */
  rule: string;
  /** Stable, and sorts by time within one rule. Empty for `rolling`, where the ledger counts. */
  key: string;
  /** The key of the span just before, where streaks are counted; else null. */
  previousKey: string | null;
  /** The first instant of the span in epoch milliseconds; null for `once` and `rolling`. */
  startsAt: number | null;
  /** The first instant of the next span in epoch milliseconds; null for `once` and `rolling`. */
  endsAt: number | null;
  /** The spans just after it that a member may have claimed already, by the date of another time zone; none for `once` and `rolling`. */
  following: readonly { key: string; startsAt: number; endsAt: number }[];
  /** Milliseconds since the member's last claim that `rolling` asks for; else null. */
  rollingMs: number | null;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The fields of a period that does not follow the calendar. */
export const NO_CALENDAR = { previousKey: null, startsAt: null, endsAt: null, following: [], rollingMs: null } as const;

/** The name of a rule, in the ledger and for the owner: `once`, `daily in Europe/London`, `rolling every 36 hours`. */
export function ruleName(rule: PeriodRule): string {
  switch (rule.repeats) {
    case 'once':
      return 'once';
    case 'rolling':
      return `rolling every ${rule.everyHours} hours`;
    case 'daily':
    case 'weekly':
    case 'monthly':
      return `${rule.repeats} in ${rule.timeZone}`;
  }
}

/** The period that `now` (epoch milliseconds) lies in. Throws `RangeError` for an unknown time zone. */
export function periodAt(rule: PeriodRule, now: number): Period {
  const name = ruleName(rule);
  switch (rule.repeats) {
    case 'once':
      return { ...NO_CALENDAR, rule: name, key: 'once' };
    case 'rolling':
      return { ...NO_CALENDAR, rule: name, key: '', rollingMs: wholeMs(rule.everyHours) };
    case 'daily':
    case 'weekly':
    case 'monthly':
      return calendarPeriod(name, rule, now);
  }
}

/** In whole milliseconds, as ledgers keep them; at least one where any time has to pass between claims. */
function wholeMs(hours: number): number {
  return hours > 0 ? Math.max(1, Math.round(hours * HOUR)) : 0;
}

/** The period of something that can be claimed once for each key, at any time. */
export function periodForKey(key: string): Period {
  return { ...NO_CALENDAR, rule: 'once for each key', key };
}

interface Calendar {
  /** The first date of the span that holds the date. */
  first(date: LocalDate): LocalDate;
  /** The first date after that span. */
  next(first: LocalDate): LocalDate;
  key(first: LocalDate): string;
}

const CALENDARS: Record<'daily' | 'weekly' | 'monthly', Calendar> = {
  daily: {
    first: (date) => date,
    next: (first) => first + DAY,
    key: (first) => new Date(first).toISOString().slice(0, 10),
  },
  weekly: {
    first: (date) => date - ((new Date(date).getUTCDay() + 6) % 7) * DAY,
    next: (first) => first + 7 * DAY,
    key: isoWeek,
  },
  monthly: {
    first: (date) => date - (new Date(date).getUTCDate() - 1) * DAY,
    next: (first) => Date.UTC(new Date(first).getUTCFullYear(), new Date(first).getUTCMonth() + 1, 1),
    key: (first) => new Date(first).toISOString().slice(0, 7),
  },
};

/** The ISO 8601 week that begins on the given Monday, such as `2026-W47`: a week belongs to the year that its Thursday lies in. */
function isoWeek(monday: LocalDate): string {
  const year = new Date(monday + 3 * DAY).getUTCFullYear();
  const fourthOfJanuary = Date.UTC(year, 0, 4);
  const firstMonday = CALENDARS.weekly.first(fourthOfJanuary);
  const week = Math.round((monday - firstMonday) / (7 * DAY)) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** Dates are two days apart at most: just after midnight at UTC+14 it is the day before yesterday at UTC-12. */
const FOLLOWING = 2;

/** The last period computed for each rule, and since when it holds: a busy proxy asks for the same one for hours. */
const latest = new Map<string, { since: number; first: LocalDate; period: Period & { endsAt: number } }>();

function calendarPeriod(
  rule: string,
  { repeats, timeZone }: Extract<PeriodRule, { timeZone: string }>,
  now: number,
): Period {
  const calendar = CALENDARS[repeats];
  const first = calendar.first(dateAt(timeZone, now));
  const known = latest.get(rule);
  if (known?.first === first && known.since <= now && now < known.period.endsAt) return known.period;

  const startsAt = startOfDate(timeZone, first, first - 2 * DAY);
  const endsAt = startOfDate(timeZone, calendar.next(first), now);
  // The previous date is read off the zone's clock, because a zone that crosses the date line skips a date.
  const previous = calendar.first(dateAt(timeZone, startsAt - 1));
  const following: Period['following'][number][] = [];
  for (let start = endsAt; following.length < FOLLOWING;) {
    const date = calendar.first(dateAt(timeZone, start));
    const end = startOfDate(timeZone, calendar.next(date), start);
    following.push({ key: calendar.key(date), startsAt: start, endsAt: end });
    start = end;
  }
  const period = {
    rule,
    key: calendar.key(first),
    previousKey: calendar.key(previous),
    startsAt,
    endsAt,
    following,
    rollingMs: null,
  };
  latest.set(rule, { since: now, first, period });
  return period;
}
