import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, Pool } from 'pg';
import { postgresLedger } from '../../src/ledger/postgres.ts';
import { migrations, POSTGRES as DIALECT } from '../../src/ledger/schema.ts';
import { PATIENT } from '../support/databases/patient.ts';
import { type PostgresServer, startPostgres } from '../support/databases/postgres.ts';
import { request } from '../../src/ledger/conformance/requests.ts';
import { memberId, POSTGRES, rowsSql } from '../bench/growth-rows.ts';

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server[Symbol.asyncDispose]());

const poolOf = (url: string) => new Pool({ connectionString: url, max: 5 });

/** Makes a ledger as an older version has left it, which knew so many steps of the schema. */
async function makeOld(url: string, known: number, rows: readonly string[] = []): Promise<void> {
  const steps = migrations(DIALECT).slice(0, known);
  const client = new Client(url);
  await client.connect();
  await client.query('CREATE SCHEMA rewards; SET search_path = rewards; CREATE TABLE migrations (step BIGINT)');
  for (const sql of [...steps.flat(), ...rows]) await client.query(sql);
  await client.query('INSERT INTO migrations SELECT generate_series(1, $1::int)', [known]);
  await client.end();
}

describe('a PostgreSQL ledger of another version', () => {
  it('applies the schema once when many start at the same time after an upgrade', async () => {
    const url = await server.createDatabase();
    await makeOld(url, 6);
    const ledgers = Array.from({ length: 8 }, () => postgresLedger(poolOf(url), PATIENT));
    await Promise.all(ledgers.map((ledger) => ledger.check()));
    await Promise.all(ledgers.map((ledger) => ledger.close()));
  });

  it('is brought up to date without being in the way of a claim of an older process that is half done', async () => {
    const url = await server.createDatabase();
    await makeOld(url, 17, rowsSql({ members: 1, days: 1 }, POSTGRES));
    const older = new Client(url);
    await older.connect();
    await older.query(`SET search_path = rewards; SET lock_timeout = '500ms'; BEGIN; UPDATE grants SET attempts = 1`);
    const ledger = postgresLedger(poolOf(url));
    const start = { isOver: false };
    const checked = ledger.check().finally(() => (start.isOver = true));
    const waits = `SELECT FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    while (!start.isOver && (await older.query(waits)).rowCount === 0);
    assert.ok(!start.isOver, 'it waits for the claim');
    // Who looks at a claim comes to the tables in another order.
    const reader = new Client(url);
    await reader.connect();
    const read = reader.query('SELECT FROM rewards.claims c JOIN rewards.grants g ON g.claim_id = c.id');
    await older.query('UPDATE claims SET updated_at = 1');
    assert.equal((await read).rowCount, 1, 'between the tries others go on');
    await older.query('COMMIT');
    await checked;
    await Promise.all([older.end(), reader.end()]);
    await ledger.close();
  });

  it('is refused by a process that was using it when a newer version changed it', async () => {
    const url = await server.createLedger();
    const ledger = postgresLedger(poolOf(url));
    assert.equal((await ledger.reserve(request({ now: Date.now() }))).kind, 'reserved');
    const newer = new Client(url);
    await newer.connect();
    await newer.query('ALTER TABLE rewards.grants RENAME TO gifts; INSERT INTO rewards.migrations VALUES (99)');
    await newer.end();
    const refused = { code: 'newer-schema', message: /written by a newer version of rewards-elements/ };
    await assert.rejects(ledger.reserve(request({ now: Date.now(), memberId: 'another' })), refused);
    await assert.rejects(ledger.unknown(), refused);
    await ledger.close();
  });

  it('finds the claims of members that a version with another index of them has made', async () => {
    const url = await server.createDatabase();
    const shape = { members: 50, days: 40 };
    await makeOld(url, 15, rowsSql(shape, POSTGRES));
    const ledger = postgresLedger(poolOf(url));
    const claims = await ledger.list({ memberId: memberId(7, shape) });
    assert.deepEqual(
      claims.map(({ streak }) => streak),
      Array.from({ length: 40 }, (_, day) => day + 1),
    );
    await ledger.close();
  });

  it('has the ids of an older version sort by time where the database sorts as a language does', async () => {
    const url = await server.createDatabase('by language');
    await makeOld(url, 17, rowsSql({ members: 5, days: 40 }, POSTGRES));
    const ledger = postgresLedger(poolOf(url));
    const times = (await ledger.list({ limit: 200 })).map(({ createdAt }) => createdAt);
    assert.equal(times.length, 200);
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    );
    await ledger.close();
  });

  it('is brought up to date with a view of it that the owner has made', async () => {
    for (const name of ['public.report', 'rewards.board']) {
      const url = await server.createDatabase('by language');
      await makeOld(url, 17, [`CREATE VIEW ${name} AS SELECT action, COUNT(*) FROM rewards.claims GROUP BY action`]);
      const ledger = postgresLedger(poolOf(url));
      assert.equal((await ledger.reserve(request({ now: Date.now() }))).kind, 'reserved');
      await ledger.close();
    }
  });

  it('compares all its text by its bytes, and leaves tables alone that are not its own', async () => {
    const url = await server.createDatabase('by language');
    await makeOld(url, 17, [
      'CREATE TABLE rewards.notes (note TEXT)',
      'CREATE VIEW rewards.board AS SELECT note FROM rewards.notes',
    ]);
    const ledger = postgresLedger(poolOf(url));
    await ledger.check();
    await ledger.close();
    const client = new Client(url);
    await client.connect();
    const { rows } = await client.query<{ table_name: string }>(
      `SELECT DISTINCT table_name FROM information_schema.columns
       WHERE table_schema = 'rewards' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C' ORDER BY table_name`,
    );
    // A pool says that it has ended before its connections have.
    await client.end();
    assert.deepEqual(
      rows.map((row) => row.table_name),
      ['board', 'notes'],
    );
  });
});
