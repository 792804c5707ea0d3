import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { request } from '../../src/ledger/conformance/requests.ts';
import type { Ledger } from '../../src/ledger/index.ts';
import {
  driveSync,
  LedgerError,
  migrate,
  migrations,
  NOTE_STEP,
  type Operation,
  type Row,
} from '../../src/ledger/sql.ts';
import { SQLITE, sqlLedger, type Statement, type Store } from '../../src/ledger/sql.ts';

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

/** A driver that somebody else has written. */
class Driver implements Store {
  readonly #db: DatabaseSync;
  readonly #wrapped: (error: Error) => LedgerError;

  constructor(db: DatabaseSync, wrapped: (error: Error) => LedgerError) {
    this.#db = db;
    this.#wrapped = wrapped;
  }

  async transact<T>(operation: () => Operation<T>): Promise<T> {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const value = driveSync(operation(), (statement) => this.#rows(statement));
      this.#db.exec('COMMIT');
      return value;
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  read<T>(operation: () => Operation<T>): Promise<T> {
    return this.transact(operation);
  }

  async close(): Promise<void> {
    this.#db.close();
  }

  #rows(statement: Statement): Row[] {
    if ('lock' in statement) return [];
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- there are no blobs
      return this.#db.prepare(statement.sql).all(...statement.params) as Row[];
    } catch (error) {
      throw error instanceof Error ? this.#wrapped(error) : error;
    }
  }
}

function open(
  counter: keyof typeof COUNTERS,
  wrapped: (error: Error) => LedgerError,
): { db: DatabaseSync; ledger: Ledger } {
  const db = new DatabaseSync(':memory:');
  const { table, note } = COUNTERS[counter];
  db.exec(table);
  driveSync(migrate(migrations(SQLITE), 0, note), (statement): Row[] => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- there are no blobs
    return 'lock' in statement ? [] : (db.prepare(statement.sql).all(...statement.params) as Row[]);
  });
  if (note === null) db.exec(`PRAGMA user_version = ${migrations(SQLITE).length}`);
  return { db, ledger: sqlLedger(new Driver(db, wrapped)) };
}

describe('a ledger on a driver of somebody else, whose tables a newer version has changed', () => {
  const refused = {
    code: 'newer-schema',
    message: /written by a newer version of rewards-elements .*: run that version/,
  };

  for (const counter of ['the pragma', 'a table'] as const) {
    for (const [how, wrapped] of Object.entries(WRAPPED)) {
      it(`says so, with the steps counted in ${counter} and the error passed on ${how}`, async () => {
        const { db, ledger } = open(counter, wrapped);
        assert.equal((await ledger.reserve(request())).kind, 'reserved');
        db.exec(`ALTER TABLE grants RENAME TO gifts; ${COUNTERS[counter].newer}`);
        await assert.rejects(ledger.reserve(request({ memberId: 'another' })), refused);
        await assert.rejects(ledger.unknown(), refused);
        await assert.rejects(ledger.check(), refused);
        await ledger.close();
      });
    }

    it(`passes the error on as it is where the tables are of this version, counted in ${counter}`, async () => {
      const { db, ledger } = open(
        counter,
        (cause) => new LedgerError('the database failed', { code: 'outside', cause }),
      );
      db.exec('ALTER TABLE grants RENAME TO gifts');
      await assert.rejects(ledger.unknown(), { code: 'outside' });
      await ledger.close();
    });
  }
});
