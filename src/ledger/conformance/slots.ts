import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY, NOON, POINTS, request, ROLE } from './requests.ts';
import { type Bench, reserved } from './bench.ts';

/** How a slot is taken, held and freed on every ledger. */
export function slots(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: a slot`, () => {
    it('is taken by one claim, whose first grant may be sent at once', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request({ grants: [POINTS, ROLE] })));
      assert.equal(claim.state, 'pending');
      assert.deepEqual(
        claim.grants.map(({ state, attempts }) => [state, attempts]),
        [
          ['sent', 1],
          ['reserved', 0],
        ],
      );
      assert.deepEqual(await bench.ledger.find(claim.id), claim);
    });

    it('is held while the claim is pending, and once it is granted', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request()));
      assert.deepEqual(await bench.ledger.reserve(request()), { kind: 'held', claim });
      const granted = await bench.ledger.settle(claim.id, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
      assert.deepEqual(await bench.ledger.reserve(request()), { kind: 'held', claim: granted });
    });

    for (const state of ['refused', 'released'] as const) {
      it(`is free again after a ${state} grant`, async () => {
        await using bench = await open();
        const claim = reserved(await bench.ledger.reserve(request()));
        const settled = await bench.ledger.settle(claim.id, 0, { state, evidence: { status: 422 } }, NOON);
        assert.equal(settled.state, state);
        assert.notEqual(reserved(await bench.ledger.reserve(request())).id, claim.id);
      });
    }

    it('stays held by an unknown award', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request()));
      const unknown = await bench.ledger.settle(claim.id, 0, { state: 'unknown', evidence: null }, NOON);
      assert.equal(unknown.state, 'pending');
      assert.equal((await bench.ledger.reserve(request())).kind, 'held');
      assert.equal(await bench.ledger.send(claim.id, 0, request()), false, 'an unknown award is never sent again');
    });

    it('is one for each member, action and period', async () => {
      await using bench = await open();
      for (const change of [{}, { memberId: 'another' }, { action: 'weekly' }, { now: NOON + DAY }]) {
        assert.equal((await bench.ledger.reserve(request(change))).kind, 'reserved');
      }
    });

    it('goes to exactly one of many that ask at once, over two connections', async () => {
      await using bench = await open();
      const ledgers = [bench.ledger, await bench.other()];
      const kinds = await Promise.all(
        Array.from({ length: 40 }, async (_, i) => (await ledgers[i % 2]?.reserve(request()))?.kind),
      );
      assert.equal(kinds.filter((kind) => kind === 'reserved').length, 1);
      assert.equal(kinds.filter((kind) => kind === 'held').length, 39);
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
