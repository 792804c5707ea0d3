import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { Client, Pool, type PoolConfig } from 'pg';
import { InDoubtError, type Ledger, LedgerError, type Reservation } from '../../src/ledger/index.ts';
import { postgresLedger, type PostgresOptions } from '../../src/ledger/postgres.ts';
import { COMMIT } from '../../src/ledger/postgres/statement.ts';
import { type PostgresServer, startPostgres } from '../support/databases/postgres.ts';
import { type Relay, startRelay } from '../support/http/relay.ts';
import { reserved } from '../../src/ledger/conformance/bench.ts';
import { NOON, POINTS, request } from '../../src/ledger/conformance/requests.ts';
import { allOr } from '../support/thorough.ts';

/** Long enough for a busy machine where an answer comes, and soon over where none does. */
const SOON: PostgresOptions = { connectTimeoutMs: 4_000, statementTimeoutMs: 4_000, lockTimeoutMs: 2_000 };
/** For the call alone that it is about: it also ends a transaction whose own process pauses for so long. */
const SOON_IDLE: PostgresOptions = { ...SOON, idleInTransactionTimeoutMs: 1_000 };
const READY_FOR_QUERY = Buffer.from('5a0000000549', 'hex');

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server[Symbol.asyncDispose]());

/** What the server says to a connection that an administrator ends. */
const FAREWELL = (() => {
  const fields = ['SFATAL', 'VFATAL', 'C57P01', 'Mterminating connection due to administrator command', ''];
  const body = Buffer.from(fields.map((field) => `${field}\0`).join(''));
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from('E'), length, body]);
})();

interface Wired {
  /** Past the relay. */
  url: string;
  relay: Relay;
  pool: Pool;
  ledger: Ledger;
}

/** A ledger over a relay of its own, in which somebody else has claimed, since the first claim of an action is like no other. */
async function wired(t: TestContext, config: PoolConfig = {}, options: PostgresOptions = {}): Promise<Wired> {
  const direct = await server.createLedger();
  const url = new URL(direct);
  const relay = await startRelay({ host: url.hostname, port: Number(url.port) });
  url.port = String(relay.port);
  const pool = new Pool({ connectionString: url.href, ...config });
  const ledger = postgresLedger(pool, { ...SOON, ...options });
  await ledger.check();
  reserved(await ledger.reserve(request({ memberId: 'somebody else' })));
  t.after(async () => {
    relay.resume();
    await ledger.close();
    await relay[Symbol.asyncDispose]();
  });
  return { url: direct, relay, pool, ledger };
}

/** Somebody else's connection to the same database. */
async function stranger(t: TestContext, url: string): Promise<Client> {
  const client = new Client(url);
  await client.connect();
  t.after(() => client.end());
  return client;
}

function outage(...codes: string[]) {
  return (error: unknown) => {
    assert.ok(error instanceof LedgerError, String(error));
    assert.ok(codes.includes(error.code), `${error.code}: ${error.message}`);
    return true;
  };
}

const claimsIn = async (ledger: Ledger) =>
  (await ledger.list({ memberId: request().memberId })).map(({ state }) => state);

describe('a connection that the PostgreSQL server ends', { concurrency: true }, () => {
  for (const [whose, isNew] of [
    ['a ledger', false],
    ['a ledger that has asked for nothing yet', true],
  ] as const) {
    it(`as it is handed out to ${whose} costs one attempt, also in a pool that nobody listens to`, async (t) => {
      const { relay, ledger, pool } = await wired(t, { idleTimeoutMillis: 1 });
      while (pool.totalCount > 0) await new Promise(setImmediate);
      relay.toClient = (said) => {
        if (!said.subarray(-READY_FOR_QUERY.length).equals(READY_FOR_QUERY)) return said;
        relay.toClient = null;
        return Buffer.concat([said, FAREWELL]);
      };
      const asked = isNew ? postgresLedger(pool, SOON) : ledger;
      assert.equal((await asked.reserve(request())).kind, 'reserved');
      assert.equal(relay.toClient, null);
    });
  }

  it('costs nothing while nobody uses it', async (t) => {
    const { url, ledger, pool } = await wired(t);
    const removed = new Promise((resolve) => pool.once('remove', resolve));
    const admin = await stranger(t, url);
    await admin.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await removed;
    assert.equal((await ledger.reserve(request())).kind, 'reserved');
  });

  it('is listened to once, however many ledgers share the pool and however often it is used', async (t) => {
    const { pool, ledger } = await wired(t, { max: 1 });
    const listeners = pool.listenerCount('error');
    const client = await pool.connect();
    client.release();
    const ofClient = client.listenerCount('error');
    const others = Array.from({ length: 20 }, () => postgresLedger(pool));
    for (const other of [...others, ledger]) await other.check();
    assert.equal(pool.listenerCount('error'), listeners);
    assert.equal(pool.listenerCount('acquire'), 1);
    assert.equal(client.listenerCount('error'), ofClient);
    await Promise.all(others.map((other) => other.close()));
  });
});

describe('a PostgreSQL server that says nothing more', { concurrency: true }, () => {
  it('is an outage in the middle of a transaction, and works again when it is back', async (t) => {
    const { relay, ledger } = await wired(t);
    relay.silence();
    await assert.rejects(ledger.reserve(request()), outage('timeout'));
    await assert.rejects(ledger.find('nothing'), outage('timeout'));
    relay.resume();
    assert.equal((await ledger.reserve(request())).kind, 'reserved');
    assert.deepEqual(await claimsIn(ledger), ['pending']);
  });

  it('is an outage where no connection is to be had, and one that comes late goes back', async (t) => {
    const { ledger, pool } = await wired(t, { max: 1 });
    const only = await pool.connect();
    await assert.rejects(ledger.unknown(), outage('timeout'));
    only.release();
    await ledger.unknown();
    assert.deepEqual([pool.waitingCount, pool.idleCount], [0, 1]);
  });

  it('keeps no other process waiting for long with what it was about to do', async (t) => {
    const { url, relay, pool } = await wired(t);
    const other = postgresLedger(new Pool({ connectionString: url }), {
      lockTimeoutMs: 60_000,
      statementTimeoutMs: 60_000,
    });
    t.after(() => other.close());
    // The member's lock is taken, and nothing more comes.
    relay.toServer = (said, wire) => {
      if (!said.includes('member ')) return said;
      wire.silence();
      return said;
    };
    // This one waits for longer: it is the server that lets go.
    const lost = postgresLedger(pool, { ...SOON_IDLE, statementTimeoutMs: 600_000 });
    const reported = assert.rejects(lost.reserve(request()), LedgerError);
    assert.equal((await other.reserve(request())).kind, 'reserved');
    await lost.close();
    await reported;
  });

  it('does not keep the ledger from being closed, with whatever is under way', async (t) => {
    const { relay, ledger } = await wired(t, {}, { statementTimeoutMs: 600_000 });
    relay.silence();
    const hanging = assert.rejects(ledger.unknown(), LedgerError);
    await ledger.close();
    await hanging;
  });
});

describe('a commit that PostgreSQL does not answer', { concurrency: true }, () => {
  /** Has the next commit go over a wire that is dead from then on; it `passes`, or it does not. What is said later may be altered. */
  function deafen(relay: Relay, passes: boolean, later: Relay['toServer'] = null): void {
    relay.toServer = (said, wire) => {
      if (!said.includes(COMMIT.sql.name)) return said;
      relay.toServer = later;
      wire.silence();
      return passes ? said : Buffer.alloc(0);
    };
  }

  it('is looked up over another connection, and counts where it was carried out', async (t) => {
    const { relay, ledger } = await wired(t);
    deafen(relay, true);
    assert.equal((await ledger.reserve(request())).kind, 'reserved');
    assert.deepEqual(await claimsIn(ledger), ['pending']);
  });

  it('is an outage where it was not carried out, which frees what it had locked', async (t) => {
    const { relay, pool, ledger } = await wired(t);
    deafen(relay, false);
    await assert.rejects(postgresLedger(pool, SOON_IDLE).reserve(request()), outage('timeout'));
    assert.deepEqual(await claimsIn(ledger), []);
    assert.equal((await ledger.reserve(request())).kind, 'reserved');
  });

  it('is not taken for another of that id, which a server gives again that has crashed, or was behind the one that it followed', async (t) => {
    const { url, relay, pool, ledger } = await wired(t);
    const admin = await stranger(t, url);
    const { rows } = await admin.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
    const another = rows[0]?.id ?? '';
    let asked = 0;
    deafen(relay, false, (said) => {
      if (!said.includes('pg_xact_status')) return said;
      asked += 1;
      const withAnother = said.toString('latin1').replace(/\d{3,}/, (own) => another.padStart(own.length));
      return Buffer.from(withAnother, 'latin1');
    });
    await assert.rejects(postgresLedger(pool, SOON_IDLE).reserve(request()), outage('timeout'));
    assert.equal(asked, 1);
    assert.deepEqual(await claimsIn(ledger), []);
    assert.equal((await ledger.reserve(request())).kind, 'reserved');
  });

  it('is told as in doubt, to each with what it comes to, where that cannot be found out in time', async (t) => {
    const { url, relay, ledger } = await wired(t);
    deafen(relay, true);
    relay.toClient = (said) => {
      if (relay.toServer === null) relay.silence();
      return said;
    };
    const direct = postgresLedger(new Pool({ connectionString: url }));
    t.after(() => direct.close());
    const members = [request().memberId, 'and another'];
    const both = await Promise.allSettled(members.map((memberId) => ledger.reserve(request({ memberId }))));
    for (const [index, one] of both.entries()) {
      assert.ok(one.status === 'rejected' && one.reason instanceof InDoubtError);
      const { claim } = one.reason.value as Extract<Reservation, { kind: 'reserved' }>;
      assert.deepEqual([claim.state, claim.memberId], ['pending', members[index]]);
      outage('in-doubt')(one.reason);
    }
    assert.deepEqual(await claimsIn(direct), ['pending']);
  });
});

describe('what others have locked in PostgreSQL', { concurrency: true }, () => {
  for (const table of allOr(['claims'], ['claims', 'grants', 'events', 'tallies'])) {
    it(`is an outage while they hold it: the table ${table}`, async (t) => {
      const { url, ledger } = await wired(t);
      const admin = await stranger(t, url);
      await admin.query(`BEGIN; LOCK TABLE rewards.${table} IN ACCESS EXCLUSIVE MODE`);
      await assert.rejects(ledger.reserve(request()), outage('55P03', '57014'));
      await admin.query('ROLLBACK');
      const { id } = reserved(await ledger.reserve(request()));
      await ledger.settle(id, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
      assert.deepEqual(await claimsIn(ledger), ['granted']);
    });
  }
});

describe('a limit of the PostgreSQL ledger', () => {
  for (const ms of [0, -1, 1.5, Number.NaN, Infinity, 2 ** 31]) {
    it(`cannot be ${ms} ms`, () => {
      assert.throws(
        () => postgresLedger(new Pool(), { lockTimeoutMs: ms }),
        (error) => error instanceof RangeError && error.message.startsWith('lockTimeoutMs must be a whole number'),
      );
    });
  }
});

describe('a PostgreSQL server that is frozen', () => {
  it('is an outage, and does what was asked of it once when it thaws', async (t) => {
    await using own = await startPostgres();
    const ledger = postgresLedger(new Pool({ connectionString: await own.createLedger() }), SOON);
    t.after(() => ledger.close());
    await ledger.check();
    await own.freeze();
    await assert.rejects(ledger.reserve(request()), outage('timeout'));
    own.thaw();
    assert.equal((await ledger.reserve(request())).kind, 'reserved');
    assert.deepEqual(await claimsIn(ledger), ['pending']);
  });
});

describe('a PostgreSQL server that is a standby', () => {
  it('is an outage that is told at once, and what was prepared is used again when it is the primary', async (t) => {
    await using own = await startPostgres();
    const url = await own.createLedger();
    const pool = new Pool({ connectionString: url, max: 1 });
    const ledger = postgresLedger(pool, SOON);
    t.after(() => ledger.close());
    await own.down();
    await own.up('standby');
    let transactions = 0;
    pool.on('acquire', () => {
      transactions += 1;
    });
    assert.deepEqual(await ledger.list({}), []);
    transactions = 0;
    await assert.rejects(ledger.reserve(request()), {
      message: /during recovery \(this server is a standby, which only reads: use the address of the primary\)$/,
    });
    assert.equal(transactions, 1);
    await own.down();
    await own.up();
    reserved(await ledger.reserve(request()));
    const { rows } = await pool.query('SELECT 1 FROM pg_prepared_statements');
    assert.ok(rows.length > 0);
  });
});

describe('a server or a pooler that refuses', () => {
  for (const [said, advice] of [
    [
      'transaction blocks not allowed in statement pooling mode',
      'set the pooler to transaction mode, or to session mode',
    ],
    [
      'sorry, too many clients already',
      'each process uses up to ten connections: allow the server or the role more of them, or put a pooler in transaction mode between',
    ],
    [
      'too many connections for role "rewards"',
      'each process uses up to ten connections: allow the server or the role more of them, or put a pooler in transaction mode between',
    ],
    [
      'remaining connection slots are reserved for roles with the SUPERUSER attribute',
      'each process uses up to ten connections: allow the server or the role more of them, or put a pooler in transaction mode between',
    ],
    ['query_wait_timeout', 'the pooler had no free connection in time'],
    [
      'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
      'it asks for a password, and none was given: write it into the URL, as in postgres://user:password@host/database',
    ],
    ['self-signed certificate in certificate chain', 'sslrootcert in the URL names a file with the authority to trust'],
    ['unable to verify the first certificate', 'sslrootcert in the URL names a file with the authority to trust'],
    [
      'character with byte sequence 0xc5 0x81 in encoding "UTF8" has no equivalent in encoding "LATIN1"',
      'only a database with the encoding UTF8 can hold every text',
    ],
    [
      'no pg_hba.conf entry for host "192.0.2.1", user "rewards", database "rewards", no encryption',
      'the server lets nobody in like that, perhaps only because the connection is not encrypted: add sslmode=verify-full to the URL',
    ],
    ['permission denied for table rules', 'its tables belong to the role that made the ledger: use that one'],
    ['must be owner of table claims', 'its tables belong to the role that made the ledger: use that one'],
  ] as const) {
    it(`with "${said}" is an outage that says what to do`, async () => {
      const failure = Object.assign(new Error(said), { code: '08P01' });
      const ledger = postgresLedger({ connect: () => Promise.reject(failure), end: async () => {}, on() {} });
      const message = `the ledger's database failed: ${said} (${advice})`;
      await assert.rejects(ledger.reserve(request()), { code: '08P01', message });
    });
  }
});
