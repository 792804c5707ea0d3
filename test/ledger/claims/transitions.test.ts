import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Temporal } from 'temporal-polyfill';
import { type Period, periodAt } from '../../../src/ledger/periods/period.ts';
import { allOr } from '../../support/thorough.ts';

const ZONES = Intl.supportedValuesOf('timeZone');
/** Those that change at midnight, by half an hour, by a whole day, or in a way that no other does. */
const ODD = [
  'America/Sao_Paulo',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'Asia/Gaza',
];
const TRIED = allOr([...ODD, ...ZONES.filter((zone, index) => index % 10 === 0 && !ODD.includes(zone))], ZONES);

/** Every instant from 2000 to 2040 at which the zone's offset changes. */
function* transitions(timeZone: string): Generator<number> {
  let at: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from(`2000-01-01T00:00[${timeZone}]`);
  const end = Temporal.Instant.from('2040-01-01T00:00Z').epochMilliseconds;
  for (;;) {
    at = at.getTimeZoneTransition('next');
    if (!at || at.epochMilliseconds > end) return;
    yield at.epochMilliseconds;
  }
}

/** The first instant after `now` at which the wall clock shows `date` or later: an independent computation. */
function firstInstantOf(date: Temporal.PlainDate, timeZone: string, now: number): number {
  const start = date.toZonedDateTime(timeZone);
  if (start.epochMilliseconds > now) return start.epochMilliseconds;
  // Midnight came, was set back over, and comes again.
  return date.toPlainDateTime().toZonedDateTime(timeZone, { disambiguation: 'later' }).epochMilliseconds;
}

const dateAt = (timeZone: string, now: number): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();

/** Each length of a period: the first date of the span that holds a date, the first date after that span, and the key. */
const LENGTHS = {
  daily: {
    first: (date: Temporal.PlainDate) => date,
    next: (first: Temporal.PlainDate) => first.add({ days: 1 }),
    key: (first: Temporal.PlainDate) => first.toString(),
  },
  weekly: {
    first: (date: Temporal.PlainDate) => date.subtract({ days: date.dayOfWeek - 1 }),
    next: (first: Temporal.PlainDate) => first.add({ days: 7 }),
    key: (first: Temporal.PlainDate) => `${first.yearOfWeek}-W${String(first.weekOfYear).padStart(2, '0')}`,
  },
  monthly: {
    first: (date: Temporal.PlainDate) => date.with({ day: 1 }),
    next: (first: Temporal.PlainDate) => first.add({ months: 1 }),
    key: (first: Temporal.PlainDate) => first.toPlainYearMonth().toString(),
  },
};

function expected(repeats: keyof typeof LENGTHS, timeZone: string, now: number): Period {
  const { first, next, key } = LENGTHS[repeats];
  const spanAt = (at: number) => {
    const begin = first(dateAt(timeZone, at));
    return { key: key(begin), endsAt: firstInstantOf(next(begin), timeZone, at) };
  };
  const startsAt = first(dateAt(timeZone, now)).toZonedDateTime(timeZone).epochMilliseconds;
  const own = spanAt(now);
  const second = spanAt(own.endsAt);
  return {
    ...own,
    rule: `${repeats} in ${timeZone}`,
    previousKey: key(first(dateAt(timeZone, startsAt - 1))),
    startsAt,
    following: [
      { ...second, startsAt: own.endsAt },
      { ...spanAt(second.endsAt), startsAt: second.endsAt },
    ],
    rollingMs: null,
  };
}

describe('every transition of time zones from 2000 to 2040, two seconds either side', () => {
  const zones = TRIED.map((timeZone) => ({ timeZone, at: [...transitions(timeZone)] }));
  const most = zones.reduce((sum, { at }) => sum + 4 * at.length, 0);

  for (const repeats of ['daily', 'weekly', 'monthly'] as const) {
    it(`agrees with Temporal on the ${repeats} key, the key before, the start and the end`, (t) => {
      let compared = 0;
      for (const { timeZone, at } of zones) {
        for (const now of at.flatMap((transition) => [-2000, -1, 0, 2000].map((ms) => transition + ms))) {
          const where = `${timeZone} at ${new Date(now).toISOString()}`;
          assert.deepEqual(periodAt({ repeats, timeZone }, now), expected(repeats, timeZone, now), where);
          compared += 1;
        }
      }
      t.diagnostic(`${compared} instants compared`);
      assert.equal(compared, most);
      assert.ok(compared > 4_000, `only ${compared} instants were compared`);
    });
  }
});
