import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { after, before, describe, it, type TestContext } from 'node:test';
import { Client } from 'pg';
import { type ClaimRecord, type Ledger, tracedMember } from '../../src/ledger/index.ts';
import { createStore, openStore } from '../crash/store.ts';
import { type Databases, openDatabases } from '../support/databases/databases.ts';
import { grant } from '../../src/ledger/conformance/bench.ts';
import { NOON, POINTS, request } from '../../src/ledger/conformance/requests.ts';

const home = mkdtempSync(join(tmpdir(), 'rewards-behind-'));
let server: Databases;
before(async () => {
  server = await openDatabases();
});
after(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

/** A store under running processes, which is put back to what it held at a time. */
interface Ground {
  store: string;
  /** Takes back what was claimed at that time or later, as an older copy would. */
  goBackTo: (time: number) => Promise<void>;
}

/** What an older copy lacks. */
const lacking = (time: number, schema = ''): string => {
  const claims = `${schema}claims`;
  return [
    ...['events', 'grants', 'idempotency_keys'].map(
      (table) =>
        `DELETE FROM ${schema}${table} WHERE claim_id IN (SELECT id FROM ${claims} WHERE created_at >= ${time})`,
    ),
    `DELETE FROM ${claims} WHERE created_at >= ${time}`,
    `UPDATE ${schema}tallies SET claims = (SELECT COUNT(*) FROM ${claims})`,
    '',
  ].join('; ');
};

/** The log stays beside the file: once it is in it, the ledger finds there that its claims are gone, and not that it is an older one. */
async function onSqlite(t: TestContext): Promise<Ground> {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const store = await createStore(join(home, `${crypto.randomUUID()}.db`));
  const goBackTo = async (time: number) => {
    using db = new DatabaseSync(store);
    db.exec(`BEGIN IMMEDIATE; ${lacking(time)} COMMIT`);
  };
  return { store, goBackTo };
}

async function onPostgres(): Promise<Ground> {
  const store = await server.createLedger();
  const goBackTo = async (time: number) => {
    const client = new Client(store);
    await client.connect();
    await client.query(lacking(time, 'rewards.'));
    await client.end();
  };
  return { store, goBackTo };
}

const GROUNDS = { SQLite: onSqlite, PostgreSQL: onPostgres };

const behind = {
  code: 'behind',
  message: /^the ledger is an older one than was in use at .*, such as one of 2026-11-20T12:00:/,
};
const halted = { code: 'halted', message: behind.message };

for (const [name, open] of Object.entries(GROUNDS)) {
  describe(`a store that went back in time, on ${name}`, () => {
    /** Has a ledger opened that is closed in the end. */
    const use = async (store: string, work: (ledger: Ledger) => Promise<unknown>) => {
      const ledger = openStore(store);
      try {
        await work(ledger);
      } finally {
        await ledger.close();
      }
    };

    it('takes no claim from a process that has made newer ones', async (t) => {
      const { store, goBackTo } = await open(t);
      await use(store, async (ledger) => {
        for (let n = 0; n < 5; n += 1) await grant(ledger, request({ memberId: `m${n}`, now: NOON + n * 1000 }));
        await goBackTo(NOON + 3000);
        await assert.rejects(ledger.reserve(request({ memberId: 'm3', now: NOON + 9000 })), behind);
        assert.equal((await ledger.list({})).length, 3);
      });
    });

    it('takes none from a process that has only seen newer ones, and says so when it is asked', async (t) => {
      const { store, goBackTo } = await open(t);
      await use(store, async (other) => {
        await use(store, async (ledger) => {
          for (let n = 0; n < 5; n += 1) await grant(other, request({ memberId: `m${n}`, now: NOON + n * 1000 }));
          assert.equal((await ledger.reserve(request({ memberId: 'm4', now: NOON + 5000 }))).kind, 'held');
          await goBackTo(NOON + 3000);
          await assert.rejects(ledger.reserve(request({ memberId: 'm4', now: NOON + 6000 })), behind);
        });
      });
    });

    it('is told by a check, although nobody has claimed anything', async (t) => {
      const { store, goBackTo } = await open(t);
      await use(store, (ledger) => grant(ledger, request({ now: NOON })));
      await use(store, async (ledger) => {
        await ledger.check();
        await goBackTo(NOON);
        // What was found within the last second is told again, but not past a failure.
        await assert.rejects(ledger.reserve(request({ now: NOON + 1 })), { code: 'behind' });
        await assert.rejects(ledger.check(), { code: 'halted' });
      });
    });

    it('takes none from any other process either, nor from one that is started later', async (t) => {
      const { store, goBackTo } = await open(t);
      await use(store, async (other) => {
        await other.check();
        await use(store, async (ledger) => {
          await grant(ledger, request({ memberId: 'm1', now: NOON }));
          await goBackTo(NOON);
          await assert.rejects(ledger.reserve(request({ memberId: 'm1', now: NOON + 1 })), behind);
        });
        await assert.rejects(other.reserve(request({ memberId: 'm1', now: NOON + 2 })), halted);
      });
      await use(store, async (ledger) => {
        await assert.rejects(ledger.reserve(request({ memberId: 'm1', now: NOON + 3 })), halted);
        await assert.rejects(ledger.check(), halted);
        assert.deepEqual(await ledger.list({}), []);
      });
    });

    it('takes back from a log what it has lost, without a name', async (t) => {
      const { store, goBackTo } = await open(t);
      const by = { who: 'Wren', why: 'the disk died' };
      await use(store, async (ledger) => {
        const logged: ClaimRecord[] = [];
        for (let n = 0; n < 4; n += 1) {
          const reservation = await ledger.reserve(request({ memberId: `m${n}`, now: NOON + n * 1000 }));
          assert.ok(reservation.kind === 'reserved' && reservation.trace !== undefined);
          const { id } = reservation.claim;
          const settlement = { state: 'granted', echo: POINTS, evidence: null } as const;
          const claim = await ledger.settle(id, 0, settlement, NOON);
          logged.push({ ...claim, memberId: tracedMember(reservation.trace) });
        }
        assert.equal(new Set(logged.map(({ memberId }) => memberId)).size, 4);
        assert.doesNotMatch(JSON.stringify(logged.map(({ memberId }) => memberId)), /m\d/);
        const [first = '', second = '', third = '', fourth = ''] = logged.map(({ id }) => id);
        await goBackTo(NOON + 1000);
        await assert.rejects(ledger.reserve(request({ memberId: 'm3', now: NOON + 9000 })), { code: 'behind' });
        await ledger.restored({ since: NOON, until: NOON + 9000 }, by, NOON + 9000);
        const waits = await ledger.reserve(request({ memberId: 'm3', now: NOON + 9000 }));
        assert.equal(waits.kind, 'in-doubt');

        const expected = { added: [second, third], known: [first], decided: [fourth], twice: [] };
        assert.deepEqual(await ledger.adopt(logged, by, NOON + 9000), expected);
        for (let n = 0; n < 4; n += 1) {
          const again = await ledger.reserve(request({ memberId: `m${n}`, now: NOON + 9000 }));
          assert.deepEqual([again.kind, 'claim' in again && again.claim.state], ['held', 'granted'], `m${n}`);
        }
        assert.equal(await ledger.seatsTaken('daily'), 4);
        await ledger.restored(null, by, NOON + 9000);
        assert.equal((await ledger.reserve(request({ memberId: 'new', now: NOON + 9000 }))).kind, 'reserved');

        const stranger = { ...logged[0], memberId: tracedMember('0'.repeat(64)) };
        await assert.rejects(ledger.adopt([stranger as ClaimRecord], by, NOON), { code: 'another-ledger' });
      });
    });

    it('is not seen in what was not made durable', async (t) => {
      const { store } = await open(t);
      await use(store, async (ledger) => {
        const broken = request({ memberId: 'broken', now: NOON + 5, deadline: Number.NaN });
        const first = ledger.reserve(request({ memberId: 'm1' }));
        await Promise.allSettled([
          first,
          ledger.reserve(broken),
          ledger.reserve(request({ memberId: 'm2', now: NOON + 6 })),
        ]);
        assert.equal((await ledger.reserve(request({ memberId: 'm3', now: NOON + 7 }))).kind, 'reserved');
        await ledger.check();
      });
    });

    it('is not seen where many claim at once, in two processes', async (t) => {
      const { store } = await open(t);
      await use(store, (one) =>
        use(store, async (other) => {
          const all = Array.from({ length: 60 }, (_, n) =>
            (n % 2 ? one : other).reserve(request({ memberId: `m${n % 40}`, now: NOON + ((n * 7919) % 100) })),
          );
          const kinds = new Set((await Promise.all(all)).map(({ kind }) => kind));
          assert.deepEqual([...kinds].toSorted(), ['held', 'reserved']);
        }),
      );
    });
  });
}

describe('a SQLite ledger over which an old copy was put as SQLite does', () => {
  it('takes no claim', async (t) => {
    const { store } = await onSqlite(t);
    const first = openStore(store);
    await grant(first, request({ memberId: 'early' }));
    await first.close();
    copyFileSync(store, `${store}.copy`);
    const ledger = openStore(store);
    await grant(ledger, request({ memberId: 'late', now: NOON + 1 }));
    using copy = new DatabaseSync(`${store}.copy`);
    await backup(copy, store);
    await assert.rejects(ledger.reserve(request({ memberId: 'late', now: NOON + 2 })), { code: 'behind' });
    await ledger.close();
  });
});
