import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Pool } from 'pg';
import type { Ledger } from '../ledger/index.ts';
import { postgresLedger } from '../ledger/postgres.ts';
import { sqliteLedger } from '../ledger/sqlite.ts';
import { type OptionSpec, UsageError } from './command.ts';

const DEFAULT = 'rewards.db';
const POSTGRES = /^postgres(?:ql)?:\/\//i;
const OTHER_URL = /^[a-z][a-z0-9+.-]+:\/\//i;
const CONNECT_TIMEOUT_MS = 5_000;

/** The option that names the ledger. */
export const DB_OPTION: OptionSpec = {
  value: '<where>',
  help: `the ledger: a SQLite file, or a postgres:// URL; by default the variable REWARDS_DB, or ./${DEFAULT}`,
};

/** Where a ledger is. `name` says so without a password. */
export interface Store {
  name: string;
  /** Opens it; a SQLite file is made if it is not there, and has a thread of its own on request. Throws `LedgerError`. */
  open(options?: { thread: boolean }): Ledger;
}

/** Whether that is a PostgreSQL URL, and no path. */
export function isPostgres(where: string): boolean {
  return POSTGRES.test(where);
}

/** What `--db` names. Throws `UsageError`. */
export function readStore(db: string | undefined): Store {
  const where = db ?? (process.env['REWARDS_DB'] || DEFAULT);
  if (isPostgres(where)) return postgresStore(where);
  if (!OTHER_URL.test(where) && where !== ':memory:')
    return { name: resolve(where), open: (options) => sqliteLedger(resolve(where), options) };
  throw new UsageError(`--db must be the path of a SQLite file, such as ./${DEFAULT}, or a postgres:// URL`);
}

/** Opens the ledger that `--db` names, which must be there already. Throws `UsageError`, `LedgerError`. */
export function openExisting(db: string | undefined): Ledger {
  const store = readStore(db);
  if (isPostgres(store.name) || existsSync(store.name)) return store.open();
  throw new Error(`there is no ledger ${store.name}; name it with --db`);
}

function postgresStore(text: string): Store {
  const url = URL.parse(text);
  if (!url) throw new UsageError('--db is no URL that can be read: write postgres://user:password@host/database');
  return { name: `postgres://${url.host}${url.pathname}`, open: () => postgresLedger(poolFor(text)) };
}

function poolFor(connectionString: string): Pool {
  const connectionTimeoutMillis = CONNECT_TIMEOUT_MS;
  const pool = new Pool({ connectionString, application_name: 'rewards', connectionTimeoutMillis });
  // A connection that breaks while nobody uses it is replaced; whoever uses one is told by its own call.
  pool.on('error', () => {});
  return pool;
}
