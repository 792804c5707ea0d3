import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ledger } from '../../../src/ledger/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { type Setup, setUp } from '../support/setup.ts';

/** Longer than a claim is reserved for. */
const TOO_LONG_MS = 600_000;

describe('a claim whose proxy stood still after it was reserved', () => {
  it('is not sent any more, since another process may have given it up, and can be made again', async () => {
    const real = sqliteLedger(':memory:');
    let standsStill = true;
    const ledger: Ledger = {
      ...real,
      async reserve(request) {
        const reservation = await real.reserve(request);
        if (standsStill) setup.clock.now += TOO_LONG_MS;
        standsStill = false;
        return reservation;
      },
    };
    await using setup: Setup = setUp({ ledger });
    const member = { memberId: '81234567890123456' };
    const { status } = await setup.claim('daily', member);
    assert.deepEqual([status, setup.calls.length], [502, 0]);
    const [claim] = await real.list({});
    assert.equal(claim?.state, 'released');
    assert.deepEqual([(await setup.claim('daily', member)).status, setup.calls.length], [201, 1]);
  });
});
