import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Permits } from '../../src/common/permits.ts';

const turn = () => new Promise(setImmediate);

describe('permits', () => {
  it('go to so many at once, and then to those who wait, in their order', async () => {
    const permits = new Permits(2);
    assert.deepEqual([await permits.take(), await permits.take(), permits.tryTake()], [true, true, false]);
    const order: string[] = [];
    const waiting = ['a', 'b'].map(async (name) => order.push(`${name} ${await permits.take()}`));
    await turn();
    assert.deepEqual([permits.taken, permits.waiting], [2, 2]);
    permits.giveBack();
    await turn();
    assert.deepEqual(order, ['a true']);
    permits.giveBack();
    await Promise.all(waiting);
    assert.deepEqual(order, ['a true', 'b true']);
    permits.giveBack();
    permits.giveBack();
    assert.deepEqual([permits.taken, permits.waiting], [0, 0]);
  });

  it('are not waited for longer than two seconds', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const permits = new Permits(1);
    await permits.take();
    const late = permits.take();
    t.mock.timers.tick(1_999);
    assert.equal(permits.waiting, 1);
    t.mock.timers.tick(1);
    assert.equal(await late, false);
    assert.equal(permits.waiting, 0);
    permits.giveBack();
    assert.equal(permits.taken, 0);
  });

  it('are waited for by sixteen for each permit at most', async () => {
    const permits = new Permits(2);
    await Promise.all([permits.take(), permits.take()]);
    const waiting = Array.from({ length: 32 }, () => permits.take());
    assert.equal(await permits.take(), false);
    for (let n = 0; n < 34; n += 1) permits.giveBack();
    assert.ok((await Promise.all(waiting)).every(Boolean));
    assert.equal(permits.taken, 0);
  });
});
