import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Pool } from 'pg';
import { once as onlyOnce } from '../../../src/common/once.ts';
import { createPostgresLedger } from '../../../src/ledger/postgres.ts';
import { freePort } from '../http/free-port.ts';
import { type Cluster, newCluster, USER } from './postgres-cluster.ts';

const FLAGS = ['max_connections=300', 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'].flatMap(
  (setting) => ['-c', setting],
);

/** Letters stand before digits, as in Czech, and signs before both, as in all languages. */
const BY_LANGUAGE = `TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-u-kr-latn-digit' ENCODING UTF8`;

/** The database that ledgers are copied from. Nobody may be connected to it meanwhile. */
const LEDGER = 'new_ledger';

/** What makes a database a copy of that. */
export const FROM_LEDGER = `TEMPLATE ${LEDGER}`;

/** Makes a database in the way that is given, and returns its name. */
export async function createAs(admin: Pool, way: string): Promise<string> {
  const name = `ledger_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`CREATE DATABASE ${name} ${way}`);
  return name;
}

/** Makes the database with a ledger that all others are copied from. */
async function makeLedger(admin: Pool, urlOf: (name: string) => string): Promise<void> {
  await admin.query(`CREATE DATABASE ${LEDGER}`);
  const pool = new Pool({ connectionString: urlOf(LEDGER), max: 1 });
  await createPostgresLedger(pool);
  await pool.end();
}

/** A PostgreSQL server of the tests' own, in a temporary folder, on a free port of the loopback address. */
export interface PostgresServer extends AsyncDisposable {
  /** Makes an empty database and returns its URL. It sorts text by its bytes, or as a language does. */
  createDatabase(sorting?: 'by bytes' | 'by language'): Promise<string>;
  /** Makes a database with an empty ledger, and returns its URL. All of them are copies, of one identity: to make one anew takes five times as long. */
  createLedger(): Promise<string>;
  /** Runs one statement as the administrator. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Freezes every process of the server, until `thaw`: connections stay, and nothing is answered. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Ends the server, and with it its connections, until `up`. */
  down(): Promise<void>;
  up(as?: 'primary' | 'standby'): Promise<void>;
}

export async function startPostgres(): Promise<PostgresServer> {
  await using open = new AsyncDisposableStack();
  const cluster = open.adopt(await newCluster(), ({ remove }) => remove());
  const { port, server } = await startIn(cluster);
  let running = server;
  const down = () => end(running);
  open.defer(down);
  const admin = new Pool({ host: '127.0.0.1', port, user: USER, password: USER, database: 'postgres', max: 1 });
  admin.on('error', () => {});
  open.defer(() => admin.end());
  // Ends the server, too, if this process ends without disposing of it.
  const leave = () => {
    running.kill('SIGINT');
    thaw();
  };
  process.once('exit', leave);
  open.defer(() => void process.off('exit', leave));
  let frozen: number[] = [];
  const thaw = (): void => {
    for (const pid of frozen) signal(pid, 'SIGCONT');
    frozen = [];
  };
  open.defer(thaw);
  const urlOf = (name: string): string => `postgres://${USER}:${USER}@127.0.0.1:${port}/${name}`;
  const ledgerIsMade = onlyOnce(() => makeLedger(admin, urlOf));
  const opened = open.move();
  return {
    async createDatabase(sorting = 'by bytes') {
      return urlOf(await createAs(admin, sorting === 'by language' ? BY_LANGUAGE : ''));
    },
    async createLedger() {
      await ledgerIsMade();
      return urlOf(await createAs(admin, FROM_LEDGER));
    },
    async query(sql) {
      return (await admin.query<Record<string, unknown>>(sql)).rows;
    },
    async freeze() {
      const postmaster = Number.parseInt(await readFile(join(cluster.folder, 'postmaster.pid'), 'utf8'), 10);
      frozen = [postmaster];
      // A stopped postmaster starts no more processes, so these are all.
      signal(postmaster, 'SIGSTOP');
      const { rows } = await admin.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
      frozen.push(...rows.map(({ pid }) => pid));
      for (const pid of frozen) signal(pid, 'SIGSTOP');
    },
    thaw,
    down,
    async up(as = 'primary') {
      const sign = join(cluster.folder, 'standby.signal');
      await (as === 'standby' ? writeFile(sign, '') : rm(sign, { force: true }));
      running = await start(cluster, port);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** A process may have ended meanwhile. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Why a server did not start, in its own words. */
class NotStarted extends Error {
  override readonly name = 'NotStarted';
}

/** Starts the cluster's server at a port that is free. Where another program was faster, another port is tried. */
async function startIn(cluster: Cluster): Promise<{ server: ChildProcess; port: number }> {
  for (;;) {
    const port = await freePort();
    try {
      return { server: await start(cluster, port), port };
    } catch (error) {
      if (!(error instanceof NotStarted && error.message.includes('Address already in use'))) throw error;
    }
  }
}

/** Resolves once the server answers. Rejects with `NotStarted` where it ends before. */
async function start(cluster: Cluster, port: number): Promise<ChildProcess> {
  const server = cluster.spawn(['-p', String(port), ...FLAGS]);
  if (!server.stderr) throw new Error('stderr must be a pipe');
  const said: string[] = [];
  const lines = createInterface({ input: server.stderr });
  await new Promise<void>((ready, failed) => {
    lines.on('line', (line) => {
      said.push(line);
      if (/ready to accept (?:read-only )?connections/.test(line)) ready();
    });
    server.on('error', failed);
    lines.on('close', () => failed(new NotStarted(`PostgreSQL did not start:\n${said.join('\n')}`)));
  });
  return server;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  await ended;
}
