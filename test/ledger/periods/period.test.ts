import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PeriodRule, periodAt, periodForKey, ruleName } from '../../../src/ledger/periods/period.ts';
import { dateAt } from '../../../src/ledger/periods/zone.ts';

const instant = (text: string) => Date.parse(text);
const daily = (timeZone: string): PeriodRule => ({ repeats: 'daily', timeZone });
const weekly = (timeZone: string): PeriodRule => ({ repeats: 'weekly', timeZone });
const monthly = (timeZone: string): PeriodRule => ({ repeats: 'monthly', timeZone });

/** Name, rule, an instant, and what holds then: the period's key, the key before, its start and its end. */
type Case = [string, PeriodRule, string, [string, string, string, string]];

describe('periods', () => {
  const cases: Case[] = [
    [
      'a plain day',
      daily('Europe/London'),
      '2026-07-01T12:00:00Z',
      ['2026-07-01', '2026-06-30', '2026-06-30T23:00:00.000Z', '2026-07-01T23:00:00.000Z'],
    ],
    [
      'a 23 hour day',
      daily('Europe/London'),
      '2026-03-29T00:00:00Z',
      ['2026-03-29', '2026-03-28', '2026-03-29T00:00:00.000Z', '2026-03-29T23:00:00.000Z'],
    ],
    [
      'a 25 hour day',
      daily('Europe/London'),
      '2026-10-24T23:00:00Z',
      ['2026-10-25', '2026-10-24', '2026-10-24T23:00:00.000Z', '2026-10-26T00:00:00.000Z'],
    ],
    [
      'a 24.5 hour day',
      daily('Australia/Lord_Howe'),
      '2026-04-04T13:00:00Z',
      ['2026-04-05', '2026-04-04', '2026-04-04T13:00:00.000Z', '2026-04-05T13:30:00.000Z'],
    ],
    [
      'the day before one that starts at 01:00',
      daily('Asia/Beirut'),
      '2026-03-28T12:00:00Z',
      ['2026-03-28', '2026-03-27', '2026-03-27T22:00:00.000Z', '2026-03-28T22:00:00.000Z'],
    ],
    [
      'a day that starts at 01:00',
      daily('Asia/Beirut'),
      '2026-03-29T12:00:00Z',
      ['2026-03-29', '2026-03-28', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
    ],
    [
      'a day whose last hour comes twice',
      daily('America/Santiago'),
      '2026-04-05T03:59:59.999Z',
      ['2026-04-04', '2026-04-03', '2026-04-04T03:00:00.000Z', '2026-04-05T04:00:00.000Z'],
    ],
    [
      'the day after one whose last hour comes twice',
      daily('America/Santiago'),
      '2026-04-05T04:00:00Z',
      ['2026-04-05', '2026-04-04', '2026-04-05T04:00:00.000Z', '2026-04-06T04:00:00.000Z'],
    ],
    [
      'the minute after a midnight that comes twice',
      daily('America/St_Johns'),
      '2010-11-07T02:30:00Z',
      ['2010-11-07', '2010-11-06', '2010-11-07T02:30:00.000Z', '2010-11-08T03:30:00.000Z'],
    ],
    [
      'the day before a skipped date',
      daily('Pacific/Apia'),
      '2011-12-29T12:00:00Z',
      ['2011-12-29', '2011-12-28', '2011-12-29T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
    ],
    [
      'the day after a skipped date',
      daily('Pacific/Apia'),
      '2011-12-30T12:00:00Z',
      ['2011-12-31', '2011-12-29', '2011-12-30T10:00:00.000Z', '2011-12-31T10:00:00.000Z'],
    ],
    [
      'a week, from Monday to Sunday',
      weekly('UTC'),
      '2026-11-22T23:59:59Z',
      ['2026-W47', '2026-W46', '2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    ],
    [
      'a week that belongs to the year before',
      weekly('UTC'),
      '2027-01-02T00:00:00Z',
      ['2026-W53', '2026-W52', '2026-12-28T00:00:00.000Z', '2027-01-04T00:00:00.000Z'],
    ],
    [
      'a week that belongs to the year after',
      weekly('Asia/Tokyo'),
      '2025-12-29T00:00:00Z',
      ['2026-W01', '2025-W52', '2025-12-28T15:00:00.000Z', '2026-01-04T15:00:00.000Z'],
    ],
    [
      'a month',
      monthly('America/New_York'),
      '2026-12-01T04:59:59Z',
      ['2026-11', '2026-10', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
    ],
    [
      'a month that ends the year',
      monthly('UTC'),
      '2026-12-31T12:00:00Z',
      ['2026-12', '2026-11', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ],
  ];
  for (const [name, rule, now, [key, previousKey, startsAt, endsAt]] of cases) {
    it(`know ${name}`, () => {
      const { following, ...period } = periodAt(rule, instant(now));
      assert.equal(following[0]?.startsAt, instant(endsAt));
      assert.deepEqual(period, {
        rule: ruleName(rule),
        key,
        previousKey,
        startsAt: instant(startsAt),
        endsAt: instant(endsAt),
        rollingMs: null,
      });
    });
  }

  it('have one span for once', () => {
    assert.deepEqual(periodAt({ repeats: 'once' }, 0), {
      rule: 'once',
      key: 'once',
      previousKey: null,
      startsAt: null,
      endsAt: null,
      following: [],
      rollingMs: null,
    });
  });

  it('have no span of their own for rolling, which is counted from the last claim', () => {
    assert.deepEqual(periodAt({ repeats: 'rolling', everyHours: 36 }, 0), {
      rule: 'rolling every 36 hours',
      key: '',
      previousKey: null,
      startsAt: null,
      endsAt: null,
      following: [],
      rollingMs: 36 * 3_600_000,
    });
  });

  it('refuse a time zone that does not exist', () => {
    assert.throws(() => periodAt(daily('Europe/Atlantis'), 0), RangeError);
  });
});

describe('a period that was asked for before', () => {
  const now = instant('2026-11-20T12:00:00Z');

  it('is not worked out again while it lasts', () => {
    const first = periodAt(daily('Europe/Paris'), now);
    assert.equal(periodAt(daily('Europe/Paris'), now), first);
    assert.equal(periodAt(daily('Europe/Paris'), now + 1), first);
    assert.notEqual(periodAt(daily('Europe/Paris'), now + 86_400_000), first);
  });

  it('is not taken for that of another zone or of another length', () => {
    const monday = instant('2026-11-23T12:00:00Z');
    const ends = [daily('Asia/Seoul'), weekly('Asia/Seoul'), daily('Europe/Oslo')].map(
      (rule) => periodAt(rule, monday).endsAt,
    );
    assert.deepEqual(ends, [
      instant('2026-11-23T15:00:00Z'),
      instant('2026-11-29T15:00:00Z'),
      instant('2026-11-23T23:00:00Z'),
    ]);
  });

  it('ends anew where its midnight comes twice, and as before when the clock goes back', () => {
    const endsAt = (at: string) => periodAt(daily('America/St_Johns'), instant(at)).endsAt;
    // The 6th ends at 02:30, and for a minute it is the 7th; then clocks are set back to 23:01 of the 6th.
    assert.equal(endsAt('2010-11-07T02:29:00Z'), instant('2010-11-07T02:30:00Z'));
    assert.equal(endsAt('2010-11-07T02:31:00Z'), instant('2010-11-07T03:30:00Z'));
    assert.equal(endsAt('2010-11-07T02:29:00Z'), instant('2010-11-07T02:30:00Z'));
  });
});

describe('the wall clock of a zone', () => {
  const now = instant('2026-11-20T12:00:00Z');

  it('is read once a minute', (t) => {
    const { mock } = t.mock.method(Intl.DateTimeFormat.prototype, 'formatToParts');
    for (const ms of [0, 1, 59_999]) dateAt('Africa/Nairobi', now + ms);
    assert.equal(mock.callCount(), 1);
    dateAt('Africa/Nairobi', now + 60_000);
    assert.equal(mock.callCount(), 2);
  });

  it('is set up once', (t) => {
    const { mock } = t.mock.method(Intl, 'DateTimeFormat');
    for (const hours of [0, 1, 2]) dateAt('Africa/Lagos', now + hours * 3_600_000);
    assert.equal(mock.callCount(), 1);
  });
});

describe('the period of a key', () => {
  it('never ends, and is one for each key', () => {
    const { key, endsAt, previousKey, rollingMs } = periodForKey('gift a');
    assert.deepEqual([endsAt, previousKey, rollingMs], [null, null, null]);
    assert.equal(periodForKey('gift a').key, key);
    assert.notEqual(periodForKey('gift b').key, key);
    for (const name of ['gift a', 'gift b']) assert.equal(periodForKey(name).rule, 'once for each key');
  });
});
