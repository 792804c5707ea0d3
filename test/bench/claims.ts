/**
 * Claims a second at 64 connections, and CPU time a claim: `rewards serve` as a site runs it, with its log, its limits and a
 * ledger that has each claim on the disk before it is answered, beside servers that store nothing. All in turn within one
 * run: the absolute figures drift with the machine, the ratios are what counts.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStore } from '../crash/store.ts';
import { startPostgres } from '../support/databases/postgres.ts';
import { claimAtRate, claimAtWill } from './claiming.ts';
import type { Table } from './measured-tables.ts';
import { type ServerProcess, startRewards, startServer } from './server-process.ts';
import { median, quantile, spread } from './statistics.ts';

const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 4000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
/** Before the first one that counts: a server on a site has long been compiled, and the more code it has, the later. */
const WARM_UP_ROUNDS = 4;
const PLENTY = { max: 1_000_000, perSeconds: 1 };

/** Every limit counts, and none is reached. */
const CONFIG = {
  origins: ['https://bench.example'],
  limits: {
    requests: PLENTY,
    claims: PLENTY,
    wrongIds: PLENTY,
    unknowns: PLENTY,
    member: PLENTY,
    action: PLENTY,
    manyIds: PLENTY,
  },
  actions: { daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' } },
};

/** What a round came to. */
interface Round {
  perSecond: number;
  /** CPU time a claim. */
  cpuUs: number;
}

/** A server, and what was measured on it. */
interface Subject {
  name: string;
  server: ServerProcess;
  rounds: Round[];
  /** Milliseconds until each answer, at a rate that is the same for all. */
  waits: number[];
}

async function round(server: ServerProcess): Promise<Round> {
  const before = await server.usage();
  const done = await claimAtWill(server.origin, ROUND_MS);
  const after = await server.usage();
  return { perSecond: (done / ROUND_MS) * 1000, cpuUs: (after.cpuUs - before.cpuUs) / done };
}

/** The servers, the yardstick first, which are ended with the stack. */
async function openSubjects(open: AsyncDisposableStack): Promise<Subject[]> {
  const home = mkdtempSync(join(tmpdir(), 'rewards-bench-'));
  open.defer(() => rmSync(home, { recursive: true, force: true }));
  writeFileSync(join(home, 'rewards.config.json'), JSON.stringify(CONFIG));
  const upstream = open.use(await startServer('servers/upstream.ts'));
  const postgres = open.use(await startPostgres());
  const rewards = async (store: string) => {
    const env = { REWARDS_BASE_URL: upstream.origin, REWARDS_API_KEY: 'bench-key' };
    return startRewards(home, { args: ['--db', await createStore(store)], env });
  };
  const servers: [name: string, start: () => Promise<ServerProcess>][] = [
    ['bare `node:http` and undici', () => startServer('servers/bare.ts', upstream.origin)],
    ['Fastify and undici', () => startServer('peers/servers/fastify.ts', upstream.origin)],
    ['http-proxy', () => startServer('peers/servers/http-proxy.ts', upstream.origin)],
    ['Hono and `fetch`', () => startServer('peers/servers/hono.ts', upstream.origin)],
    ['`rewards serve`, SQLite', () => rewards(join(home, 'claims.db'))],
    ['`rewards serve`, PostgreSQL', async () => rewards(await postgres.createDatabase())],
  ];
  const subjects: Subject[] = [];
  for (const [name, start] of servers) subjects.push({ name, server: open.use(await start()), rounds: [], waits: [] });
  return subjects;
}

/** Measures all servers, and says what each came to beside the first. */
export async function benchClaims(): Promise<Table> {
  await using open = new AsyncDisposableStack();
  const subjects = await openSubjects(open);
  for (const { server } of subjects) {
    for (let n = 0; n < WARM_UP_ROUNDS; n += 1) await round(server);
  }
  for (let n = 0; n < ROUNDS; n += 1) {
    for (const { server, rounds } of subjects) rounds.push(await round(server));
  }
  const rates = subjects.map(({ rounds }) => median(rounds.map(({ perSecond }) => perSecond)));
  // What the slowest of them does with half its strength.
  const rate = Math.min(...rates) / 2;
  for (let n = 0; n < ROUNDS; n += 1) {
    for (const { server, waits } of subjects) waits.push(...(await claimAtRate(server.origin, rate, ROUND_MS)));
  }

  const yardstick = subjects[0]?.rounds ?? [];
  const ratios = (rounds: Round[], of: keyof Round) =>
    spread(
      rounds.map((one, n) => one[of] / (yardstick[n]?.[of] ?? Number.NaN)),
      2,
    );
  return {
    head: [
      'Server',
      'Claims a second',
      '× bare',
      'CPU µs a claim',
      '× bare',
      `p50 at ${rate.toFixed(0)}/s`,
      `p99 at ${rate.toFixed(0)}/s`,
    ],
    rows: subjects.map(({ name, rounds, waits }, n) => [
      name,
      (rates[n] ?? Number.NaN).toFixed(0),
      ratios(rounds, 'perSecond'),
      median(rounds.map(({ cpuUs }) => cpuUs)).toFixed(0),
      ratios(rounds, 'cpuUs'),
      `${median(waits).toFixed(1)} ms`,
      `${quantile(waits, 0.99).toFixed(1)} ms`,
    ]),
  };
}
