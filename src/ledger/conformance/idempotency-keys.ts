import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY, NOON, keyedRequestOf, request } from './requests.ts';
import { type Bench, reserved } from './bench.ts';

/** What an idempotency key does on every ledger. */
export function idempotencyKeys(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: an idempotency key`, () => {
    const idempotency = { key: 'press-1', fingerprint: 'a' };

    it('gets its claim again, in its present state', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request({ idempotency })));
      assert.deepEqual(await bench.ledger.reserve(request({ idempotency })), { kind: 'replayed', claim });
      const refused = await bench.ledger.settle(claim.id, 0, { state: 'refused', evidence: null }, NOON);
      assert.deepEqual(await bench.ledger.reserve(request({ idempotency })), { kind: 'replayed', claim: refused });
      const tomorrow = request({ idempotency, now: NOON + DAY });
      assert.deepEqual(await bench.ledger.reserve(tomorrow), { kind: 'replayed', claim: refused });
    });

    it('is found without a claim being made', async () => {
      await using bench = await open();
      const press = keyedRequestOf(request({ idempotency }));
      assert.equal(await bench.ledger.replay(press), null);
      const claim = reserved(await bench.ledger.reserve(request({ idempotency })));
      assert.deepEqual(await bench.ledger.replay(press), { kind: 'replayed', claim });
      assert.deepEqual(await bench.ledger.replay({ ...press, fingerprint: 'b' }), { kind: 'key-reused' });
      assert.equal(await bench.ledger.replay({ ...press, key: 'press-2' }), null);
    });

    it('cannot be used for another request', async () => {
      await using bench = await open();
      await bench.ledger.reserve(request({ idempotency }));
      const reused = request({ idempotency: { key: 'press-1', fingerprint: 'b' } });
      assert.deepEqual(await bench.ledger.reserve(reused), { kind: 'key-reused' });
    });

    it('is nothing to other members, nor to other actions: they have one of the same name', async () => {
      await using bench = await open();
      const others = [{ memberId: 'another' }, { action: 'meetup' }, { memberId: 'another', action: 'meetup' }];
      const [first, ...more] = [{}, ...others].map((change) => request({ ...change, idempotency }));
      assert.ok(first);
      const claim = reserved(await bench.ledger.reserve(first));
      for (const wanted of more) {
        assert.equal(await bench.ledger.replay(keyedRequestOf(wanted)), null);
        const own = reserved(await bench.ledger.reserve(wanted));
        assert.notEqual(own.id, claim.id);
        assert.deepEqual(await bench.ledger.reserve(wanted), { kind: 'replayed', claim: own });
      }
      assert.deepEqual(await bench.ledger.reserve(first), { kind: 'replayed', claim });
    });

    it('wins once among many of the same key, over two connections', async () => {
      await using bench = await open();
      const ledgers = [bench.ledger, await bench.other()];
      const results = await Promise.all(
        Array.from({ length: 30 }, async (_, i) => ledgers[i % 2]?.reserve(request({ idempotency }))),
      );
      assert.equal(results.filter((result) => result?.kind === 'reserved').length, 1);
      assert.equal(results.filter((result) => result?.kind === 'replayed').length, 29);
    });

    it('makes a claim for each of the members who use it at once, over two connections', async () => {
      await using bench = await open();
      const ledgers = [bench.ledger, await bench.other()];
      const results = await Promise.all(
        Array.from({ length: 60 }, async (_, n) => {
          const own = { memberId: `member-${n % 20}`, idempotency: { key: 'shared', fingerprint: String(n % 20) } };
          return (await ledgers[n % 2]?.reserve(request(own)))?.kind;
        }),
      );
      assert.equal(results.filter((kind) => kind === 'reserved').length, 20);
      assert.equal(results.filter((kind) => kind === 'replayed').length, 40);
    });
  });
}
