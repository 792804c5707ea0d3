import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Turns } from '../../../src/proxy/rate-limit/turns.ts';

/** What so many who ask at once are told, as far as that is clear. */
function ask(turns: Turns, count: number, client = 'a'): { told: (string | null)[] } {
  const told: (string | null)[] = [];
  for (let n = 0; n < count; n += 1) void turns.take(client).then((when) => told.push(when));
  return { told };
}

const settled = () => new Promise(setImmediate);

describe('turns', () => {
  it('are three at first, and the others wait, each client for itself', async () => {
    const turns = new Turns(3);
    const [a, b] = [ask(turns, 5), ask(turns, 1, 'b')];
    await settled();
    assert.deepEqual([a.told, b.told], [['now', 'now', 'now'], ['now']]);
    turns.end('a', 'other');
    await settled();
    assert.deepEqual(a.told, ['now', 'now', 'now', 'later']);
    for (let n = 0; n < 4; n += 1) turns.end('a', 'other');
  });

  it('become one more with each claim that is granted, and as few as at first with one that is unknown', async () => {
    const turns = new Turns(1);
    const { told } = ask(turns, 20);
    const under = async () => (await settled(), told.length);
    assert.equal(await under(), 1);
    turns.end('a', 'granted');
    assert.equal(await under(), 3);
    for (let n = 0; n < 3; n += 1) turns.end('a', 'granted');
    assert.equal(await under(), 9);
    turns.end('a', 'unknown');
    assert.equal(await under(), 9);
    for (let n = 0; n < 3; n += 1) turns.end('a', 'other');
    assert.equal(await under(), 9);
    turns.end('a', 'other');
    assert.equal(await under(), 10);
    for (let n = 0; n < 11; n += 1) turns.end('a', 'other');
    assert.equal(await under(), 20);
  });

  it('are forgotten once nothing of the client is under way', async () => {
    const turns = new Turns(2);
    const { told } = ask(turns, 3);
    await settled();
    for (let n = 0; n < 3; n += 1) turns.end('a', 'granted');
    await settled();
    assert.deepEqual([told.length, turns.size], [3, 0]);
    const again = ask(turns, 3);
    await settled();
    assert.equal(again.told.length, 2);
    for (let n = 0; n < 3; n += 1) turns.end('a', 'other');
  });

  it('are waited for two seconds, and who gave up takes none', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const turns = new Turns(1);
    const { told } = ask(turns, 3);
    t.mock.timers.tick(1_999);
    await settled();
    assert.deepEqual(told, ['now']);
    t.mock.timers.tick(1);
    await settled();
    assert.deepEqual(told, ['now', null, null]);
    turns.end('a', 'granted');
    assert.equal(turns.size, 0);
  });
});
