import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Operation } from '../../src/ledger/operation.ts';
import { Batches } from '../../src/ledger/postgres/batches.ts';

function* nothing(): Operation<null> {
  yield* [];
  return null;
}

describe('operations that wait for a transaction of their group', () => {
  /** Has one wait behind a transaction that comes to the failure, if to any, and tells whether it was begun. */
  async function waitBehind(failure: Error | null, deadline: number): Promise<{ outcome: unknown; runs: number }> {
    let runs = 0;
    const batches = new Batches(async (_group, some) => {
      runs += 1;
      for (const waiting of some) {
        if (failure && runs === 1) waiting.reject(failure);
        else waiting.runAlone();
      }
      return runs === 1 ? failure : null;
    });
    const share = (until: number) =>
      batches.share(nothing, { group: 'claims', touches: ['one'], deadline: until }, () => Promise.resolve(null));
    const [, second] = await Promise.allSettled([share(Infinity), share(deadline)]);
    return { outcome: second?.status === 'rejected' ? second.reason : 'done', runs };
  }

  const silent = new Error('the database does not answer');

  it('fail with it where nobody waits for them any more', async () => {
    assert.deepEqual(await waitBehind(silent, -1), { outcome: silent, runs: 1 });
  });

  it('are tried where somebody still waits, or where it went well', async () => {
    assert.deepEqual(await waitBehind(silent, Infinity), { outcome: 'done', runs: 2 });
    assert.deepEqual(await waitBehind(null, -1), { outcome: 'done', runs: 2 });
  });

  it('make up transactions of 64 at most, in the order in which they were asked for', async () => {
    const sizes: number[] = [];
    const order: number[] = [];
    const batches = new Batches(async (_group, some) => {
      sizes.push(some.length);
      for (const waiting of some) waiting.runAlone();
      return null;
    });
    const shared = Array.from({ length: 100 }, (_, at) =>
      batches.share(nothing, { group: 'claims', touches: [String(at)], deadline: Infinity }, async () => {
        order.push(at);
        return null;
      }),
    );
    await Promise.all(shared);
    assert.deepEqual(sizes, [64, 36]);
    assert.deepEqual(order, [...shared.keys()]);
  });
});
