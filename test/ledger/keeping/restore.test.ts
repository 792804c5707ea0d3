import assert from 'node:assert/strict';
import { it } from 'node:test';
import { BY, GAP, HOUR, NOON } from '../../../src/ledger/conformance/requests.ts';
import { sharedStore } from '../shared-store.ts';

it('a ledger that is put back has another epoch each time, whatever the clock says', async (t) => {
  const { ledger, db } = await sharedStore(t);
  const epochs = new Set([db.prepare('SELECT epoch FROM ledger').get()?.['epoch']]);
  for (const now of [NOON, NOON, NOON - HOUR, NOON + HOUR]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await ledger.restored(GAP, BY, now);
    epochs.add(db.prepare('SELECT epoch FROM ledger').get()?.['epoch']);
  }
  assert.equal(epochs.size, 5);
});
