import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY, NOON, POINTS, request, ROLE } from './requests.ts';
import { type Bench, grant, reserved } from './bench.ts';

/** What becomes of claims that were left open, on every ledger: by time, or by an operator. */
export function recovery(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: recovery and operators`, () => {
    it('settles what is past its deadline: sent becomes unknown, reserved is released', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request({ grants: [POINTS, ROLE] })));
      assert.deepEqual(await bench.ledger.recover(NOON + 15_000), []);
      const [recovered] = await bench.ledger.recover(NOON + 15_001);
      assert.equal(recovered?.id, claim.id);
      assert.deepEqual(
        recovered?.grants.map(({ state }) => state),
        ['unknown', 'released'],
      );
      assert.equal(
        await bench.ledger.send(claim.id, 1, request()),
        false,
        'nothing is sent for a grant that was released',
      );
    });

    it('does no harm when two recover at once', async () => {
      await using bench = await open();
      const other = await bench.other();
      for (let n = 0; n < 10; n += 1) await bench.ledger.reserve(request({ memberId: `member-${n}` }));
      const both = await Promise.all([bench.ledger.recover(NOON + DAY), other.recover(NOON + DAY)]);
      assert.equal(both.flat().length, 10);
    });

    it('settles however many there are, with all of their grants', async () => {
      await using bench = await open();
      const count = 250;
      await Promise.all(
        Array.from({ length: count }, (_, n) =>
          bench.ledger.reserve(request({ memberId: `member-${n}`, grants: [POINTS, ROLE] })),
        ),
      );
      const recovered = await bench.ledger.recover(NOON + DAY);
      assert.equal(new Set(recovered.map(({ id }) => id)).size, count);
      assert.equal(recovered.length, count);
      assert.deepEqual(await bench.ledger.recover(NOON + DAY), []);
    });

    it('lets an operator decide on the unknown, with who and why in the history', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request()));
      await bench.ledger.settle(claim.id, 0, { state: 'unknown', evidence: { failure: 'reset' } }, NOON + 1);
      const released = await bench.ledger.resolve(
        claim.id,
        { state: 'released', who: 'ada', why: 'not in the log' },
        NOON + 2,
      );
      assert.equal(released?.state, 'released');
      assert.equal((await bench.ledger.reserve(request({ now: NOON + 3 }))).kind, 'reserved');
      assert.deepEqual(await bench.ledger.history(claim.id), [
        { at: NOON, grant: 0, from: null, to: 'sent', cause: 'reserve', evidence: null },
        { at: NOON + 1, grant: 0, from: 'sent', to: 'unknown', cause: 'reply', evidence: { failure: 'reset' } },
        {
          at: NOON + 2,
          grant: 0,
          from: 'unknown',
          to: 'released',
          cause: 'operator: ada: not in the log',
          evidence: null,
        },
      ]);
    });

    it('counts an unknown that the operator calls granted as its order', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request()));
      await bench.ledger.recover(NOON + DAY);
      const granted = await bench.ledger.resolve(claim.id, { state: 'granted', who: 'ada', why: 'seen' }, NOON + DAY);
      assert.deepEqual([granted?.state, granted?.grants[0]?.echo], ['granted', POINTS]);
    });

    it('has nothing to resolve in a settled claim, and no claim that was never made', async () => {
      await using bench = await open();
      const claim = await grant(bench.ledger, request());
      assert.equal(
        (await bench.ledger.resolve(claim.id, { state: 'released', who: 'ada', why: '' }, NOON))?.state,
        'granted',
      );
      assert.equal(await bench.ledger.resolve('nothing', { state: 'released', who: 'ada', why: '' }, NOON), null);
      assert.equal(await bench.ledger.find('nothing'), null);
    });
  });
}
