import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NOON, request } from '../requests.ts';
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
    });

    it('cannot be used for another request', async () => {
      await using bench = await open();
      await bench.ledger.reserve(request({ idempotency }));
      const reused = request({ idempotency: { key: 'press-1', fingerprint: 'b' }, memberId: 'another' });
      assert.deepEqual(await bench.ledger.reserve(reused), { kind: 'key-reused' });
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
  });
}
