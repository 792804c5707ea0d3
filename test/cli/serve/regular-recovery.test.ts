import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { startRecovery } from '../../../src/cli/serve/regular-recovery.ts';
import type { Proxy } from '../../../src/proxy/index.ts';

const HALF_A_MINUTE = 30_000;

/** A recovery that ends when the test says so, how often it began, and the errors in its log. */
function begin(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const runs: PromiseWithResolvers<void>[] = [];
  const errors: object[] = [];
  const recover = () => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  };
  const nothing = () => {};
  const logger = {
    debug: nothing,
    info: nothing,
    warn: nothing,
    error: (details: object) => void errors.push(details),
  };
  const stop = startRecovery({ inside: { recover } as unknown as Proxy['inside'] }, logger);
  return { runs, errors, stop, tick: () => t.mock.timers.tick(HALF_A_MINUTE) };
}

describe('regular recovery', () => {
  it('begins no run while another is under way', async (t) => {
    const { runs, stop, tick } = begin(t);
    tick();
    tick();
    assert.equal(runs.length, 1);
    runs[0]?.resolve();
    await setImmediate();
    tick();
    assert.equal(runs.length, 2);
    runs[1]?.resolve();
    await stop();
  });

  it('goes on after the ledger has failed, and says so once', async (t) => {
    const { runs, errors, stop, tick } = begin(t);
    for (const outcome of ['fails', 'fails', 'works', 'fails']) {
      tick();
      const run = runs.at(-1);
      if (outcome === 'fails') run?.reject(new Error('the disk is full'));
      else run?.resolve();
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await setImmediate();
    }
    assert.equal(runs.length, 4);
    assert.deepEqual(errors, [{ error: 'the disk is full' }, { error: 'the disk is full' }]);
    await stop();
  });

  it('stops once the run under way has ended', async (t) => {
    const { runs, stop, tick } = begin(t);
    tick();
    let stopped = false;
    const stopping = stop().then(() => (stopped = true));
    await setImmediate();
    assert.equal(stopped, false);
    runs[0]?.resolve();
    await stopping;
    tick();
    assert.equal(runs.length, 1);
  });
});
