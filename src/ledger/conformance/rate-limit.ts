import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ledger } from '../index.ts';
import { NOON } from './requests.ts';
import type { Bench } from './bench.ts';

/** What keeps buckets, and another way to the same. */
export interface BucketBench extends AsyncDisposable {
  ledger: Pick<Ledger, 'consume'>;
  other: () => Promise<Pick<Ledger, 'consume'>>;
}

/** Three in three seconds. */
const THREE = { id: 'three', everyMs: 1000, spanMs: 3000 };

/** What may be spent and grows back, whatever it is kept in. */
export function buckets(store: string, open: () => Promise<BucketBench>): void {
  describe(`${store}: an allowance`, () => {
    it('is spent, and grows back bit by bit', async () => {
      await using bench = await open();
      const consume = async (at: number) => (await bench.ledger.consume([THREE], at))[0];
      for (const n of [1, 2, 3]) assert.deepEqual(await consume(NOON), { allowed: true, tat: NOON + n * 1000 });
      assert.deepEqual(await consume(NOON), { allowed: false, tat: NOON + 3000 });
      assert.deepEqual(await consume(NOON + 999), { allowed: false, tat: NOON + 3000 });
      assert.deepEqual(await consume(NOON + 1000), { allowed: true, tat: NOON + 4000 });
      assert.deepEqual(await consume(NOON + 1000), { allowed: false, tat: NOON + 4000 });
      assert.deepEqual(await consume(NOON + 60_000), { allowed: true, tat: NOON + 61_000 });
    });

    it('gives no more than it has to a thousand at once, whichever process they ask', async () => {
      await using bench = await open();
      const ledgers = [bench.ledger, await bench.other()];
      const seven = { id: 'seven', everyMs: 1000, spanMs: 7000 };
      const spent = await Promise.all(
        Array.from({ length: 1000 }, async (_, n) => ledgers[n % 2]?.consume([THREE, seven], NOON)),
      );
      assert.equal(spent.filter((results) => results?.[0]?.allowed).length, 3);
      assert.equal(
        spent.filter((results) => results?.length === 2).length,
        3,
        'the second is asked if the first had one',
      );
      assert.deepEqual(await bench.ledger.consume([seven], NOON), [{ allowed: true, tat: NOON + 4000 }]);
    });

    it('can be looked at, and is not spent by that', async () => {
      await using bench = await open();
      const peek = async () => (await bench.ledger.consume([{ ...THREE, peek: true }], NOON))[0];
      assert.deepEqual(await peek(), { allowed: true, tat: 0 });
      for (const left of [true, true, false]) {
        await bench.ledger.consume([THREE], NOON);
        assert.equal((await peek())?.allowed, left);
      }
    });

    it('locks nobody out where the clock was ahead, and is set right', async () => {
      await using bench = await open();
      const ahead = NOON + 86_400_000;
      for (let n = 0; n < 3; n += 1) await bench.ledger.consume([{ ...THREE, once: `name-${n}` }], ahead);
      for (const n of [1, 2])
        assert.deepEqual(await bench.ledger.consume([THREE], NOON), [{ allowed: true, tat: NOON + n * 1000 }]);
      const [named] = await bench.ledger.consume([{ ...THREE, once: 'name-0' }], NOON);
      assert.deepEqual(named, { allowed: true, tat: NOON + 3000 }, 'a name is not known from days to come');
      assert.deepEqual(await bench.ledger.consume([THREE], NOON), [{ allowed: false, tat: NOON + 3000 }]);
    });

    it('is spent once in its span for a name, if there is one left', async () => {
      await using bench = await open();
      const allowed = async (once: string, at = NOON) =>
        (await bench.ledger.consume([{ ...THREE, once }], at))[0]?.allowed;
      for (const name of ['a', 'b', 'a', 'c', 'b', 'a']) assert.equal(await allowed(name), true);
      assert.equal(await allowed('d'), false);
      assert.equal(await allowed('d'), false, 'who was refused is not known by that');
      assert.equal(await allowed('a'), true);
      assert.equal(await allowed('d', NOON + 1000), true);
      assert.equal(await allowed('a', NOON + 2999), true);
      assert.equal((await bench.ledger.consume([{ ...THREE, once: 'a' }], NOON + 3000))[0]?.tat, NOON + 5000);
    });
  });
}

/** The same on every ledger. */
export function durableBuckets(store: string, open: () => Promise<Bench>): void {
  buckets(store, open);

  describe(`${store}: an allowance`, () => {
    it('is forgotten once it is whole', async () => {
      await using bench = await open();
      await bench.ledger.consume([THREE], NOON);
      await bench.ledger.recover(NOON + 999);
      assert.deepEqual(await bench.ledger.consume([{ ...THREE, peek: true }], NOON), [
        { allowed: true, tat: NOON + 1000 },
      ]);
      await bench.ledger.recover(NOON + 1000);
      assert.deepEqual(await bench.ledger.consume([{ ...THREE, peek: true }], NOON), [{ allowed: true, tat: 0 }]);
    });
  });
}
