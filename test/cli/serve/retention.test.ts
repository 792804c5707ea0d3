import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startRetention } from '../../../src/cli/serve/retention.ts';
import { grant } from '../../../src/ledger/conformance/bench.ts';
import { DAY, HOUR, NOON, request } from '../../../src/ledger/conformance/requests.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';

const LATER = NOON + 200 * DAY;
const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

/** A ledger with a claim of noon, and what it is told each hour by a clock that shows some time. */
async function retaining(t: TestContext, now: number) {
  t.mock.timers.enable({ apis: ['Date', 'setInterval'], now: NOON });
  const ledger = sqliteLedger(':memory:');
  const claim = await grant(ledger, request());
  const clock = { elapsed: 0 };
  t.mock.timers.setTime(now);
  return {
    ledger,
    /** Runs at once, and again after so many hours. */
    run: async (hours = 0): Promise<void> => {
      const stop = startRetention(ledger, 90, QUIET, () => clock.elapsed);
      clock.elapsed += hours * HOUR;
      if (hours > 0) t.mock.timers.tick(hours * HOUR);
      // What is begun ends all the same, step by step.
      for (let step = 0; step < 10; step += 1) await ledger.check(now);
      await stop();
    },
    memberId: async () => (await ledger.find(claim.id))?.memberId,
  };
}

describe('the retention of rewards serve', () => {
  it('keeps who made a claim of today where the clock is far ahead, so that they cannot claim again once it is set back', async (t) => {
    const { ledger, run } = await retaining(t, LATER);
    await run();
    assert.equal((await ledger.reserve(request({ now: NOON + HOUR }))).kind, 'held');
    await ledger.close();
  });

  it('takes it away where a claim of the last day bears the clock out', async (t) => {
    const { ledger, run, memberId } = await retaining(t, LATER);
    await grant(ledger, request({ memberId: 'another', now: LATER - HOUR }));
    await run();
    assert.match((await memberId()) ?? '', /^purged:/);
    await ledger.close();
  });

  it('takes it away after a day in which nobody has set the clock', async (t) => {
    const { ledger, run, memberId } = await retaining(t, LATER);
    await run(25);
    assert.match((await memberId()) ?? '', /^purged:/);
    await ledger.close();
  });
});
