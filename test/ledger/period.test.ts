import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Temporal } from 'temporal-polyfill';
import { type PeriodRule, periodAt } from '../../src/ledger/period.ts';

const instant = (text: string) => Date.parse(text);
const daily = (timeZone: string): PeriodRule => ({ repeats: 'daily', timeZone });

describe('periods', () => {
  const cases: [string, PeriodRule, string, string, string][] = [
    ['a plain day', daily('Europe/London'), '2026-07-01T12:00:00Z', '2026-07-01', '2026-07-01T23:00:00.000Z'],
    ['a 23 hour day', daily('Europe/London'), '2026-03-29T00:00:00Z', '2026-03-29', '2026-03-29T23:00:00.000Z'],
    ['a 25 hour day', daily('Europe/London'), '2026-10-24T23:00:00Z', '2026-10-25', '2026-10-26T00:00:00.000Z'],
    ['a 24.5 hour day', daily('Australia/Lord_Howe'), '2026-04-04T13:00:00Z', '2026-04-05', '2026-04-05T13:30:00.000Z'],
    [
      'a day that starts at 01:00',
      daily('Asia/Beirut'),
      '2026-03-28T12:00:00Z',
      '2026-03-28',
      '2026-03-28T22:00:00.000Z',
    ],
    [
      'the day before a skipped date',
      daily('Pacific/Apia'),
      '2011-12-29T12:00:00Z',
      '2011-12-29',
      '2011-12-30T10:00:00.000Z',
    ],
    ['a week', { repeats: 'weekly', timeZone: 'UTC' }, '2026-11-22T23:59:59Z', '2026-W47', '2026-11-23T00:00:00.000Z'],
    [
      'a week that belongs to the year before',
      { repeats: 'weekly', timeZone: 'UTC' },
      '2027-01-02T00:00:00Z',
      '2026-W53',
      '2027-01-04T00:00:00.000Z',
    ],
    [
      'a month',
      { repeats: 'monthly', timeZone: 'America/New_York' },
      '2026-12-01T04:59:59Z',
      '2026-11',
      '2026-12-01T05:00:00.000Z',
    ],
  ];
  for (const [name, rule, now, key, end] of cases) {
    it(`knows ${name}`, () => {
      const period = periodAt(rule, instant(now));
      assert.equal(period.key, key);
      assert.equal(new Date(period.endsAt ?? Number.NaN).toISOString(), end);
    });
  }

  it('follows a skipped date back to the one before it', () => {
    assert.equal(periodAt(daily('Pacific/Apia'), instant('2011-12-31T12:00:00Z')).previousKey, '2011-12-31');
    assert.equal(periodAt(daily('Pacific/Apia'), instant('2011-12-30T12:00:00Z')).previousKey, '2011-12-29');
  });

  it('has one span for once, and none of its own for rolling', () => {
    assert.deepEqual(periodAt({ repeats: 'once' }, 0), {
      key: 'once',
      previousKey: null,
      startsAt: null,
      endsAt: null,
      rollingMs: null,
    });
    assert.equal(periodAt({ repeats: 'rolling', everyHours: 36 }, 0).rollingMs, 36 * 3_600_000);
  });

  it('refuses a time zone that does not exist', () => {
    assert.throws(() => periodAt(daily('Europe/Atlantis'), 0), RangeError);
  });
});

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

describe('every transition of every time zone from 2000 to 2040, two seconds either side', () => {
  it('agrees with Temporal on the key, the key before and the end of the day, the week and the month', () => {
    let compared = 0;
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      for (const transition of transitions(timeZone)) {
        for (const now of [transition - 2000, transition - 1, transition, transition + 2000]) {
          const date = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
          const day = periodAt(daily(timeZone), now);
          const expected = { key: date.toString(), endsAt: firstInstantOf(date.add({ days: 1 }), timeZone, now) };
          assert.deepEqual(
            { key: day.key, endsAt: day.endsAt },
            expected,
            `${timeZone} daily at ${new Date(now).toISOString()}`,
          );
          compared += 1;
        }
        const date = Temporal.Instant.fromEpochMilliseconds(transition).toZonedDateTimeISO(timeZone).toPlainDate();
        const week = periodAt({ repeats: 'weekly', timeZone }, transition);
        const monday = date.subtract({ days: date.dayOfWeek - 1 });
        assert.equal(week.key, `${date.yearOfWeek}-W${String(date.weekOfYear).padStart(2, '0')}`);
        assert.equal(week.endsAt, firstInstantOf(monday.add({ days: 7 }), timeZone, transition), `${timeZone} weekly`);
        assert.equal(
          week.startsAt,
          monday.toZonedDateTime(timeZone).epochMilliseconds,
          `${timeZone} start of week at ${new Date(transition).toISOString()}`,
        );
        const month = periodAt({ repeats: 'monthly', timeZone }, transition);
        assert.equal(month.key, date.toPlainYearMonth().toString());
        assert.equal(
          month.endsAt,
          firstInstantOf(date.with({ day: 1 }).add({ months: 1 }), timeZone, transition),
          `${timeZone} monthly`,
        );
      }
    }
    assert.ok(compared > 40_000, `only ${compared} instants were compared`);
  });
});
