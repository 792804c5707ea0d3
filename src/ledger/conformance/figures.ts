import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR, NOON, POINTS, request, ROLE } from './requests.ts';
import { type Bench, grant, reserved } from './bench.ts';

/** What every ledger must count. */
export function figures(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: figures`, () => {
    it('have the points that are given or may be, of an action, of a member since an instant, and of all', async () => {
      await using bench = await open();
      const { ledger } = bench;
      assert.deepEqual([await ledger.pointsHeld({}), await ledger.pointsHeld({ action: 'daily' })], [0, 0]);
      await grant(ledger, request({ memberId: 'a' }));
      const refused = reserved(await ledger.reserve(request({ memberId: 'b' })));
      await ledger.settle(refused.id, 0, { state: 'refused', evidence: null }, NOON);
      const lost = reserved(await ledger.reserve(request({ memberId: 'a', action: 'other', now: NOON + HOUR })));
      await ledger.settle(lost.id, 0, { state: 'unknown', evidence: null }, NOON + HOUR);
      const held = {
        all: await ledger.pointsHeld({}),
        daily: await ledger.pointsHeld({ action: 'daily' }),
        other: await ledger.pointsHeld({ action: 'other' }),
        a: await ledger.pointsHeld({ memberId: 'a', since: NOON }),
        lately: await ledger.pointsHeld({ memberId: 'a', since: NOON + 1 }),
        b: await ledger.pointsHeld({ memberId: 'b', since: NOON }),
      };
      assert.deepEqual(held, { all: 20, daily: 10, other: 10, a: 20, lately: 10, b: 0 });
    });

    it('have what claims came to, by action and outcome, of those that were made in a span', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const made = { since: NOON, until: NOON + HOUR };
      assert.deepEqual(await ledger.sums(made), []);
      await grant(ledger, request({ memberId: 'before', now: NOON - 1 }));
      await grant(ledger, request({ memberId: 'a', grants: [POINTS, ROLE] }));
      await grant(ledger, request({ memberId: 'b', now: NOON + 1 }));
      const refused = reserved(await ledger.reserve(request({ memberId: 'c' })));
      await ledger.settle(refused.id, 0, { state: 'refused', evidence: null }, NOON);
      const lost = reserved(await ledger.reserve(request({ memberId: 'd', action: 'other' })));
      await ledger.settle(lost.id, 0, { state: 'unknown', evidence: null }, NOON);
      await grant(ledger, request({ memberId: 'after', now: NOON + HOUR }));
      assert.deepEqual(await ledger.sums(made), [
        { action: 'daily', state: 'granted', claims: 2, points: 20 },
        { action: 'daily', state: 'refused', claims: 1, points: 0 },
        { action: 'other', state: 'pending', claims: 1, points: 0 },
      ]);
    });

    it('have what a claim gave, however it came to that', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const made = { since: NOON, until: NOON + HOUR };
      const both = request({ grants: [POINTS, ROLE] });
      const { id } = reserved(await ledger.reserve(both));
      await ledger.settle(id, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
      const sum = async () => (await ledger.sums(made)).map(({ state, claims, points }) => [state, claims, points]);
      assert.deepEqual(await sum(), [['pending', 1, 10]]);
      await ledger.send(id, 1, both);
      await ledger.settle(id, 1, { state: 'refused', evidence: null }, NOON);
      assert.deepEqual(await sum(), [['refused', 1, 10]]);
      reserved(await ledger.reserve({ ...both, claimId: id, idempotency: null }));
      assert.deepEqual(await sum(), [['pending', 1, 10]]);
      await ledger.settle(id, 1, { state: 'unknown', evidence: null }, NOON);
      await ledger.resolve(id, { state: 'granted', who: 'ada', why: 'seen' }, NOON);
      assert.deepEqual(await sum(), [['granted', 1, 10]]);

      const claim = await ledger.find(id);
      assert.ok(claim);
      await using other = await open();
      await other.ledger.adopt([claim], { who: 'ada', why: 'lost' }, NOON);
      assert.deepEqual(await other.ledger.sums(made), await ledger.sums(made));
    });

    it('have the claims with an unknown grant, each once, and when the oldest was made', async () => {
      await using bench = await open();
      const { ledger } = bench;
      assert.deepEqual(await ledger.unknown(), { count: 0, oldestAt: null });
      await grant(ledger, request({ memberId: 'a', now: NOON - HOUR }));
      const older = reserved(await ledger.reserve(request({ memberId: 'b', grants: [POINTS, ROLE] })));
      const newer = reserved(await ledger.reserve(request({ memberId: 'c', now: NOON + HOUR })));
      await ledger.send(older.id, 1, request());
      for (const index of [0, 1]) await ledger.settle(older.id, index, { state: 'unknown', evidence: null }, NOON);
      await ledger.settle(newer.id, 0, { state: 'unknown', evidence: null }, NOON + HOUR);
      assert.deepEqual(await ledger.unknown(), { count: 2, oldestAt: NOON });
      await ledger.resolve(older.id, { state: 'released', who: 'ada', why: 'seen' }, NOON + HOUR);
      assert.deepEqual(await ledger.unknown(), { count: 1, oldestAt: NOON + HOUR });
    });
  });
}
