import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR, NOON, POINTS, request, ROLE } from './requests.ts';
import { type Bench, grant, reserved, takeUp } from './bench.ts';

/** What every ledger makes of a claim with more than one grant. */
export function severalGrants(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: a claim with several grants`, () => {
    it('is granted when all of its grants are', async () => {
      await using bench = await open();
      const claim = await grant(bench.ledger, request({ grants: [POINTS, ROLE] }));
      assert.equal(claim.state, 'granted');
      assert.deepEqual(
        claim.grants.map(({ echo }) => echo),
        [POINTS, ROLE],
      );
    });

    it('is taken up again, under its id, for just what did not happen', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request({ grants: [POINTS, ROLE] })));
      await bench.ledger.settle(claim.id, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
      assert.ok(await bench.ledger.send(claim.id, 1, request()));
      const partial = await bench.ledger.settle(claim.id, 1, { state: 'refused', evidence: null }, NOON);
      assert.equal(partial.state, 'refused');

      const again = reserved(await takeUp(bench.ledger, request({ grants: [POINTS, ROLE], now: NOON + HOUR })));
      assert.equal(again.id, claim.id);
      assert.deepEqual(
        again.grants.map(({ state }) => state),
        ['granted', 'sent'],
      );
      const whole = await bench.ledger.settle(
        claim.id,
        1,
        { state: 'granted', echo: ROLE, evidence: null },
        NOON + HOUR,
      );
      assert.equal(whole.state, 'granted');
    });

    it('may send an unknown role again, and counts how often', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request({ grants: [ROLE] })));
      await bench.ledger.settle(claim.id, 0, { state: 'unknown', evidence: null }, NOON);
      assert.ok(await bench.ledger.send(claim.id, 0, request()));
      assert.deepEqual(
        (await bench.ledger.find(claim.id))?.grants.map(({ state, attempts }) => [state, attempts]),
        [['sent', 2]],
      );
    });

    it('lets a grant be sent by one caller only', async () => {
      await using bench = await open();
      const other = await bench.other();
      const claim = reserved(await bench.ledger.reserve(request({ grants: [POINTS, ROLE] })));
      const sent = await Promise.all(
        [bench.ledger, other, bench.ledger, other].map((ledger) => ledger.send(claim.id, 1, request())),
      );
      assert.equal(sent.filter(Boolean).length, 1);
    });
  });
}
