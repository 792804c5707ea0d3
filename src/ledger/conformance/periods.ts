import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PeriodRule } from '../index.ts';
import { DAILY, DAY, HOUR, NOON, request } from './requests.ts';
import { type Bench, grant, reserved } from './bench.ts';

const ROLLING: PeriodRule = { repeats: 'rolling', everyHours: 36 };
const ONCE: PeriodRule = { repeats: 'once' };

/** When every ledger lets a member claim again, and what it counts as a streak. */
export function periods(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: a claim that is made once`, () => {
    it('has no next time and no streak', async () => {
      await using bench = await open();
      const { nextClaimAt, streak } = reserved(await bench.ledger.reserve(request({ rule: ONCE })));
      assert.deepEqual([nextClaimAt, streak], [null, null]);
    });

    it('leaves a member without a streak before it and after it', async () => {
      await using bench = await open();
      const { action, memberId, now, period } = request({ rule: ONCE });
      const standing = () => bench.ledger.standing({ action, memberId, now, period });
      assert.deepEqual(await standing(), { claim: null, nextClaimAt: null, streak: null, streakIfClaimed: null });
      await bench.ledger.reserve(request({ rule: ONCE }));
      const { streak, streakIfClaimed } = await standing();
      assert.deepEqual([streak, streakIfClaimed], [null, null]);
    });
  });

  describe(`${store}: rolling spans`, () => {
    it('are counted, and have no streak', async () => {
      await using bench = await open();
      for (let count = 1; count <= 11; count += 1) {
        const now = NOON + (count - 1) * 36 * HOUR;
        const { period, streak } = reserved(await bench.ledger.reserve(request({ rule: ROLLING, now })));
        assert.deepEqual([period, streak], [`rolling-${String(count).padStart(9, '0')}`, null]);
        assert.equal((await bench.ledger.reserve(request({ rule: ROLLING, now: now + HOUR }))).kind, 'held');
      }
    });

    it('begin anew where the owner let the action repeat by the calendar before', async () => {
      await using bench = await open();
      await bench.ledger.reserve(request({ rule: DAILY }));
      const { period } = reserved(await bench.ledger.reserve(request({ rule: ROLLING, now: NOON + 36 * HOUR })));
      assert.equal(period, 'rolling-000000001');
    });
  });

  describe(`${store}: periods, streaks and gaps`, () => {
    it('counts a streak over days that follow one another, and starts again after a gap', async () => {
      await using bench = await open();
      const streaks: (number | null)[] = [];
      for (const day of [0, 1, 2, 4, 5]) {
        const claim = await grant(bench.ledger, request({ now: NOON + day * DAY }));
        streaks.push(claim.streak);
      }
      assert.deepEqual(streaks, [1, 2, 3, 1, 2]);
    });

    it('reserves nothing for grants that were made for another streak, and says which it is', async () => {
      await using bench = await open();
      await grant(bench.ledger, request());
      const tomorrow = request({ now: NOON + DAY, grantsStreak: 1 });
      assert.deepEqual(await bench.ledger.reserve(tomorrow), { kind: 'other-streak', streak: 2 });
      assert.equal((await bench.ledger.list({})).length, 1);
      assert.equal(reserved(await bench.ledger.reserve({ ...tomorrow, grantsStreak: 2 })).streak, 2);
    });

    it('does not count a refused day', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request()));
      await bench.ledger.settle(claim.id, 0, { state: 'refused', evidence: null }, NOON);
      assert.equal((await grant(bench.ledger, request({ now: NOON + DAY }))).streak, 1);
    });

    it('opens a rolling period a number of hours after the last claim', async () => {
      await using bench = await open();
      const rule = { repeats: 'rolling', everyHours: 36 } as const;
      const claim = await grant(bench.ledger, request({ rule }));
      assert.equal(claim.nextClaimAt, NOON + 36 * HOUR);
      assert.equal((await bench.ledger.reserve(request({ rule, now: NOON + 36 * HOUR - 1 }))).kind, 'held');
      assert.equal((await bench.ledger.reserve(request({ rule, now: NOON + 36 * HOUR }))).kind, 'reserved');
    });

    it('gives a rolling period to one of many that ask at once', async () => {
      await using bench = await open();
      const rule = { repeats: 'rolling', everyHours: 1 } as const;
      const ledgers = [bench.ledger, await bench.other()];
      const kinds = await Promise.all(
        Array.from({ length: 20 }, async (_, i) => (await ledgers[i % 2]?.reserve(request({ rule })))?.kind),
      );
      assert.equal(kinds.filter((kind) => kind === 'reserved').length, 1);
    });

    it('keeps a minimum gap across the end of a day', async () => {
      await using bench = await open();
      const late = Date.parse('2026-11-20T23:00:00Z');
      const minimumGapMs = 8 * HOUR;
      const claim = await grant(bench.ledger, request({ now: late, minimumGapMs }));
      assert.equal(claim.nextClaimAt, late + 8 * HOUR);
      assert.deepEqual(await bench.ledger.reserve(request({ now: late + 2 * HOUR, minimumGapMs })), {
        kind: 'too-early',
        nextClaimAt: late + 8 * HOUR,
        streak: 2,
      });
      assert.equal((await bench.ledger.reserve(request({ now: late + 8 * HOUR, minimumGapMs }))).kind, 'reserved');
    });

    it('tells where a member stands', async () => {
      await using bench = await open();
      const { action, memberId } = request();
      const at = async (now: number) =>
        bench.ledger.standing({ action, memberId, now, period: request({ now }).period });
      assert.deepEqual(await at(NOON), { claim: null, nextClaimAt: null, streak: 0, streakIfClaimed: 1 });
      const claim = await grant(bench.ledger, request());
      assert.deepEqual(await at(NOON), { claim, nextClaimAt: claim.nextClaimAt, streak: 1, streakIfClaimed: 1 });
      assert.deepEqual(await at(NOON + DAY), { claim: null, nextClaimAt: null, streak: 1, streakIfClaimed: 2 });
      assert.deepEqual(await at(NOON + 2 * DAY), { claim: null, nextClaimAt: null, streak: 0, streakIfClaimed: 1 });
    });

    it('holds claims back while the clock is behind the newest one', async () => {
      await using bench = await open();
      await bench.ledger.reserve(request());
      assert.equal((await bench.ledger.reserve(request({ memberId: 'b', now: NOON - 60_000 }))).kind, 'reserved');
      assert.deepEqual(await bench.ledger.reserve(request({ memberId: 'c', now: NOON - 60_001 })), {
        kind: 'clock-behind',
        byMs: 60_001,
      });
    });
  });

  describe(`${store}: a clock that steps back a little`, () => {
    it('does not keep a member from a slot that is free', async () => {
      await using bench = await open();
      const midnight = Math.ceil(NOON / DAY) * DAY;
      reserved(await bench.ledger.reserve(request({ now: midnight + 10_000 })));
      const today = reserved(await bench.ledger.reserve(request({ now: midnight - 10_000 })));
      assert.equal(today.nextClaimAt, midnight + DAY, 'tomorrow is claimed already');
    });

    it('does not put a next claim off for a later day that is claimed already', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const midnight = Math.ceil(NOON / DAY) * DAY;
      const by = { who: 'Wren', why: 'the clock of one machine' };
      await ledger.reserve(request({ now: midnight + DAY }));
      await ledger.setAside(by, NOON);
      const today = reserved(await ledger.reserve(request({ now: NOON })));
      assert.equal(today.nextClaimAt, midnight);
    });

    it('does not keep an event from its claim, where each is claimed', async () => {
      await using bench = await open();
      const event = (now: number) => request({ rule: { repeats: 'rolling', everyHours: 0 }, now });
      const ahead = reserved(await bench.ledger.reserve(event(NOON + 10_000)));
      assert.notEqual(reserved(await bench.ledger.reserve(event(NOON))).id, ahead.id);
    });
  });

  describe(`${store}: a clock that was far ahead`, () => {
    it('stops nobody any more once what it made is set aside', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const by = { who: 'Wren', why: 'the clock of one machine' };
      assert.equal(await ledger.setAside(by, NOON), 0);
      const ahead = reserved(await ledger.reserve(request({ memberId: 'ahead', now: NOON + DAY })));
      assert.deepEqual(await ledger.reserve(request()), { kind: 'clock-behind', byMs: DAY });
      assert.equal(await ledger.setAside(by, NOON), 1);
      reserved(await ledger.reserve(request()));
      reserved(await ledger.reserve(request({ memberId: 'next', now: NOON + 1000 })));
      assert.equal((await ledger.glance()).newestClaimAt, NOON + 1000);
      // It counts all the same, and the clock is still held against what was made since.
      const again = await ledger.reserve(request({ memberId: 'ahead', now: NOON + DAY }));
      assert.deepEqual([again.kind, 'claim' in again && again.claim.id], ['held', ahead.id]);
      const behind = await ledger.reserve(request({ memberId: 'late', now: NOON - DAY }));
      assert.deepEqual(behind, { kind: 'clock-behind', byMs: DAY + 1000 });
      const history = await ledger.ledgerHistory();
      assert.deepEqual(history, [{ at: NOON, what: 'set aside', ...by, details: { claims: 1 } }]);
    });

    it('has what it made since set aside as well, the next time', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const by = { who: 'Wren', why: 'the clock of one machine' };
      await ledger.reserve(request({ memberId: 'ahead', now: NOON + DAY }));
      await ledger.setAside(by, NOON);
      await ledger.reserve(request({ memberId: 'later', now: NOON + 2 * DAY }));
      assert.equal(await ledger.setAside(by, NOON), 2);
      for (const [memberId, now] of [
        ['now', NOON],
        ['next', NOON + DAY + 1000],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        reserved(await ledger.reserve(request({ memberId, now })));
      }
    });

    it('is not ahead by what clocks differ anyway', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.reserve(request({ now: NOON + 10_000 }));
      assert.equal(await ledger.setAside({ who: 'Wren', why: 'the clock of one machine' }, NOON), 0);
    });
  });
}
