import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PeriodRule } from '../../../src/ledger/index.ts';
import { DAILY, DAY, HOUR, NOON, request } from '../requests.ts';
import { type Bench, reserved } from './bench.ts';

const ROLLING: PeriodRule = { repeats: 'rolling', everyHours: 36 };
const ONCE: PeriodRule = { repeats: 'once' };

/** What every ledger makes of the spans in which an action can be claimed once. */
export function spans(store: string, open: () => Promise<Bench>): void {
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
      const { period } = reserved(await bench.ledger.reserve(request({ rule: ROLLING, now: NOON + HOUR })));
      assert.equal(period, 'rolling-000000001');
    });
  });

  describe(`${store}: a clock that steps back a little`, () => {
    it('does not keep a member from a slot that is free', async () => {
      await using bench = await open();
      const midnight = Math.ceil(NOON / DAY) * DAY;
      reserved(await bench.ledger.reserve(request({ now: midnight + 10_000 })));
      reserved(await bench.ledger.reserve(request({ now: midnight - 10_000 })));
    });
  });

  describe(`${store}: a claim's id`, () => {
    it('is its time and 80 random bits', async () => {
      await using bench = await open();
      const { id } = reserved(await bench.ledger.reserve(request()));
      assert.match(id, /^[0-9a-hjkmnp-tv-z]{10}[0-9a-f]{20}$/);
    });
  });
}
