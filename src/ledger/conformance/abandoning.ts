import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR, giving, NOON, POINTS, request, ROLE } from './requests.ts';
import { type Bench, reserved } from './bench.ts';

const EVIDENCE = { failure: 'not called' };
const later = NOON + HOUR;
const states = (claim: { grants: readonly { state: string }[] } | null | undefined) =>
  claim?.grants.map(({ state }) => state);

/** What every ledger does with a reservation for which nothing was sent, since nobody knew in time that it was made. */
export function abandoning(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: a reservation that is abandoned`, () => {
    it('releases all of its grants, and frees the slot and the seat', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const claim = reserved(await ledger.reserve(request({ ...giving(POINTS, ROLE), caps: { capacity: 1 } })));
      const abandoned = await ledger.abandon(claim, EVIDENCE, later);
      assert.deepEqual([abandoned?.state, states(abandoned)], ['released', ['released', 'released']]);
      assert.deepEqual(await ledger.find(claim.id), abandoned);
      assert.deepEqual(abandoned?.grants[0]?.evidence, EVIDENCE);
      const moves = (await ledger.history(claim.id)).slice(2);
      assert.deepEqual(
        moves.map(({ at, grant, from, to, cause }) => [at, grant, from, to, cause]),
        [
          [later, 0, 'sent', 'released', 'reply'],
          [later, 1, 'reserved', 'released', 'reply'],
        ],
      );
      assert.equal(await ledger.seatsTaken('daily'), 0);
      assert.notEqual(reserved(await ledger.reserve(request({ caps: { capacity: 1 } }))).id, claim.id);
    });

    it('is none where it was not made after all', async () => {
      await using bench = await open();
      await using elsewhere = await open();
      const claim = reserved(await elsewhere.ledger.reserve(request()));
      assert.equal(await bench.ledger.abandon(claim, EVIDENCE, later), null);
    });

    for (const state of ['granted', 'refused'] as const) {
      it(`leaves alone what is ${state} by now`, async () => {
        await using bench = await open();
        const { ledger } = bench;
        const claim = reserved(await ledger.reserve(request(giving(POINTS, ROLE))));
        const echo = state === 'granted' ? { echo: POINTS } : {};
        await ledger.settle(claim.id, 0, { state, ...echo, evidence: null }, NOON);
        assert.deepEqual(states(await ledger.abandon(claim, EVIDENCE, later)), [state, 'released']);
      });
    }

    it('releases what recovery took for unknown meanwhile, since nothing was sent', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const claim = reserved(await ledger.reserve(request()));
      await ledger.recover(later);
      assert.deepEqual(states(await ledger.find(claim.id)), ['unknown']);
      assert.deepEqual(states(await ledger.abandon(claim, EVIDENCE, later)), ['released']);
    });

    it('leaves alone what another process has sent since', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const claim = reserved(await ledger.reserve(request(giving(ROLE))));
      await ledger.settle(claim.id, 0, { state: 'unknown', evidence: null }, NOON);
      assert.ok(await ledger.send(claim.id, 0, request()));
      const sent = await ledger.find(claim.id);
      assert.deepEqual(states(sent), ['sent']);
      assert.deepEqual(await ledger.abandon(claim, EVIDENCE, later), sent);
      assert.deepEqual(await ledger.find(claim.id), sent);
    });

    it('leaves alone what it did not reserve itself', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const wanted = request(giving(POINTS, ROLE));
      const { id } = reserved(await ledger.reserve(wanted));
      await ledger.settle(id, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
      assert.ok(await ledger.send(id, 1, wanted));
      await ledger.settle(id, 1, { state: 'refused', evidence: null }, NOON);
      const again = reserved(await ledger.reserve(wanted));
      assert.deepEqual(states(await ledger.abandon(again, EVIDENCE, later)), ['granted', 'released']);
    });
  });
}
