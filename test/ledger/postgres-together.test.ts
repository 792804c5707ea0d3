import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { Client, Pool } from 'pg';
import { reserved } from '../../src/ledger/conformance/bench.ts';
import { DAY, NOON, POINTS, request } from '../../src/ledger/conformance/requests.ts';
import type { Ledger } from '../../src/ledger/index.ts';
import { postgresLedger } from '../../src/ledger/postgres.ts';
import { type Databases, openDatabases } from '../support/databases/databases.ts';
import { PATIENT } from '../support/databases/patient.ts';

let databases: Databases;
before(async () => {
  databases = await openDatabases();
});
after(() => databases[Symbol.asyncDispose]());

interface Shared {
  url: string;
  pool: Pool;
  ledger: Ledger;
  /** How many transactions were begun since this was asked last. */
  transactions: () => number;
}

/** A ledger in which somebody has claimed, since the first claim of an action is like no other. */
async function shared(t: TestContext): Promise<Shared> {
  const url = await databases.createLedger();
  const pool = new Pool({ connectionString: url });
  const ledger = postgresLedger(pool, PATIENT);
  t.after(() => ledger.close());
  reserved(await ledger.reserve(of('finch')));
  let begun = 0;
  pool.on('acquire', () => {
    begun += 1;
  });
  const transactions = (): number => {
    const since = begun;
    begun = 0;
    return since;
  };
  return { url, pool, ledger, transactions };
}

/** Somebody else's connection to the same database. */
async function stranger(t: TestContext, url: string): Promise<Client> {
  const client = new Client(url);
  await client.connect();
  t.after(() => client.end());
  return client;
}

const of = (memberId: string, change: Parameters<typeof request>[0] = {}) => request({ memberId, ...change });
const MEMBERS = Array.from({ length: 20 }, (_, index) => `member-${index}`);
const GRANTED = { state: 'granted', echo: POINTS, evidence: null } as const;

describe('what is asked of a PostgreSQL ledger at once', { concurrency: true }, () => {
  it('shares a transaction', async (t) => {
    const { ledger, transactions } = await shared(t);
    const all = await Promise.all(MEMBERS.map((memberId) => ledger.reserve(of(memberId))));
    assert.equal(transactions(), 1);
    const claims = all.map(reserved);
    await Promise.all(claims.map(({ id }) => ledger.settle(id, 0, GRANTED, NOON)));
    assert.equal(transactions(), 1);
    const found = await Promise.all(claims.map(({ id }) => ledger.find(id)));
    assert.equal(transactions(), 1);
    assert.deepEqual(
      found.map((claim) => [claim?.memberId, claim?.state]),
      MEMBERS.map((memberId) => [memberId, 'granted']),
    );
  });

  it('is held against a cap one by one', async (t) => {
    const { ledger } = await shared(t);
    const caps = { capacity: 8, actionBudget: 75 };
    const all = await Promise.all(MEMBERS.map((memberId) => ledger.reserve(of(memberId, { caps }))));
    assert.equal(all.filter(({ kind }) => kind === 'reserved').length, 6);
    assert.equal(await ledger.seatsTaken('daily'), 7);
    assert.equal(await ledger.pointsHeld({ action: 'daily' }), 70);
  });

  it('is one claim, where one member asks twice', async (t) => {
    const { ledger } = await shared(t);
    const all = await Promise.all(['wren', 'robin', 'wren', 'wren'].map((memberId) => ledger.reserve(of(memberId))));
    assert.deepEqual(
      all.map(({ kind }) => kind),
      ['reserved', 'reserved', 'held', 'held'],
    );
  });

  it('is held against what one member may have, where they ask for several days', async (t) => {
    const { ledger } = await shared(t);
    const caps = { memberPoints: { points: 15, since: NOON } };
    const days = [NOON, NOON + DAY, NOON + 2 * DAY];
    const all = await Promise.all(days.map((now) => ledger.reserve(of('wren', { now, caps }))));
    assert.deepEqual(
      all.map(({ kind }) => kind),
      ['reserved', 'capped', 'capped'],
    );
  });

  it('does not come to nothing with one that fails', async (t) => {
    const { ledger } = await shared(t);
    const all = await Promise.all(MEMBERS.map((memberId) => ledger.reserve(of(memberId))));
    const ids = [...all.map((one) => reserved(one).id), 'no such claim'];
    const settled = await Promise.allSettled(ids.map((id) => ledger.settle(id, 0, GRANTED, NOON)));
    assert.deepEqual(
      settled.map(({ status }) => status),
      [...MEMBERS.map(() => 'fulfilled'), 'rejected'],
    );
    const failed = settled.at(-1);
    assert.ok(failed?.status === 'rejected' && failed.reason instanceof RangeError);
  });

  it('does not wait for one whose member somebody else has locked', async (t) => {
    const { url, ledger } = await shared(t);
    const other = await stranger(t, url);
    await other.query("BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('member wren', 0))");
    const waiting = ledger.reserve(of('wren'));
    const all = await Promise.all(MEMBERS.map((memberId) => ledger.reserve(of(memberId))));
    assert.ok(all.every(({ kind }) => kind === 'reserved'));
    await other.query('COMMIT');
    assert.equal((await waiting).kind, 'reserved');
  });

  it('works where every transaction has another session, in which nothing is prepared', async (t) => {
    const { pool, ledger } = await shared(t);
    pool.on('release', (_error, client) => void client.query('DEALLOCATE ALL').catch(() => {}));
    for (const memberId of MEMBERS) reserved(await ledger.reserve(of(memberId)));
    assert.equal((await ledger.list({})).length, MEMBERS.length + 1);
  });

  it('works where the tables change under what is prepared', async (t) => {
    const { url, ledger } = await shared(t);
    const { id } = reserved(await ledger.reserve(of('wren')));
    await ledger.find(id);
    const other = await stranger(t, url);
    await other.query('ALTER TABLE rewards.claims ADD COLUMN later TEXT');
    assert.equal((await ledger.find(id))?.id, id);
    assert.equal((await ledger.settle(id, 0, GRANTED, NOON)).state, 'granted');
  });
});
