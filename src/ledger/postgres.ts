import type { Ledger } from './port.ts';
import { Connections } from './postgres/connections.ts';
import { ledgerError } from './postgres/failure.ts';
import { boundsOf, limitsOf } from './postgres/limits.ts';
import type { PostgresPool } from './postgres/pool.ts';
import { createSchema } from './postgres/schema-steps.ts';
import { type PostgresOptions, PostgresStore } from './postgres/store.ts';
import { sqlLedger } from './sql-ledger.ts';

export type { Pipeline } from './postgres/pipeline.ts';
export type { PostgresClient, PostgresPool, PostgresResult } from './postgres/pool.ts';
export type { PostgresOptions } from './postgres/store.ts';

/**
 * The ledger on PostgreSQL, in a schema named `rewards`, for any number of processes on one database. It takes a pool of the package `pg`,
 * and closes it at the end. It needs nothing of a session but prepared statements, and does without those behind a pooler that gives each
 * transaction another session. Concurrent operations share transactions. If the connection breaks during a commit, the server is asked
 * whether the transaction was committed; if that cannot be found out in time, `InDoubtError` is thrown. Throws `LedgerError`, also where
 * the database has no ledger: it is made by `rewards ledger create` or `createPostgresLedger`, and never by opening, since a ledger made in
 * the wrong database would have forgotten everything. Throws `RangeError` for a limit that is not valid.
 */
export function postgresLedger(pool: PostgresPool, options: PostgresOptions = {}): Ledger {
  return sqlLedger(new PostgresStore(pool, options), options);
}

/** Makes a new ledger in a database that has none. The pool stays open. Throws `LedgerError` where there is one already. */
export async function createPostgresLedger(pool: PostgresPool, options: PostgresOptions = {}): Promise<void> {
  const limits = limitsOf(options);
  try {
    await createSchema(new Connections(pool, limits.connectTimeoutMs), boundsOf(limits, true));
  } catch (error) {
    throw ledgerError(error);
  }
}
