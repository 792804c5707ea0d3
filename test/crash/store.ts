import { Pool } from 'pg';
import type { Ledger } from '../../src/ledger/index.ts';
import { postgresLedger } from '../../src/ledger/postgres.ts';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';

/** The ledger in a SQLite file, on a thread of its own on request, or on a PostgreSQL server where it is given a URL. */
export function openStore(store: string, { thread = false } = {}): Ledger {
  if (!store.startsWith('postgres:')) return sqliteLedger(store, { thread });
  const pool = new Pool({ connectionString: store, max: 8 });
  pool.on('error', () => {});
  return postgresLedger(pool);
}
