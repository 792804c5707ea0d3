import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ledger, PeriodRule, ReserveRequest } from '../index.ts';
import { DAY, giving, HOUR, NOON, POINTS, request, ROLE } from './requests.ts';
import { type Bench, grant, reserved, takeUp } from './bench.ts';

const daily = (timeZone: string): PeriodRule => ({ repeats: 'daily', timeZone });
const rolling = (everyHours: number): PeriodRule => ({ repeats: 'rolling', everyHours });
const ONCE: PeriodRule = { repeats: 'once' };
const DAILY = daily('UTC');
const WEEKLY: PeriodRule = { repeats: 'weekly', timeZone: 'UTC' };
const MONTHLY: PeriodRule = { repeats: 'monthly', timeZone: 'UTC' };

const at = (text: string): number => Date.parse(text);
const MIDNIGHT = at('2026-11-21T00:00Z');
const MONDAY = at('2026-11-23T00:00Z');
const DECEMBER = at('2026-12-01T00:00Z');

/** How the owner changed the rule at once after a claim on Friday, 20 November, at noon, and when the member can claim again. */
const CHANGES: [what: string, before: PeriodRule, after: PeriodRule, until: number | null][] = [
  ['from days to weeks, until the week is over that holds the claim', DAILY, WEEKLY, MONDAY],
  ['from weeks to days, until the week is over that was claimed', WEEKLY, DAILY, MONDAY],
  ['from days to months', DAILY, MONTHLY, DECEMBER],
  ['from months to weeks', MONTHLY, WEEKLY, DECEMBER],
  ['from days to once, for ever', DAILY, ONCE, null],
  ['from hours to once, for ever', rolling(36), ONCE, null],
  ['from once to days, for ever', ONCE, DAILY, null],
  ['from once to hours, for ever', ONCE, rolling(1), null],
  ['from hours to days, until the hours are over', rolling(36), DAILY, NOON + 36 * HOUR],
  ['from an hour to days, until the day is over', rolling(1), DAILY, MIDNIGHT],
  ['from days to hours, until the hours since the claim are over', DAILY, rolling(36), NOON + 36 * HOUR],
  ['from days to an hour, until the day is over', DAILY, rolling(1), MIDNIGHT],
  ['to fewer hours, until those of then are over', rolling(36), rolling(1), NOON + 36 * HOUR],
  ['to each event, until the hours of then are over', rolling(36), rolling(0), NOON + 36 * HOUR],
  ['to more hours, until those of now are over', rolling(1), rolling(36), NOON + 36 * HOUR],
  ['to days that begin earlier, until the day of then is over', DAILY, daily('Asia/Tokyo'), MIDNIGHT],
  [
    'to days that begin later, until the date is over that was claimed',
    DAILY,
    daily('America/New_York'),
    at('2026-11-21T05:00Z'),
  ],
];

/** What a reservation, and a look, say of when the member can claim again; the look has to agree. */
async function heldUntil(ledger: Ledger, wanted: ReserveRequest): Promise<number | null | 'free'> {
  const { action, memberId, period, now, minimumGapMs = 0 } = wanted;
  const standing = await ledger.standing({ action, memberId, period, now, minimumGapMs });
  const reservation = await ledger.reserve(wanted);
  if (reservation.kind === 'reserved') {
    assert.ok(!standing.claim && (standing.nextClaimAt ?? 0) <= now, 'a look says that it is taken');
    return 'free';
  }
  const until = reservation.kind === 'held' ? reservation.claim.nextClaimAt : undefined;
  assert.ok(until !== undefined, reservation.kind);
  assert.equal(standing.nextClaimAt, until, 'a look and a reservation differ');
  return until;
}

/** What every ledger makes of an action that its owner lets repeat by another rule. */
export function rules(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: an action whose rule is changed holds back who has claimed it`, () => {
    for (const [what, before, after, until] of CHANGES) {
      it(what, async () => {
        await using bench = await open();
        const { ledger } = bench;
        await grant(ledger, request({ rule: before }));
        assert.equal(await heldUntil(ledger, request({ rule: after, now: NOON + 1 })), until);
        const last = until === null ? NOON + 800 * DAY : until - 1;
        assert.equal(await heldUntil(ledger, request({ rule: after, now: last })), until);
        assert.equal(await heldUntil(ledger, request({ rule: after, now: last, memberId: 'another' })), 'free');
        if (until !== null) assert.equal(await heldUntil(ledger, request({ rule: after, now: until })), 'free');
      });
    }

    it('by a date that was claimed where the date comes again, and says at once when that one is over', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const claimed = at('2026-11-20T16:00Z');
      await grant(ledger, request({ rule: daily('Asia/Tokyo'), now: claimed }));
      const next = at('2026-11-22T00:00Z');
      for (const now of [claimed + HOUR, at('2026-11-21T16:00Z')]) {
        assert.equal(await heldUntil(ledger, request({ rule: DAILY, now })), next);
      }
      const { streak } = reserved(await ledger.reserve(request({ rule: DAILY, now: next })));
      assert.equal(streak, 2, 'its streak goes on');
    });

    it('and lets a streak go on where only the time zone is another', async () => {
      await using bench = await open();
      await grant(bench.ledger, request({ rule: DAILY }));
      const { streak } = reserved(await bench.ledger.reserve(request({ rule: daily('Asia/Tokyo'), now: MIDNIGHT })));
      assert.equal(streak, 2);
    });

    it('whichever of several processes has the old rule and which the new one', async () => {
      await using bench = await open();
      const ledgers = [bench.ledger, await bench.other()];
      for (const memberId of ['a', 'b', 'c', 'd']) {
        const kinds = await Promise.all(
          Array.from({ length: 12 }, async (_, n) => {
            const rule = [DAILY, WEEKLY, ONCE, rolling(5), daily('Asia/Tokyo'), MONTHLY][n % 6] ?? DAILY;
            return (await ledgers[n % 2]?.reserve(request({ memberId, rule })))?.kind;
          }),
        );
        assert.equal(kinds.filter((kind) => kind === 'reserved').length, 1, kinds.join());
        assert.equal(kinds.filter((kind) => kind === 'held').length, 11, kinds.join());
      }
    });

    it('also where the rule goes to and fro', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await grant(ledger, request({ rule: DAILY }));
      for (const rule of [WEEKLY, DAILY, ONCE, DAILY, WEEKLY]) {
        assert.notEqual(await heldUntil(ledger, request({ rule, now: NOON + HOUR })), 'free');
      }
      assert.equal(await heldUntil(ledger, request({ rule: DAILY, now: MIDNIGHT })), 'free');
      assert.equal(await heldUntil(ledger, request({ rule: WEEKLY, now: MIDNIGHT })), MONDAY);
    });

    it('with the least time between two claims, if that is longer', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await grant(ledger, request({ rule: DAILY }));
      const minimumGapMs = 200 * HOUR;
      const after = request({ rule: WEEKLY, now: MONDAY, minimumGapMs });
      const early = { kind: 'too-early', nextClaimAt: NOON + minimumGapMs, streak: 1 };
      assert.deepEqual(await ledger.reserve(after), early);
    });

    it('also who was forgotten since', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const { memberId } = await grant(ledger, request({ rule: DAILY }));
      await ledger.forget(memberId, NOON + 1);
      assert.equal(await heldUntil(ledger, request({ rule: WEEKLY, now: NOON + 2 })), MONDAY);
    });

    for (const [name, tidy] of [
      ['forgotten', ({ ledger }: Bench, now: number) => ledger.forget(request().memberId, now)],
      ['purged', ({ ledger }: Bench, now: number) => ledger.purge({ before: now, now, limit: 10 })],
    ] as const) {
      it(`also who was ${name} long after the period was over, and since the rule was changed`, async () => {
        await using bench = await open();
        const { ledger } = bench;
        await grant(ledger, request({ rule: DAILY }));
        await grant(ledger, request({ rule: ONCE, memberId: 'another', now: NOON + DAY }));
        const now = NOON + 40 * DAY;
        await tidy(bench, now);
        await tidy(bench, now + DAY);
        assert.equal(await heldUntil(ledger, request({ rule: ONCE, now })), null);
        assert.equal(await heldUntil(ledger, request({ rule: ONCE, memberId: 'nobody', now })), 'free');
        const ids = (await ledger.list({})).map(({ memberId }) => memberId);
        assert.equal(ids.includes(request().memberId), false);
      });
    }

    it('but not who was refused, and nobody elsewhere', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const { id } = reserved(await ledger.reserve(request({ rule: DAILY })));
      await ledger.settle(id, 0, { state: 'refused', evidence: null }, NOON);
      assert.equal(await heldUntil(ledger, request({ rule: WEEKLY })), 'free');
      assert.equal(await heldUntil(ledger, request({ rule: ONCE, action: 'another' })), 'free');
    });

    it('and lets who was refused in part have the rest', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const wanted = request({ rule: DAILY, ...giving(POINTS, ROLE) });
      const { id } = reserved(await ledger.reserve(wanted));
      await ledger.settle(id, 0, { state: 'granted', evidence: null }, NOON);
      assert.ok(await ledger.send(id, 1, wanted));
      await ledger.settle(id, 1, { state: 'refused', evidence: null }, NOON);
      const again = reserved(await takeUp(ledger, request({ rule: WEEKLY, now: MIDNIGHT, ...giving(POINTS, ROLE) })));
      assert.deepEqual([again.id, again.nextClaimAt], [id, MONDAY]);
      assert.deepEqual(await ledger.find(id), again);
    });
  });

  describe(`${store}: what is known of rules`, () => {
    const now = (...named: [action: string, rule: PeriodRule][]) => named.map(([action, rule]) => ({ action, rule }));

    it('is nothing before the first claim, and nothing that changed while the rule is the same', async () => {
      await using bench = await open();
      assert.deepEqual(await bench.ledger.ruleChanges(now(['daily', DAILY])), []);
      await grant(bench.ledger, request({ rule: DAILY }));
      assert.deepEqual(await bench.ledger.ruleChanges(now(['daily', DAILY], ['another', WEEKLY])), []);
    });

    it('is which rule claims were made under before, until the first is made under another', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await grant(ledger, request({ rule: daily('Asia/Tokyo') }));
      await grant(ledger, request({ rule: DAILY, memberId: 'b', now: NOON + 1 }));
      const change = {
        action: 'daily',
        rule: 'weekly in UTC',
        before: ['daily in UTC', 'daily in Asia/Tokyo'],
        forEver: 0,
      };
      assert.deepEqual(await ledger.ruleChanges(now(['daily', WEEKLY])), [change]);
      await grant(ledger, request({ rule: WEEKLY, memberId: 'c' }));
      assert.deepEqual(await ledger.ruleChanges(now(['daily', WEEKLY])), []);
    });

    it('is how many claims count for ever, as long as there are any', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const { id } = reserved(await ledger.reserve(request({ rule: ONCE })));
      const change = { action: 'daily', rule: 'rolling every 36 hours', before: ['once'] };
      assert.deepEqual(await ledger.ruleChanges(now(['daily', rolling(36)])), [{ ...change, forEver: 1 }]);
      assert.deepEqual(await ledger.ruleChanges(now(['daily', ONCE])), []);
      await ledger.settle(id, 0, { state: 'released', evidence: null }, NOON);
      assert.deepEqual(await ledger.ruleChanges(now(['daily', rolling(36)])), [{ ...change, forEver: 0 }]);
    });
  });
}
