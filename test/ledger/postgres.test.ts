import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, Pool } from 'pg';
import { LedgerError, type Ledger } from '../../src/ledger/index.ts';
import { postgresLedger, type PostgresClient, type PostgresPool } from '../../src/ledger/postgres.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { conformance } from './conformance/suite.ts';
import { NOON, POINTS, request } from './requests.ts';

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server[Symbol.asyncDispose]());

const poolOf = (url: string, max = 5): PostgresPool => {
  const pool = new Pool({ connectionString: url, max });
  pool.on('error', () => {});
  return pool;
};

conformance('PostgreSQL', async () => {
  const url = await server.createDatabase();
  const opened: Ledger[] = [];
  const open = () => {
    const ledger = postgresLedger(poolOf(url));
    opened.push(ledger);
    return ledger;
  };
  return {
    ledger: open(),
    other: () => Promise.resolve(open()),
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((ledger) => ledger.close()));
    },
  };
});

/** A pool whose clients break their connection at a commit, before or after it reaches the server. */
function breaking(pool: PostgresPool, when: 'before' | 'after'): PostgresPool & { broken: number } {
  const wrapped = {
    broken: 0,
    end: () => pool.end(),
    async connect(): Promise<PostgresClient> {
      const client = await pool.connect();
      return {
        release: (gone) => client.release(gone),
        on: (event, listener) => client.on(event, listener),
        off: (event, listener) => client.off(event, listener),
        async query(text, values) {
          if (text !== 'COMMIT' || wrapped.broken > 0) return client.query(text, values);
          wrapped.broken += 1;
          await client.query(when === 'after' ? 'COMMIT' : 'ROLLBACK');
          throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
        },
      };
    },
  };
  return wrapped;
}

describe('the PostgreSQL ledger', () => {
  it('applies the schema once when many start at the same time', async () => {
    const url = await server.createDatabase();
    const ledgers = Array.from({ length: 8 }, () => postgresLedger(poolOf(url)));
    await Promise.all(ledgers.map((ledger) => ledger.check()));
    await Promise.all(ledgers.map((ledger) => ledger.close()));
  });

  for (const when of ['before', 'after'] as const) {
    it(`finds out what became of a commit when the connection breaks just ${when} it`, async () => {
      const url = await server.createDatabase();
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
    const url = await server.createDatabase();
    let down = true;
    const pool = poolOf(url);
    const ledger = postgresLedger({
      end: () => pool.end(),
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
    const url = await server.createDatabase();
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
    const url = await server.createDatabase();
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

  it('keeps its tables in a schema of its own', async () => {
    const url = await server.createDatabase();
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
