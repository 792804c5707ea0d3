/**
 * Durable claims a second at 64 connections, and CPU time a claim, against a bare proxy with no store, in turn within one run.
 * The absolute figures drift with the machine; the ratios are what counts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { createStore } from '../crash/store.ts';
import { newIdempotencyKey } from '../../src/elements/client/idempotency-key.ts';

const CONNECTIONS = 64;
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 4000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);

const children: ChildProcess[] = [];
const home = mkdtempSync(join(tmpdir(), 'rewards-bench-'));

/** A server in a process of its own. */
interface Server {
  origin: string;
  /** CPU time of all its threads so far, in µs. */
  cpuUs: () => Promise<number>;
}

async function start(script: string, ...args: string[]): Promise<Server> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.push(child);
  if (!child.stdout) throw new Error('a server has no output');
  const [port] = await once(child.stdout.setEncoding('utf8'), 'data');
  const cpuUs = async () => {
    child.send('cpu');
    const [used] = await once(child, 'message');
    return Number(used);
  };
  return { origin: `http://127.0.0.1:${String(port).trim()}`, cpuUs };
}

/** What a round came to. */
interface Rate {
  perSecond: number;
  cpuUs: number;
}

let member = 0;

/** Claims for one round, each by a member of its own. */
async function round({ origin, cpuUs }: Server): Promise<Rate> {
  const before = await cpuUs();
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const end = performance.now() + ROUND_MS;
  let done = 0;
  const worker = async () => {
    while (performance.now() < end) {
      member += 1;
      const { statusCode, body } = await pool.request({
        path: '/rewards/actions/daily/claims',
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: 'https://bench.example',
          'idempotency-key': newIdempotencyKey(),
        },
        body: JSON.stringify({ memberId: `${10n ** 17n + BigInt(member)}` }),
      });
      const text = await body.text();
      if (statusCode !== 201) throw new Error(`${origin} answered ${statusCode}: ${text}`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  await pool.close();
  return { perSecond: (done / ROUND_MS) * 1000, cpuUs: ((await cpuUs()) - before) / done };
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

try {
  const upstream = await start('upstream.ts');
  const bare = await start('bare.ts', upstream.origin);
  const sqlite = await start('proxy.ts', upstream.origin, await createStore(join(home, 'claims.db')));
  await round(bare);
  await round(sqlite);
  const rounds: { bare: Rate; sqlite: Rate }[] = [];
  for (let n = 0; n < ROUNDS; n += 1) rounds.push({ bare: await round(bare), sqlite: await round(sqlite) });
  const line = (name: string, of: 'bare' | 'sqlite') => {
    const figure = (take: (rate: Rate) => number) => median(rounds.map((each) => take(each[of])));
    const ratio = (take: (rate: Rate) => number) => median(rounds.map((each) => take(each[of]) / take(each.bare)));
    const [speed, cpu] = [(rate: Rate) => rate.perSecond, (rate: Rate) => rate.cpuUs];
    return `${name.padEnd(28)}${figure(speed).toFixed(0).padStart(8)}${ratio(speed).toFixed(2).padStart(7)}${figure(cpu).toFixed(0).padStart(14)}${ratio(cpu).toFixed(2).padStart(7)}`;
  };
  console.log(`${''.padEnd(28)}claims/s  ratio  CPU µs a claim  ratio`);
  console.log(line('bare proxy, no store', 'bare'));
  console.log(line('rewards proxy, SQLite FULL', 'sqlite'));
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true });
}
