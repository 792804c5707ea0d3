import { DatabaseSync } from 'node:sqlite';
import { Client, Pool } from 'pg';
import type { Ledger } from '../../src/ledger/index.ts';
import { createPostgresLedger, postgresLedger } from '../../src/ledger/postgres.ts';
import { createSqliteLedger, sqliteLedger } from '../../src/ledger/sqlite.ts';
import { POSTGRES, rowsSql, shapeOf, SQLITE } from './growth-rows.ts';

/** About so many claims in a new SQLite file. The filling need not be durable, only the claims that are measured. */
export async function filledSqlite(
  path: string,
  size: number,
  options: Parameters<typeof sqliteLedger>[1] = {},
): Promise<Ledger> {
  createSqliteLedger(path);
  const db = new DatabaseSync(path);
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -1500000; BEGIN');
  for (const sql of rowsSql(shapeOf(size), SQLITE)) db.exec(sql);
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  return sqliteLedger(path, options);
}

/** The same in an empty database. */
export async function filledPostgres(connectionString: string, size: number): Promise<Ledger> {
  const pool = new Pool({ connectionString, max: 16 });
  pool.on('error', () => {});
  await createPostgresLedger(pool);
  const ledger = postgresLedger(pool);
  const client = new Client({ connectionString });
  await client.connect();
  for (const sql of rowsSql(shapeOf(size), POSTGRES)) await client.query(sql);
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await client.end();
  return ledger;
}
