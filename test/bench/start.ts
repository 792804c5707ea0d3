/**
 * From the start of the process to the first answer that says it is well: `rewards serve` with its ledger in SQLite, and a
 * server on Hono that can do nothing else. In turn within one run; the ratio is what counts.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStore } from '../crash/store.ts';
import type { Table } from './measured-tables.ts';
import { type ServerProcess, startRewards, startServer } from './server-process.ts';
import { median, spread } from './statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 11);

/** What one start took. */
interface Start {
  ms: number;
  cpuMs: number;
  megabytes: number;
}

async function measure(start: () => Promise<ServerProcess>): Promise<Start> {
  const startedAt = performance.now();
  using server = await start();
  const response = await fetch(`${server.origin}/rewards/health`);
  const ms = performance.now() - startedAt;
  if (!response.ok) throw new Error(`${server.origin} answered ${response.status}: ${await response.text()}`);
  await response.body?.cancel();
  const { cpuUs, bytes } = await server.usage();
  return { ms, cpuMs: cpuUs / 1000, megabytes: bytes / 1_000_000 };
}

/** Starts both again and again, and says what that took. */
export async function benchStart(): Promise<Table> {
  await using open = new AsyncDisposableStack();
  const home = mkdtempSync(join(tmpdir(), 'rewards-bench-'));
  open.defer(() => rmSync(home, { recursive: true, force: true }));
  const actions = { daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' } };
  writeFileSync(join(home, 'rewards.config.json'), JSON.stringify({ origins: ['https://bench.example'], actions }));
  const db = await createStore(join(home, 'claims.db'));
  const env = { REWARDS_BASE_URL: 'https://service.example', REWARDS_API_KEY: 'bench-key' };
  const subjects: { name: string; start: () => Promise<ServerProcess>; starts: Start[] }[] = [
    { name: 'an empty Hono server', start: () => startServer('peers/servers/hono-empty.ts'), starts: [] },
    { name: '`rewards serve`', start: () => startRewards(home, { args: ['--db', db], env }), starts: [] },
  ];
  // The first has Node keep what it compiled.
  for (const { start } of subjects) await measure(start);
  for (let n = 0; n < ROUNDS; n += 1) for (const { start, starts } of subjects) starts.push(await measure(start));

  const yardstick = subjects[0]?.starts ?? [];
  const cells = (starts: Start[], of: keyof Start, unit: string) => {
    const ratios = starts.map((one, n) => one[of] / (yardstick[n]?.[of] ?? Number.NaN));
    return [`${median(starts.map((one) => one[of])).toFixed(0)} ${unit}`, spread(ratios, 1)];
  };
  return {
    head: ['Server', 'First answer', '× empty', 'CPU', '× empty', 'Memory', '× empty'],
    rows: subjects.map(({ name, starts }) => [
      name,
      ...cells(starts, 'ms', 'ms'),
      ...cells(starts, 'cpuMs', 'ms'),
      ...cells(starts, 'megabytes', 'MB'),
    ]),
  };
}
