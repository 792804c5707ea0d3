import { Pool } from 'pg';
import { createAs, FROM_LEDGER, type PostgresServer, startPostgres } from './postgres.ts';

/** Empty databases, and empty ledgers, of a PostgreSQL server that others may use meanwhile. */
export type Databases = Pick<PostgresServer, 'createDatabase' | 'createLedger'> & AsyncDisposable;

/** The database of the administrator, where a run of many files has started one server for all of them. */
const SHARED = 'TEST_POSTGRES';

/** Databases on the server of the run, or on a new one. For tests that do nothing to the server itself. */
export async function openDatabases(): Promise<Databases> {
  const url = process.env[SHARED];
  if (url === undefined) return startPostgres();
  const admin = new Pool({ connectionString: url, max: 1 });
  admin.on('error', () => {});
  const urlOf = (name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return {
    createDatabase: async () => urlOf(await createAs(admin, '')),
    createLedger: async () => urlOf(await createAs(admin, FROM_LEDGER)),
    [Symbol.asyncDispose]: () => admin.end(),
  };
}

/** Starts the server for the processes that this one starts from now on. It ends with this process at the latest. */
export async function shareDatabases(): Promise<AsyncDisposable> {
  const server = await startPostgres();
  // Also the one that the others copy.
  process.env[SHARED] = await server.createLedger();
  return server;
}
