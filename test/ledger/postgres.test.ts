import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, Pool } from 'pg';
import { LedgerError } from '../../src/ledger/index.ts';
import {
  createPostgresLedger,
  postgresLedger,
  type PostgresClient,
  type PostgresPool,
} from '../../src/ledger/postgres.ts';
import { PostgresStore } from '../../src/ledger/postgres/store.ts';
import { createStore } from '../crash/store.ts';
import { oneByOne } from '../support/databases/one-by-one.ts';
import { PATIENT } from '../support/databases/patient.ts';
import { type PostgresServer, startPostgres } from '../support/databases/postgres.ts';
import { type Operation, type Row, sqlLedger } from '../../src/ledger/sql.ts';
import { conformance } from '../../src/ledger/conformance/suite.ts';
import { DAY, NOON, POINTS, request } from '../../src/ledger/conformance/requests.ts';
import { list, sums } from '../../src/ledger/claims/query.ts';
import { memberId, POSTGRES, rowsSql, START } from '../bench/growth-rows.ts';

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(async () => {
  await Promise.all(pools.filter(({ ended }) => !ended).map((pool) => pool.end()));
  await server[Symbol.asyncDispose]();
});

const poolOf = (url: string, max = 5): Pool => {
  const pool = new Pool({ connectionString: url, max });
  pool.on('error', () => {});
  return pool;
};

/** The URL of a database with a new ledger. */
const newLedger = () => server.createLedger();

/**
 * Leaves of a ledger what a new one has, with another identity: to make a database takes longer than most tests, and so does TRUNCATE,
 * which makes a file a table. Rows that refer to others go in any order.
 */
const RENEW = `
  BEGIN;
  SET LOCAL session_replication_role = replica;
  DO $$ DECLARE name TEXT; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'rewards' AND tablename <> 'migrations' LOOP
      EXECUTE format('DELETE FROM rewards.%I', name);
    END LOOP;
  END $$;
  INSERT INTO rewards.ledger (id, made_at, epoch) VALUES (gen_random_uuid(), EXTRACT(EPOCH FROM now()) * 1000, 0);
  INSERT INTO rewards.salts (purpose, salt) VALUES ('ledger', encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex'));
  COMMIT;
`;

/** A database with a ledger, by the connections of one process and of another: to make one anew takes longer than most tests, too. */
type Place = readonly [Pool, Pool];

/** All pools of the places, which are open until the end, and the places that nobody uses any more: some tests take two at once. */
const pools: Pool[] = [];
const free: Place[] = [];

async function emptyPlace(): Promise<Place> {
  const known = free.pop();
  if (known) {
    await known[0].query(RENEW);
    return known;
  }
  const url = await createStore(await server.createDatabase('by language'));
  const place = [poolOf(url), poolOf(url)] as const;
  pools.push(...place);
  return place;
}

conformance('PostgreSQL', async () => {
  const place = await emptyPlace();
  const [own, others] = place;
  const store = new PostgresStore(own, PATIENT);
  return {
    store,
    ledger: sqlLedger(store),
    other: () => Promise.resolve(postgresLedger(others, PATIENT)),
    async [Symbol.asyncDispose]() {
      if (!own.ended) free.push(place);
    },
  };
});

/** A pool whose clients break their connection at a commit, before or after it reaches the server. */
function breaking(pool: PostgresPool, when: 'before' | 'after'): PostgresPool & { broken: number } {
  const wrapped = {
    broken: 0,
    end: () => pool.end(),
    on: pool.on.bind(pool),
    async connect(): Promise<PostgresClient> {
      const client = await pool.connect();
      return {
        release: (gone) => client.release(gone),
        on: (event, listener) => client.on(event, listener),
        query: oneByOne(async (text, values) => {
          if (text !== 'COMMIT' || wrapped.broken > 0) return client.query(text, values);
          wrapped.broken += 1;
          await client.query(when === 'after' ? 'COMMIT' : 'ROLLBACK');
          throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
        }),
      };
    },
  };
  return wrapped;
}

/** Notes how far the commit of each claim is waited for. */
const NOTE_COMMITS = `
  CREATE TABLE commits (at BIGSERIAL, setting TEXT);
  CREATE FUNCTION note_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO public.commits (setting) VALUES (current_setting('synchronous_commit'));
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER note AFTER INSERT ON rewards.claims DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION note_commit();
`;

describe('the PostgreSQL ledger', () => {
  for (const when of ['before', 'after'] as const) {
    it(`finds out what became of a commit when the connection breaks just ${when} it`, async () => {
      const url = await newLedger();
      const plain = postgresLedger(poolOf(url));
      await plain.check();
      const pool = breaking(poolOf(url), when);
      pool.broken = 1;
      const ledger = postgresLedger(pool);
      await ledger.check();
      pool.broken = 0;
      const reservation = await ledger.reserve(request());
      assert.equal(pool.broken, 1);
      assert.equal(reservation.kind, 'reserved');
      assert.equal((await plain.list({})).length, 1);
      await Promise.all([plain.close(), ledger.close()]);
    });
  }

  it('reports a database that is down as an outage, and works again when it is back', async () => {
    const url = await newLedger();
    let down = true;
    const pool = poolOf(url);
    const ledger = postgresLedger({
      end: () => pool.end(),
      on: pool.on.bind(pool),
      connect: () =>
        down
          ? Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
          : pool.connect(),
    });
    await assert.rejects(
      ledger.find('anything'),
      (error) => error instanceof LedgerError && error.code === 'ECONNREFUSED',
    );
    await assert.rejects(ledger.reserve(request()), LedgerError);
    down = false;
    assert.equal((await ledger.reserve(request())).kind, 'reserved');
    await ledger.close();
  });

  it('survives that its idle connections are cut', async () => {
    const url = await newLedger();
    const ledger = postgresLedger(poolOf(url, 2));
    const reservation = await ledger.reserve(request());
    assert.ok(reservation.kind === 'reserved');
    await server.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'ledger_%' AND state LIKE 'idle%'",
    );
    const settled = await ledger.settle(
      reservation.claim.id,
      0,
      { state: 'granted', echo: POINTS, evidence: null },
      NOON,
    );
    assert.equal(settled.state, 'granted');
    await ledger.close();
  });

  it('runs a transaction again whose connection is cut in the middle', async () => {
    const url = await newLedger();
    const ledger = postgresLedger(poolOf(url, 2));
    await ledger.check();
    const cut = server.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'ledger_%' AND state LIKE 'idle%'",
    );
    const [reservation] = await Promise.all([ledger.reserve(request()), cut]);
    assert.equal(reservation.kind, 'reserved');
    assert.equal((await ledger.list({})).length, 1);
    await ledger.close();
  });

  it('adds up a day without reading the grants of all others, and finds the claims of a member without reading theirs', async () => {
    const url = await newLedger();
    const client = new Client(url);
    await client.connect();
    const shape = { members: 1000, days: 10 };
    const [claims = '', grants = ''] = rowsSql(shape, POSTGRES);
    for (const sql of [claims, grants]) await client.query(sql);
    await client.query('ANALYZE rewards.claims, rewards.grants; SET search_path = rewards');
    const day = { since: START + DAY, until: START + 2 * DAY };
    const ofMember = { memberId: memberId(7, shape), newestFirst: true, limit: 3 };
    for (const { value } of [sums(day).next(), list(ofMember).next()]) {
      assert.ok('sql' in value);
      let count = 0;
      const numbered = value.sql.replaceAll('?', () => `$${(count += 1)}`);
      // oxlint-disable-next-line no-await-in-loop -- one connection
      const { rows } = await client.query<Record<string, string>>(`EXPLAIN ${numbered}`, [...value.params]);
      assert.doesNotMatch(rows.map((row) => row['QUERY PLAN']).join('\n'), /Seq Scan/);
    }
    await client.end();
    const ledger = postgresLedger(poolOf(url));
    assert.deepEqual(await ledger.sums(day), [{ action: 'daily', state: 'granted', claims: 1000, points: 10_000 }]);
    assert.deepEqual(
      (await ledger.list(ofMember)).map(({ streak }) => streak),
      [10, 9, 8],
    );
    await ledger.close();
  });

  it('is made on purpose alone, and once, also where transactions are serializable unless told otherwise', async () => {
    const url = await server.createDatabase();
    await server.query(
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_isolation = serializable`,
    );
    const pool = poolOf(url);
    const ledger = postgresLedger(pool);
    const missing = { code: 'missing', message: /^the database has no ledger\. .* npx rewards ledger create/ };
    await assert.rejects(ledger.recover(NOON), missing);
    await assert.rejects(ledger.reserve(request()), missing);
    const made = await Promise.allSettled(Array.from({ length: 4 }, () => createPostgresLedger(pool)));
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const one of made) assert.ok(one.status === 'fulfilled' || one.reason.code === 'exists');
    assert.equal((await ledger.reserve(request())).kind, 'reserved');
    await assert.rejects(createPostgresLedger(pool), { code: 'exists' });
    assert.equal((await ledger.reserve(request())).kind, 'held');
    await ledger.close();
  });

  it('takes no second claim for what one holds, whoever writes it', async () => {
    const pool = poolOf(await newLedger());
    const ledger = postgresLedger(pool);
    await ledger.reserve(request());
    const copy = `INSERT INTO rewards.claims
      SELECT (jsonb_populate_record(held, '{"id": "another"}')).* FROM rewards.claims AS held`;
    await assert.rejects(pool.query(copy), { code: '23505', constraint: 'claims_slot' });
    await ledger.close();
  });

  it('waits for the disk where the session does not', async () => {
    const url = await newLedger();
    const client = new Client(url);
    await client.connect();
    const name = new URL(url).pathname.slice(1);
    await client.query(NOTE_COMMITS);
    for (const setting of ['off', 'on', 'local', 'remote_write', 'remote_apply']) {
      // oxlint-disable no-await-in-loop -- one after the other
      await client.query(`ALTER DATABASE ${name} SET synchronous_commit = ${setting}`);
      const ledger = postgresLedger(poolOf(url));
      assert.equal((await ledger.reserve(request({ memberId: setting }))).kind, 'reserved');
      await ledger.close();
      // oxlint-enable no-await-in-loop
    }
    const { rows } = await client.query<{ setting: string }>('SELECT setting FROM commits ORDER BY at');
    assert.deepEqual(
      rows.map(({ setting }) => setting),
      ['on', 'on', 'local', 'remote_write', 'remote_apply'],
    );
    await client.end();
  });

  it('bounds a transaction by the limits of its own, whatever the role sets', async () => {
    const url = await newLedger();
    await server.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET transaction_timeout = '200ms'`);
    const store = new PostgresStore(poolOf(url), {});
    function* sleep(): Operation<Row[]> {
      return yield { sql: "SELECT 'slept' AS it FROM pg_sleep(0.4)", params: [] };
    }
    for (const how of [{ group: 'slow', touches: [] }, 'unhurried'] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.deepEqual(await store.transact(sleep, how), [{ it: 'slept' }]);
    }
    await store.close();
  });

  it('is made by a role that owns its schema and may make no other, which an administrator makes otherwise', async () => {
    const url = new URL(await server.createDatabase());
    const role = `maker_${crypto.randomUUID().replaceAll('-', '')}`;
    const admin = poolOf(url.href);
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${role}'`);
    const pool = poolOf(Object.assign(new URL(url), { username: role, password: role }).href);
    await assert.rejects(createPostgresLedger(pool), {
      code: '42501',
      message:
        /^the ledger's database failed: permission denied for database \S+ \(.*CREATE SCHEMA rewards AUTHORIZATION/,
    });
    await admin.query(`CREATE SCHEMA rewards AUTHORIZATION ${role}`);
    await createPostgresLedger(pool);
    const ledger = postgresLedger(pool);
    await ledger.check();
    await Promise.all([ledger.close(), admin.end()]);
  });

  it('is not called missing where the role may not use its schema', async () => {
    const url = new URL(await newLedger());
    const role = url.pathname.slice(1);
    await server.query(`CREATE ROLE ${role} LOGIN PASSWORD '${role}'`);
    url.username = role;
    url.password = role;
    const pool = poolOf(url.href);
    const ledger = postgresLedger(pool);
    const denied = {
      code: '42501',
      message:
        "the ledger's database failed: permission denied for schema rewards (its tables belong to the role that made the ledger: use that one)",
    };
    await assert.rejects(ledger.check(), denied);
    await assert.rejects(createPostgresLedger(pool), denied);
    await ledger.close();
  });

  it('writes nothing into a database that was set read-only, and says who may have', async () => {
    const url = await newLedger();
    const client = new Client(url);
    await client.connect();
    await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
    await client.end();
    const ledger = postgresLedger(poolOf(url));
    await assert.rejects(ledger.reserve(request()), {
      message:
        /read-only transaction \(its owner has set it read-only.* or it is a standby: then use the address of the primary/,
    });
    await ledger.close();
  });

  it('keeps its tables in a schema of its own', async () => {
    const url = await newLedger();
    const ledger = postgresLedger(poolOf(url));
    await ledger.check();
    const client = new Client(url);
    await client.connect();
    const { rows } = await client.query<{ table_schema: string }>(
      "SELECT DISTINCT table_schema FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema')",
    );
    assert.deepEqual(rows, [{ table_schema: 'rewards' }]);
    await client.end();
    await ledger.close();
  });
});
