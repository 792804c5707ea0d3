import { Pool } from 'pg';
import { type PostgresServer, startPostgres } from './postgres.ts';

/** Empty databases of a PostgreSQL server that others may use meanwhile. */
export type Databases = Pick<PostgresServer, 'createDatabase'> & AsyncDisposable;

/** The database of the administrator, where a run of many files has started one server for all of them. */
const SHARED = 'TEST_POSTGRES';

/** Databases on the server of the run, or on a new one. For tests that do nothing to the server itself. */
export async function openDatabases(): Promise<Databases> {
  const url = process.env[SHARED];
  if (url === undefined) return startPostgres();
  const admin = new Pool({ connectionString: url, max: 1 });
  admin.on('error', () => {});
  return {
    async createDatabase() {
      const name = `ledger_${crypto.randomUUID().replaceAll('-', '')}`;
      await admin.query(`CREATE DATABASE ${name}`);
      const { href } = Object.assign(new URL(url), { pathname: `/${name}` });
      return href;
    },
    [Symbol.asyncDispose]: () => admin.end(),
  };
}

/** Starts the server for the processes that this one starts from now on. It ends with this process at the latest. */
export async function shareDatabases(): Promise<AsyncDisposable> {
  const server = await startPostgres();
  process.env[SHARED] = await server.createDatabase();
  return server;
}
