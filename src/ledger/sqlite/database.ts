import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { once } from '../../common/once.ts';
import { claimTime } from '../claims/claim-id.ts';
import type { Halt } from '../keeping/keeping.ts';
import { migrate } from '../migrate.ts';
import { driveSync, type Row, type Statement } from '../operation.ts';
import { LedgerError } from '../port.ts';
import { migrations, SQLITE } from '../schema.ts';
import { isCopy, unmarkCopy } from './copies.ts';
import { BUSY, ledgerError, sqliteCode } from './failure.ts';
import { COMPANIONS, findFile, makeFile } from './files.ts';
import { keepPrivate } from './place.ts';

export const MEMORY = ':memory:';
export const BUSY_DEADLINE_MS = 10_000;

const TABLES = ['claims', 'grants', 'events'];

/** To this size SQLite cuts its log once that is in the file: a little more than what is written there at once. */
const MAX_LOG_BYTES = 48 * 1024 * 1024;

/** Opens the ledger in the file, and brings it up to date. Throws where it is not there, or something else. */
export function openDatabase(path: string): DatabaseSync {
  if (path !== MEMORY) findFile(path);
  const db = connect(path);
  try {
    if (path === MEMORY) copyBlank(db);
    else {
      requireLedger(db, path);
      keepPrivate([path, ...COMPANIONS.map((suffix) => path + suffix)]);
    }
    setUp(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Makes a new ledger in a file that is not there yet, or nothing. Throws `LedgerError`. */
export function makeDatabase(given: string): void {
  const path = resolve(given);
  const what = `no ledger was made at ${path}`;
  try {
    makeFile(path);
  } catch (error) {
    throw ledgerError(what, error);
  }
  try {
    const db = connect(path);
    setUp(db);
    db.close();
  } catch (error) {
    for (const suffix of ['', ...COMPANIONS]) rmSync(path + suffix, { force: true });
    throw ledgerError(what, error);
  }
}

function connect(path: string): DatabaseSync {
  return new DatabaseSync(path, { timeout: BUSY_DEADLINE_MS });
}

/** All tables, and nothing in them, which each ledger in memory begins with: to apply all steps anew takes ten times as long. */
const blank = once(() => {
  const db = connect(MEMORY);
  const steps = migrations(SQLITE);
  for (const sql of steps.flat()) db.exec(sql);
  db.exec(`PRAGMA user_version = ${steps.length}`);
  const image = db.serialize();
  db.close();
  return image;
});

/** Gives a database in memory its tables. Versions of Node that cannot copy them leave it to the migrations. */
function copyBlank(db: DatabaseSync): void {
  if ('deserialize' in db) db.deserialize(blank());
}

/**
 * The SQLite file of another program, with a `user_version` of its own, must not be taken for an old ledger. The copies that the `sqlite3`
 * command makes by statements (`.dump`, `.clone`) have none.
 */
export function requireLedger(db: DatabaseSync, path: string): void {
  const sql = `SELECT COUNT(*) AS count FROM sqlite_schema WHERE name IN (${TABLES.map((name) => `'${name}'`).join(', ')})`;
  if (db.prepare(sql).get()?.['count'] !== TABLES.length) {
    throw new LedgerError(`${path} is no ledger. Is the path right?`, { code: 'no-ledger' });
  }
  if (appliedSteps(db) > 0) return;
  throw new LedgerError(
    `${path} does not say which version of a ledger it is, as copies by .dump or .clone of sqlite3 do not: use a copy by rewards backup, or set PRAGMA user_version in it to what it is in the file that was copied`,
    { code: 'no-ledger' },
  );
}

/** Brings the schema up to date, and sets how SQLite writes. A copy is halted first. */
function setUp(db: DatabaseSync): void {
  if (isCopy(db)) {
    applyMigrations(db);
    haltCopy(db);
    unmarkCopy(db);
  }
  writeAhead(db);
  db.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 10000; PRAGMA cache_size = -32768');
  // A log that has grown while somebody read for long would stay as large until the ledger is closed.
  db.exec(`PRAGMA journal_size_limit = ${MAX_LOG_BYTES}`);
  // What is purged is overwritten, and does not stay in free pages.
  db.exec('PRAGMA secure_delete = ON');
  applyMigrations(db);
}

function applyMigrations(db: DatabaseSync): void {
  const steps = migrations(SQLITE);
  db.exec('BEGIN IMMEDIATE');
  const applied = appliedSteps(db);
  driveSync(migrate(steps, applied, null), (statement) => rowsOf(db, statement));
  db.exec(`PRAGMA user_version = ${steps.length}; COMMIT`);
}

function appliedSteps(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
}

/** A copy of a ledger of an older version could not record that it is one. It was made after its newest claim, so it is halted as of that. */
function haltCopy(db: DatabaseSync): void {
  const newest = db.prepare('SELECT MAX(id) AS newest FROM claims').get()?.['newest'];
  const at = typeof newest === 'string' ? claimTime(newest) : Date.now();
  const halted: Halt = { reason: 'backup', at };
  db.prepare('UPDATE ledger SET halted = ? WHERE halted IS NULL').run(JSON.stringify(halted));
}

function rowsOf(db: DatabaseSync, statement: Statement): Row[] {
  if ('lock' in statement) return [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema is STRICT and has neither blobs nor numbers beyond 2^53
  return db.prepare(statement.sql).all(...statement.params) as Row[];
}

/** Switches the write-ahead log on, for which SQLite has no busy time-out: it fails at once while another process creates the file. */
function writeAhead(db: DatabaseSync): void {
  const deadline = performance.now() + BUSY_DEADLINE_MS;
  for (;;) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (sqliteCode(error) !== BUSY || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1 + Math.random() * 10);
    }
  }
}
