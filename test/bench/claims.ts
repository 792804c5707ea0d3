/**
 * Durable claims a second at 64 connections, against a bare proxy with no store, in turn within one run.
 * The absolute figures drift with the machine; the ratio is what counts.
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

async function start(script: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [port] = await once(child.stdout.setEncoding('utf8'), 'data');
  return `http://127.0.0.1:${String(port).trim()}`;
}

let member = 0;

/** Answered claims a second over one round, each by a member of its own. */
async function round(origin: string): Promise<number> {
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
  return (done / ROUND_MS) * 1000;
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

try {
  const upstream = await start('upstream.ts');
  const [bare, sqlite] = [
    await start('bare.ts', upstream),
    await start('proxy.ts', upstream, await createStore(join(home, 'claims.db'))),
  ];
  await round(bare);
  await round(sqlite);
  const rates: { bare: number[]; sqlite: number[] } = { bare: [], sqlite: [] };
  for (let n = 0; n < ROUNDS; n += 1) {
    rates.bare.push(await round(bare));
    rates.sqlite.push(await round(sqlite));
  }
  const ratio = median(rates.sqlite.map((rate, n) => rate / (rates.bare[n] ?? Number.NaN)));
  console.log(`bare proxy, no store            ${median(rates.bare).toFixed(0)} requests/s   1.00`);
  console.log(`rewards proxy, SQLite FULL      ${median(rates.sqlite).toFixed(0)} claims/s     ${ratio.toFixed(2)}`);
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true });
}
