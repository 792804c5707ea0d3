import { resolve } from 'node:path';
import type { Pool } from 'pg';
import type { Ledger } from '../ledger/index.ts';
import { createPostgresLedger, postgresLedger } from '../ledger/postgres.ts';
import { createSqliteLedger, sqliteLedger } from '../ledger/sqlite.ts';
import { type OptionSpec, type OptionValues, UsageError } from './command.ts';
import { ENV_OPTION, isInEnvFile } from './config/env-file.ts';
import { readPostgresUrl } from './postgres-url.ts';

const DEFAULT = 'rewards.db';
const VARIABLE = 'REWARDS_DB';
const POSTGRES = /^postgres(?:ql)?:\/\//i;
/** Also in quotes, as some readers of env files leave them: such a path would be told with the password in it. */
const OTHER_URL = /:\/\//;
const CONNECT_TIMEOUT_MS = 10_000;
/** Soon enough that no router on the way has forgotten the connection. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** The options of a command with a ledger: which one, and the file that may say so. */
export const LEDGER_OPTIONS: Record<'db' | 'env', OptionSpec> = {
  db: {
    value: '<where>',
    help: `the ledger: a SQLite file, or a postgres:// URL; by default the variable ${VARIABLE}, or ./${DEFAULT}`,
  },
  env: ENV_OPTION,
};

/** Where a ledger is. `name` says so without a password. */
export interface Store {
  name: string;
  /** Makes it. Rejects with `LedgerError` if it is there already. */
  create(): Promise<void>;
  /** Opens it; a SQLite file has a thread of its own on request. Rejects with `LedgerError`; PostgreSQL does so only once it is asked. */
  open(options?: { thread: boolean }): Promise<Ledger>;
}

/** Whether that is a PostgreSQL URL, and no path. */
export function isPostgres(where: string): boolean {
  return POSTGRES.test(where);
}

/** What the options name. Throws `UsageError`, also where only a file that nobody named has another one than the usual. */
export function readStore({ db, env }: OptionValues): Store {
  const named = db ?? process.env[VARIABLE];
  if (!named && env === undefined && isInEnvFile(VARIABLE))
    throw new UsageError(`which ledger? .env has ${VARIABLE}, so add --env .env, or name another one by --db`);
  const where = named || DEFAULT;
  if (isPostgres(where)) return postgresStore(where);
  if (!OTHER_URL.test(where) && where !== ':memory:') return sqliteStore(resolve(where));
  throw new UsageError(
    `--db must be the path of a SQLite file, such as ./${DEFAULT}, or a postgres:// URL, with nothing around it`,
  );
}

/** Opens the ledger that the options name. Rejects with `UsageError`, `LedgerError`. */
export async function openExisting(options: OptionValues): Promise<Ledger> {
  return readStore(options).open();
}

function sqliteStore(path: string): Store {
  return {
    name: path,
    create: async () => createSqliteLedger(path),
    open: async (options) => sqliteLedger(path, options),
  };
}

function postgresStore(text: string): Store {
  const { name, connectionString, limits } = readPostgresUrl(text);
  const connect = () => poolFor(connectionString, limits.connectTimeoutMs);
  return {
    name,
    async create() {
      const pool = await connect();
      try {
        await createPostgresLedger(pool, limits);
      } finally {
        await pool.end();
      }
    },
    open: async () => postgresLedger(await connect(), limits),
  };
}

/** Loaded late, so that SQLite does not wait for this driver. */
async function poolFor(connectionString: string, connectionTimeoutMillis = CONNECT_TIMEOUT_MS): Promise<Pool> {
  const { Pool } = await import('pg');
  return new Pool({
    connectionString,
    application_name: 'rewards',
    connectionTimeoutMillis,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  });
}
