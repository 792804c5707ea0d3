import assert from 'node:assert/strict';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { describe, it } from 'node:test';
import { type DurableObjectStorage, durableObjectLedger } from '../../src/ledger/durable-object.ts';
import { request } from '../../src/ledger/conformance/requests.ts';

/** As much of an object's storage as the ledger uses. What a real one does is tried in workerd. */
function storageOf(db: DatabaseSync): DurableObjectStorage {
  return {
    sql: {
      exec(query, ...bindings) {
        const rows = db.prepare(query).all(...(bindings as SQLInputValue[]));
        return { toArray: () => rows };
      },
    },
    transactionSync(closure) {
      db.exec('BEGIN');
      try {
        const value = closure();
        db.exec('COMMIT');
        return value;
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
    },
    sync: async () => {},
  };
}

describe('the ledger of a Durable Object', () => {
  it('is made on purpose alone, and then kept', async () => {
    const storage = storageOf(new DatabaseSync(':memory:'));
    assert.throws(() => durableObjectLedger(storage), { code: 'missing', message: /\{ create: true \}/ });
    const ledger = durableObjectLedger(storage, { create: true });
    assert.equal((await ledger.reserve(request())).kind, 'reserved');
    for (const options of [{}, { create: true }]) {
      assert.equal((await durableObjectLedger(storage, options).reserve(request())).kind, 'held');
    }
  });
});
