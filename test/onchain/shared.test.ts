import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { Shared } from '../../src/onchain/shared.ts';

const logger = { debug() {}, info() {}, warn() {}, error() {} };
const reading = (signal = new AbortController().signal) => ({ signal, logger });

describe('work that claims share', () => {
  it('is done once for those who come meanwhile, and anew for the next', async () => {
    const shared = new Shared<number>(60_000);
    let begun = 0;
    const work = async () => (begun += 1);
    assert.deepEqual(await Promise.all([shared.get('', reading(), work), shared.get('', reading(), work)]), [1, 1]);
    assert.equal(await shared.get('', reading(), work), 2);
  });

  it('is kept as long as it is to be, by its name', async () => {
    const shared = new Shared<string>(60_000, 60_000);
    assert.equal(await shared.get('a', reading(), async () => 'first'), 'first');
    assert.equal(await shared.get('a', reading(), async () => 'second'), 'first');
    assert.equal(await shared.get('b', reading(), async () => 'other'), 'other');
  });

  it('is not kept where it failed', async () => {
    const shared = new Shared<number>(60_000, 60_000);
    await assert.rejects(
      shared.get('', reading(), async () => {
        throw new Error('down');
      }),
      /down/,
    );
    assert.equal(await shared.get('', reading(), async () => 1), 1);
  });

  it('goes on for others where a claim has no time left', async () => {
    const shared = new Shared<number>(60_000);
    const { promise, resolve } = Promise.withResolvers<number>();
    const hurried = new AbortController();
    const first = shared.get('', reading(hurried.signal), () => promise);
    const second = shared.get('', reading(), () => assert.fail());
    hurried.abort(new Error('late'));
    await assert.rejects(first, /late/);
    resolve(7);
    assert.equal(await second, 7);
  });

  it('is begun anew where it never ends', async () => {
    const shared = new Shared<number>(1);
    const gone = new AbortController();
    const first = shared.get('', reading(gone.signal), () => new Promise(() => {}));
    gone.abort(new Error('late'));
    await assert.rejects(first, /late/);
    const begun = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- until the millisecond is over
    while (performance.now() < begun + 2) await setImmediate();
    assert.equal(await shared.get('', reading(), async () => 2), 2);
  });
});
