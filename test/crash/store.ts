import { Pool } from 'pg';
import type { Ledger } from '../../src/ledger/index.ts';
import { createPostgresLedger, postgresLedger } from '../../src/ledger/postgres.ts';
import { createSqliteLedger, sqliteLedger } from '../../src/ledger/sqlite.ts';
import { PATIENT } from '../support/databases/patient.ts';

/** Makes the ledger in a SQLite file that is not there, or on a PostgreSQL server where it is given a URL; and gives its name back. */
export async function createStore(store: string): Promise<string> {
  if (store.startsWith('postgres:')) {
    const pool = poolOf(store);
    await createPostgresLedger(pool);
    await pool.end();
  } else createSqliteLedger(store);
  return store;
}

/** The ledger in a SQLite file, on a thread of its own on request, or on a PostgreSQL server where it is given a URL. */
export function openStore(store: string, { thread = false, limits = PATIENT, now = Date.now } = {}): Ledger {
  return store.startsWith('postgres:')
    ? postgresLedger(poolOf(store), { ...limits, now })
    : sqliteLedger(store, { thread });
}

function poolOf(connectionString: string): Pool {
  return new Pool({ connectionString, max: 8 });
}
