import assert from 'node:assert/strict';
import { it } from 'node:test';
import { all } from '../../src/ledger/operation.ts';
import { sqlLedger } from '../../src/ledger/sql-ledger.ts';
import { request } from '../../src/ledger/conformance/requests.ts';
import { InstantStore } from './store.ts';

it('the store tells all that a step could depend on, undoes what fails, and is new once it is emptied', async () => {
  const store = new InstantStore();
  const fresh = store.describe();
  const change = (sql: string) => store.transact(() => all(sql));
  await sqlLedger(store).reserve(request({ idempotency: { key: 'key', fingerprint: 'print' } }));
  const reserved = store.describe();
  const told = ['claims', 'events', 'grants', 'idempotency_keys', 'tallies'];
  assert.deepEqual(
    told.filter((table) => reserved.some((row) => row.startsWith(`${table} `))),
    told,
  );

  await change('UPDATE claims SET holds = 0');
  assert.notDeepEqual(store.describe(), reserved);
  await change('UPDATE claims SET holds = 1, updated_at = 0');
  assert.deepEqual(store.describe(), reserved);

  await assert.rejects(
    store.transact(function* () {
      yield* all('DELETE FROM grants');
      throw new Error('no');
    }),
    { code: 'failed' },
  );
  assert.deepEqual(store.describe(), reserved);

  store.empty();
  assert.deepEqual(store.describe(), fresh);
});
