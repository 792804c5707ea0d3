import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { allClaims } from '../crash/invariants.ts';
import { createStore, openStore } from '../crash/store.ts';
import { type Databases, openDatabases } from '../support/databases/databases.ts';
import { isThorough } from '../support/thorough.ts';
import { type Race, RACES } from './race.ts';
import type { Course, Result } from './race-process.ts';

const PROCESSES = isThorough ? 8 : 4;
/** Each process presses 14 times for each: 1,000 make 112,000 presses of eight on a store. */
const MEMBERS = Number(process.env['RACE_MEMBERS'] ?? (isThorough ? 16 : 8));

const home = mkdtempSync(join(tmpdir(), 'rewards-race-'));
let server: Databases;
let processes: ChildProcess[] = [];
before(async () => {
  const script = fileURLToPath(new URL('race-process.ts', import.meta.url));
  processes = Array.from({ length: PROCESSES }, () => fork(script));
  server = await openDatabases();
});
after(async () => {
  for (const one of processes) one.kill('SIGKILL');
  await server[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

/** Runs all processes over the course, from one start, and returns what each of them says. */
async function runAll(course: Course): Promise<Result[]> {
  const tell = (message: Course | string) => {
    const replies = Promise.all(processes.map(said));
    for (const one of processes) if (one.connected) one.send(message);
    return replies;
  };
  await tell(course);
  return (await tell('go')) as Result[];
}

/** The next message of a process. Rejects if it ends instead, or has ended. */
async function said(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null) throw new Error(`a process had ended with ${child.exitCode}`);
  const gone = new AbortController();
  const ended = once(child, 'exit', { signal: gone.signal }).then(([code]) => {
    throw new Error(`a process ended with ${code}`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal: gone.signal }), ended]);
    return message;
  } finally {
    gone.abort();
    ended.catch(() => {});
  }
}

/** The points that are counted against the budgets, by action. */
async function countedPoints(store: string): Promise<Map<string, number>> {
  const sql = (schema: string) => `SELECT action, points FROM ${schema}tallies`;
  const rows = store.startsWith('postgres:')
    ? await queryPostgres(store, sql('rewards.'))
    : querySqlite(store, sql(''));
  return new Map(rows.map(({ action, points }) => [String(action), Number(points)]));
}

async function queryPostgres(store: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(store);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
}

function querySqlite(store: string, sql: string): Record<string, unknown>[] {
  const db = new DatabaseSync(store);
  const rows = db.prepare(sql).all();
  db.close();
  return rows;
}

/** Holds what the processes say, and what the tables hold, against what had to come of the race. */
async function judge(store: string, race: Race, results: Result[]): Promise<string> {
  const won = results.flatMap((result) =>
    result.won.map(({ action, memberId, day }) => `${action} ${memberId} ${day}`),
  );
  assert.equal(new Set(won).size, won.length, 'a slot has more than one winner');
  const winners = Object.keys(race.winners).map((group) => [group, won.filter((one) => one.startsWith(group)).length]);
  assert.deepEqual(Object.fromEntries(winners), race.winners);

  const ledger = openStore(store);
  const claims = await allClaims(ledger);
  assert.equal(claims.length, won.length);
  assert.ok(claims.every(({ state }) => state === 'granted'));
  const points = await countedPoints(store);
  for (const [action, held] of Map.groupBy(claims, (claim) => claim.action)) {
    assert.equal(await ledger.seatsTaken(action), held.length, `seats of ${action}`);
    const granted = held.flatMap(({ grants }) =>
      grants.map(({ order }) => (order.kind === 'points' ? order.points : 0)),
    );
    assert.equal(
      points.get(action),
      granted.reduce((sum, one) => sum + one, 0),
      `points of ${action}`,
    );
  }
  await ledger.close();

  const kinds: Record<string, number> = {};
  for (const result of results) {
    for (const [kind, count] of Object.entries(result.kinds)) kinds[kind] = (kinds[kind] ?? 0) + count;
  }
  const presses = Object.values(kinds).reduce((sum, one) => sum + one, 0);
  assert.equal(presses, PROCESSES * race.prizes.length);
  const { reserved = 0, held = 0, replayed = 0, capped = 0, used = 0, linked = 0, ...others } = kinds;
  assert.deepEqual(others, {}, 'no other answers');
  return `${presses} presses: ${reserved} reserved, ${held} held, ${replayed} replayed, ${capped} capped, ${used + linked} too late`;
}

const STORES: Record<string, () => Promise<string>> = {
  SQLite: () => createStore(join(home, `${crypto.randomUUID()}.db`)),
  PostgreSQL: () => server.createLedger(),
};
const TITLES = {
  slots: 'every slot has one winner, and seats, budgets and limits are met to the point',
  points: 'a budget that several actions share is spent to the point',
  proofs: 'one of a hundred members has what is good for one: a transaction, a code, an address',
};

for (const [name, create] of Object.entries(STORES)) {
  describe(`${PROCESSES} processes on one ${name} store`, () => {
    for (const race of ['slots', 'points', 'proofs'] as const) {
      it(TITLES[race], async (t) => {
        const store = await create();
        const results = await runAll({ store, race, members: MEMBERS });
        t.diagnostic(await judge(store, RACES[race](MEMBERS), results));
      });
    }
  });
}
