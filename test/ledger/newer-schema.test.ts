import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { request } from '../../src/ledger/conformance/requests.ts';
import type { Ledger } from '../../src/ledger/index.ts';
import { first } from '../../src/ledger/operation.ts';
import { LedgerError, migrate, migrations, NOTE_STEP, SQLITE, sqlLedger } from '../../src/ledger/sql.ts';
import { inTransaction, OutsideStore } from './outside-store.ts';

/** Where a driver counts the steps of the schema: the table that it makes, how it notes a step, and what a newer version notes. */
const COUNTERS = {
  'the pragma': { table: '', note: null, newer: 'PRAGMA user_version = 99' },
  'a table': {
    table: 'CREATE TABLE migrations (step INTEGER PRIMARY KEY)',
    note: NOTE_STEP,
    newer: 'INSERT INTO migrations VALUES (99)',
  },
};

/** How a driver passes the database's error on. */
const WRAPPED: Record<string, (error: Error) => LedgerError> = {
  'by its message': ({ message }) => new LedgerError(`the database failed: ${message}`, { code: 'outside' }),
  'as the cause': (cause) => new LedgerError('the database failed', { code: 'outside', cause }),
  'by its code, in another language': () => new LedgerError('Relation »grants« existiert nicht', { code: '42P01' }),
};

/** A ledger on a driver that somebody else has written, and what runs a statement on its database. */
async function open(
  counter: keyof typeof COUNTERS,
  wrapped: (error: Error) => LedgerError,
): Promise<{ run: (sql: string) => Promise<unknown>; ledger: Ledger }> {
  const store = new OutsideStore({
    run: (running) =>
      inTransaction(running).catch((error: unknown) => {
        throw error instanceof Error && 'errcode' in error ? wrapped(error) : error;
      }),
  });
  const run = (sql: string) => store.transact(() => first(sql));
  const { table, note } = COUNTERS[counter];
  if (table) await run(table);
  await store.transact(() => migrate(migrations(SQLITE), 0, note));
  if (note === null) await run(`PRAGMA user_version = ${migrations(SQLITE).length}`);
  return { run, ledger: sqlLedger(store) };
}

describe('a ledger on a driver of somebody else, whose tables a newer version has changed', () => {
  const refused = {
    code: 'newer-schema',
    message: /written by a newer version of rewards-elements .*: run that version/,
  };

  for (const counter of ['the pragma', 'a table'] as const) {
    for (const [how, wrapped] of Object.entries(WRAPPED)) {
      it(`says so, with the steps counted in ${counter} and the error passed on ${how}`, async () => {
        const { run, ledger } = await open(counter, wrapped);
        assert.equal((await ledger.reserve(request())).kind, 'reserved');
        await run('ALTER TABLE grants RENAME TO gifts');
        await run(COUNTERS[counter].newer);
        await assert.rejects(ledger.reserve(request({ memberId: 'another' })), refused);
        await assert.rejects(ledger.unknown(), refused);
        await assert.rejects(ledger.check(), refused);
        await ledger.close();
      });
    }

    it(`passes the error on as it is where the tables are of this version, counted in ${counter}`, async () => {
      const { run, ledger } = await open(
        counter,
        (cause) => new LedgerError('the database failed', { code: 'outside', cause }),
      );
      await run('ALTER TABLE grants RENAME TO gifts');
      await assert.rejects(ledger.unknown(), { code: 'outside' });
      await ledger.close();
    });
  }
});
