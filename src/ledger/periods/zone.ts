/** A calendar date, as the epoch milliseconds of its midnight in UTC. */
export type LocalDate = number;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();

/** What the wall clock of an IANA time zone shows at an instant, as the epoch milliseconds at which UTC shows the same. */
function wallClock(timeZone: string, instant: number): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-u-ca-iso8601', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  const parts: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (instant - Math.floor(instant / 1000) * 1000);
}

/** The offset last worked out for each zone. Since 1972 offsets change at whole minutes only. */
const offsets = new Map<string, { minute: number; offset: number }>();

function offsetAt(timeZone: string, instant: number): number {
  const minute = Math.floor(instant / MINUTE);
  const known = offsets.get(timeZone);
  if (known?.minute === minute) return known.offset;
  const offset = wallClock(timeZone, instant) - instant;
  offsets.set(timeZone, { minute, offset });
  return offset;
}

/** The date that the wall clock of the zone shows at an instant. Throws `RangeError` for an unknown zone. */
export function dateAt(timeZone: string, instant: number): LocalDate {
  return Math.floor((instant + offsetAt(timeZone, instant)) / DAY) * DAY;
}

/**
 * The first instant after `after` at which the zone's wall clock shows `date` or a later one. `after` must lie before `date` there.
 * Right where midnight is skipped or comes twice, and where the date itself is skipped.
 */
export function startOfDate(timeZone: string, date: LocalDate, after: number): number {
  // Offsets lie between -12 and +14 hours, so the date has begun nowhere at `low` and everywhere at `high`.
  const low = Math.max(after, date - 15 * HOUR);
  const high = date + 13 * HOUR;
  const before = offsetAt(timeZone, low);
  const then = offsetAt(timeZone, high);
  if (before === then) return date - before;

  const transition = firstInstantWithout(timeZone, before, low, high);
  const midnight = date - before;
  if (midnight > low && midnight < transition) return midnight;
  return Math.max(transition, date - then);
}

/** The instant between `low` and `high` at which the zone leaves the offset it has at `low`. */
function firstInstantWithout(timeZone: string, before: number, low: number, high: number): number {
  let [has, lacks] = [low, high];
  while (lacks - has > 1) {
    const middle = Math.floor((has + lacks) / 2);
    if (offsetAt(timeZone, middle) === before) has = middle;
    else lacks = middle;
  }
  return lacks;
}
