import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { grant } from '../../../src/ledger/conformance/bench.ts';
import { DAY, HOUR, NOON, request } from '../../../src/ledger/conformance/requests.ts';
import type { ClaimRecord, PeriodRule } from '../../../src/ledger/index.ts';
import { freePeriod } from '../../../src/ledger/periods/slot.ts';
import { sharedStore } from '../shared-store.ts';

const ROLLING: PeriodRule = { repeats: 'rolling', everyHours: 1 };
const key = (count: number) => `rolling-${String(count).padStart(9, '0')}`;

describe('when a member can claim next', () => {
  it('is before a day that was claimed already, where the one between is free', async (t) => {
    const { ledger } = await sharedStore(t, 7 * DAY);
    await grant(ledger, request({ now: NOON + 2 * DAY }));
    const { nextClaimAt } = await grant(ledger, request());
    assert.equal(nextClaimAt, Date.parse('2026-11-21T00:00:00Z'));
  });

  it('begins the streak again where the gap ends with the day that is missed', async (t) => {
    const { ledger } = await sharedStore(t);
    await grant(ledger, request({ now: NOON - DAY }));
    const streakAfter = async (minimumGapMs: number) => {
      const refused = await ledger.reserve(request({ minimumGapMs }));
      assert.ok(refused.kind === 'too-early', refused.kind);
      return refused.streak;
    };
    assert.equal(await streakAfter(36 * HOUR), 1);
    assert.equal(await streakAfter(36 * HOUR - 1), 2);
  });

  it('knows of no streak where periods follow one another from claim to claim', async (t) => {
    const { ledger } = await sharedStore(t);
    await grant(ledger, request({ rule: ROLLING, grantsStreak: 3 }));
    const refused = await ledger.reserve(request({ rule: ROLLING, now: NOON + HOUR, minimumGapMs: 3 * HOUR }));
    assert.ok(refused.kind === 'too-early', refused.kind);
    assert.equal(refused.streak, null);
  });
});

describe('the span of a claim that is recorded under another name later', () => {
  /** The member has claimed at these hours, each a span of its own. */
  async function claimed(t: TestContext, hours: readonly number[]) {
    const { ledger, drive } = await sharedStore(t);
    const claims: ClaimRecord[] = [];
    for (const hour of hours) claims.push(await grant(ledger, request({ rule: ROLLING, now: NOON + hour * HOUR })));
    const { action, memberId } = request();
    const free = (period: string, hour: number) =>
      drive(freePeriod({ period, action, memberId, createdAt: NOON + hour * HOUR })).result;
    const periods = async () => Promise.all(claims.map(async ({ id }) => (await ledger.find(id))?.period));
    return { free, periods };
  }

  it('is its own if it is one of the calendar, or the member has none', async (t) => {
    const { free } = await claimed(t, [0, 1]);
    assert.equal(free('2026-11-20', 5), '2026-11-20');
    assert.equal((await claimed(t, [])).free(key(7), 5), key(7));
  });

  it('comes after the last one of the member, if it was made later or at the same time', async (t) => {
    const { free, periods } = await claimed(t, [0, 1]);
    for (const hour of [1, 2]) {
      assert.equal(free(key(3), hour), key(3));
      assert.equal(free(key(2), hour), key(3));
      assert.equal(free(key(1), hour), key(3));
    }
    assert.deepEqual(await periods(), [key(1), key(2)]);
  });

  it('stays, if it was made earlier and nobody has it', async (t) => {
    const { free, periods } = await claimed(t, [0, 1]);
    assert.equal(free('rolling-000000000', 0.5), 'rolling-000000000');
    assert.deepEqual(await periods(), [key(1), key(2)]);
  });

  for (const [what, period] of [
    ['which another has', key(1)],
    ['which is that of the last one', key(2)],
  ] as const) {
    it(`is that of the last one, which moves on, if it was made earlier with a span ${what}`, async (t) => {
      const { free, periods } = await claimed(t, [0, 1]);
      assert.equal(free(period, 0.5), key(2));
      assert.deepEqual(await periods(), [key(1), key(3)]);
    });
  }

  it('is that of the last one, which moves behind both, if it was made earlier with a later span', async (t) => {
    const { free, periods } = await claimed(t, [0, 1]);
    assert.equal(free(key(8), 0.5), key(2));
    assert.deepEqual(await periods(), [key(1), key(9)]);
  });
});
