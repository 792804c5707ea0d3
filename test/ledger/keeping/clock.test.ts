import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reserved } from '../../../src/ledger/conformance/bench.ts';
import { BY, HOUR, NOON, request } from '../../../src/ledger/conformance/requests.ts';
import { correctedTime, setAside } from '../../../src/ledger/keeping/clock.ts';
import { CLOCK, sharedStore } from '../shared-store.ts';

/** The clock of a store where it is noon, and of a machine where it is then. */
const clockAt = (machine: number) => ({ ...CLOCK, store: { sql: String(NOON), now: () => machine } });

describe('the clock of a machine beside that of its store', () => {
  for (const [where, off] of [
    ['ahead', 2 * HOUR],
    ['behind', -2 * HOUR],
  ] as const) {
    it(`is corrected where it is far ${where}`, async (t) => {
      const { drive } = await sharedStore(t);
      const now = NOON + off;
      assert.equal(drive(correctedTime(now + 1000, clockAt(now))).result, NOON + 1000);
    });
  }

  it('counts as it is where it differs by no more than clocks do', async (t) => {
    const { drive } = await sharedStore(t);
    for (const now of [NOON - 60_000, NOON + 60_000]) {
      assert.equal(drive(correctedTime(now, clockAt(now))).result, now);
    }
  });

  it('does not say which claims are ahead, to be set aside', async (t) => {
    const { ledger, drive } = await sharedStore(t);
    reserved(await ledger.reserve(request({ now: NOON + HOUR })));
    const now = NOON + 2 * HOUR;
    assert.equal(drive(setAside(BY, now, clockAt(now))).result, 1);
  });
});
