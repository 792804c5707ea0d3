import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NOON } from '../requests.ts';
import type { Bench } from './bench.ts';

const use = (holder: string, id = 'token-1') => ({ id, holder, expiresAt: NOON + 1000 });

/** What may be used once, on every ledger. */
export function oneTime(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: what may be used once`, () => {
    it('is used by one of a thousand at once, whichever process they ask', async () => {
      await using bench = await open();
      const ledgers = [bench.ledger, await bench.other()];
      const won = await Promise.all(
        Array.from({ length: 1000 }, async (_, n) => ledgers[n % 2]?.consume(use(`holder-${n}`))),
      );
      assert.equal(won.filter(Boolean).length, 1);
    });

    it('may be used again by the same holder, and by nobody else', async () => {
      await using bench = await open();
      assert.equal(await bench.ledger.consume(use('first')), true);
      assert.equal(await bench.ledger.consume(use('first')), true);
      assert.equal(await bench.ledger.consume(use('second')), false);
      assert.equal(await bench.ledger.consume(use('second', 'token-2')), true);
    });

    it('is forgotten once it has expired', async () => {
      await using bench = await open();
      await bench.ledger.consume(use('first'));
      await bench.ledger.recover(NOON + 1000);
      assert.equal(await bench.ledger.consume(use('second')), false);
      await bench.ledger.recover(NOON + 1001);
      assert.equal(await bench.ledger.consume(use('second')), true);
    });
  });
}
