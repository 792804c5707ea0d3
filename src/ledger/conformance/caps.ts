import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NOON, POINTS, points, request, ROLE } from './requests.ts';
import { type Bench, grant, reserved, takeUp } from './bench.ts';

const member = (n: number) => ({ memberId: `member-${n}`, now: NOON + n });

/** What every ledger holds to seats, budgets and limits. */
export function capping(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: caps`, () => {
    it('fill an action to its capacity and no further, and free the seat of a refused claim', async () => {
      await using bench = await open();
      const ledgers = [bench.ledger, await bench.other()];
      const caps = { capacity: 5 };
      const results = await Promise.all(
        Array.from({ length: 20 }, async (_, n) => ledgers[n % 2]?.reserve(request({ ...member(n), caps }))),
      );
      assert.equal(results.filter((result) => result?.kind === 'reserved').length, 5);
      assert.ok(
        results.every(
          (result) => result?.kind === 'reserved' || (result?.kind === 'capped' && result.cap === 'capacity'),
        ),
      );
      assert.equal(await bench.ledger.seatsTaken('daily'), 5);

      const winner = results.find((result) => result?.kind === 'reserved');
      assert.ok(winner && 'claim' in winner);
      await bench.ledger.settle(winner.claim.id, 0, { state: 'refused', evidence: null }, NOON);
      assert.equal(await bench.ledger.seatsTaken('daily'), 4);
      assert.equal((await bench.ledger.reserve(request({ ...member(50), caps }))).kind, 'reserved');
      assert.deepEqual(await bench.ledger.reserve(request({ ...member(51), caps })), {
        kind: 'capped',
        cap: 'capacity',
      });
    });

    it('keep an unknown claim counted', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request({ caps: { capacity: 1 } })));
      await bench.ledger.settle(claim.id, 0, { state: 'unknown', evidence: null }, NOON);
      assert.deepEqual(await bench.ledger.reserve(request({ ...member(1), caps: { capacity: 1 } })), {
        kind: 'capped',
        cap: 'capacity',
      });
    });

    it('bound the points of an action', async () => {
      await using bench = await open();
      const caps = { actionBudget: 25 };
      await grant(bench.ledger, request({ ...member(1), caps }));
      await grant(bench.ledger, request({ ...member(2), caps }));
      assert.deepEqual(await bench.ledger.reserve(request({ ...member(3), caps, grants: [points(6)] })), {
        kind: 'capped',
        cap: 'actionBudget',
      });
      assert.equal((await bench.ledger.reserve(request({ ...member(3), caps, grants: [points(5)] }))).kind, 'reserved');
    });

    it('keep out a first claim that is over them by itself', async () => {
      await using bench = await open();
      for (const [cap, caps] of [
        ['actionBudget', { actionBudget: 9 }],
        ['totalBudget', { totalBudget: 9 }],
        ['capacity', { capacity: 0 }],
      ] as const) {
        assert.deepEqual(await bench.ledger.reserve(request({ caps })), { kind: 'capped', cap });
      }
      assert.equal(await bench.ledger.seatsTaken('daily'), 0);
    });

    it('name the budget while there is a seat left', async () => {
      await using bench = await open();
      const caps = { capacity: 2, actionBudget: 15 };
      await grant(bench.ledger, request({ ...member(1), caps }));
      assert.deepEqual(await bench.ledger.reserve(request({ ...member(2), caps })), {
        kind: 'capped',
        cap: 'actionBudget',
      });
    });

    it('bound the points of all actions together', async () => {
      await using bench = await open();
      const ledgers = [bench.ledger, await bench.other()];
      const results = await Promise.all(
        Array.from({ length: 12 }, async (_, n) =>
          ledgers[n % 2]?.reserve(request({ ...member(n), action: `action-${n % 3}`, caps: { totalBudget: 40 } })),
        ),
      );
      assert.equal(results.filter((result) => result?.kind === 'reserved').length, 4);
      const one = request({ ...member(50), caps: { totalBudget: 40 }, grants: [points(1)] });
      assert.deepEqual(await bench.ledger.reserve(one), { kind: 'capped', cap: 'totalBudget' });
    });

    it('bound the points of a member since an instant', async () => {
      await using bench = await open();
      const caps = { memberPoints: { points: 20, since: NOON } };
      await grant(bench.ledger, request({ action: 'yesterday', now: NOON - 1 }));
      await grant(bench.ledger, request({ action: 'a', caps }));
      await grant(bench.ledger, request({ action: 'b', caps }));
      assert.deepEqual(await bench.ledger.reserve(request({ action: 'c', caps, grants: [points(1)] })), {
        kind: 'capped',
        cap: 'memberPoints',
      });
      assert.equal((await bench.ledger.reserve(request({ action: 'c', caps, memberId: 'another' }))).kind, 'reserved');
    });

    it('are charged again when a claim is taken up again', async () => {
      await using bench = await open();
      const caps = { actionBudget: 10 };
      const claim = reserved(await bench.ledger.reserve(request({ caps, grants: [POINTS, ROLE] })));
      await bench.ledger.settle(claim.id, 0, { state: 'refused', evidence: null }, NOON);
      await bench.ledger.send(claim.id, 1, request());
      await bench.ledger.settle(claim.id, 1, { state: 'granted', echo: ROLE, evidence: null }, NOON);
      const rival = reserved(await bench.ledger.reserve(request({ ...member(1), caps })));
      assert.deepEqual(await takeUp(bench.ledger, request({ caps })), { kind: 'capped', cap: 'actionBudget' });
      await bench.ledger.settle(rival.id, 0, { state: 'refused', evidence: null }, NOON);
      assert.equal(reserved(await takeUp(bench.ledger, request({ caps }))).id, claim.id);
      assert.equal(await bench.ledger.seatsTaken('daily'), 1);
      assert.deepEqual(await bench.ledger.reserve(request({ ...member(2), caps })), {
        kind: 'capped',
        cap: 'actionBudget',
      });
      assert.equal(
        (await bench.ledger.reserve(request({ ...member(2), caps: { actionBudget: 20 } }))).kind,
        'reserved',
        'the points are charged once',
      );
    });
  });
}
