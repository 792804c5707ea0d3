import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { all, first, lock, type Operation, Overtaken, type Row, type Value } from '../operation.ts';
import { LedgerError } from '../port.ts';
import type { Store } from '../sql-ledger.ts';
import type { Bench } from './bench.ts';

const AT_ONCE = 20;
const MANY_ROWS = 5000;

/** More than 32 bits, and more than a float has. */
const NUMBERS = [0, -1, 2 ** 31, 1_795_435_200_123, Number.MAX_SAFE_INTEGER];
/** What some drivers take for another type, or databases for the same text. */
const TEXTS = [
  '',
  ' ',
  'a',
  'A',
  'a ',
  'á',
  'a\u0301',
  '😀',
  'true',
  'null',
  '007',
  '123456789012345678',
  '2026-11-20T12:00:00Z',
  '{"a":1}',
  '?',
  '$1',
  'x'.repeat(100_000),
];

/** An empty table. At a commit, what a row needs has to be there, if the database enforces that. */
async function makeTable(store: Store): Promise<void> {
  await store.transact(function* () {
    yield* all('DROP TABLE IF EXISTS conformance');
    yield* all(
      'CREATE TABLE conformance (id BIGINT PRIMARY KEY, needs BIGINT REFERENCES conformance (id) DEFERRABLE INITIALLY DEFERRED, number BIGINT, written_as TEXT)',
    );
  });
}

function* put(id: number, change: { needs?: number; number?: number; text?: string } = {}): Operation<Row | undefined> {
  return yield* first(
    'INSERT INTO conformance (id, needs, number, written_as) VALUES (?, ?, ?, ?) RETURNING number, written_as, needs AS "none"',
    id,
    change.needs ?? null,
    change.number ?? null,
    change.text ?? null,
  );
}

async function column(store: Store, name: 'id' | 'number'): Promise<Value[]> {
  const rows = await store.read(() => all(`SELECT ${name} AS value FROM conformance ORDER BY ${name}`));
  return rows.map(({ value = null }) => value);
}

function* count(): Operation<Value | undefined> {
  return (yield* first('SELECT COUNT(*) AS rows FROM conformance'))?.['rows'];
}

const isLedgerError = (error: unknown): boolean => error instanceof LedgerError;

/** What the transactions of a store have to do, whatever the ledger does in them. Each is tried on a store of an empty ledger. */
export const TRANSACTIONS: Readonly<Record<string, (store: Store) => Promise<void>>> = {
  async 'leaves nothing of an operation that fails, passes its error on, and takes nothing from others'(store) {
    await makeTable(store);
    const failure = new LedgerError('on purpose', { code: 'on-purpose' });
    const fails = (id: number) => id % 3 === 1;
    const asked = Array.from({ length: AT_ONCE }, (_, id) =>
      store.transact(
        function* () {
          yield* put(id);
          if (fails(id)) throw failure;
        },
        { group: 'conformance', touches: [String(id)] },
      ),
    );
    const ends = await Promise.allSettled(asked);
    const wrong = ends.findIndex((end, id) =>
      end.status === 'rejected' ? !fails(id) || end.reason !== failure : fails(id),
    );
    assert.equal(wrong, -1, `operation ${wrong} ended otherwise than by itself`);
    const done = Array.from({ length: AT_ONCE }, (_, id) => id).filter((id) => !fails(id));
    assert.deepEqual(await column(store, 'id'), done);
  },

  async 'is not said to be durable where its commit fails, and the next one is made'(store) {
    await makeTable(store);
    const end = await store.transact(() => put(1, { needs: 2 })).catch((error: unknown) => error);
    const isDone = !(end instanceof Error);
    if (!isDone) assert.ok(end instanceof LedgerError, String(end));
    assert.deepEqual(await column(store, 'id'), isDone ? [1] : []);
    await store.transact(() => put(3));
    assert.deepEqual(await column(store, 'id'), isDone ? [1, 3] : [3]);
  },

  async 'waits at its commit for the disk, as far as the database says so'(store) {
    const ask = (sql: string) => store.transact(() => first(sql)).catch(() => undefined);
    const sqlite = await ask('PRAGMA synchronous');
    if (sqlite) assert.ok(Number(sqlite['synchronous']) >= 2, 'a power cut undoes commits: PRAGMA synchronous = FULL');
    const postgres = await ask("SELECT current_setting('synchronous_commit') AS waits");
    assert.notEqual(postgres?.['waits'], 'off', 'a crash undoes commits: SET synchronous_commit = on');
  },

  async 'is run again from the start, if at all, where it was overtaken'(store) {
    await makeTable(store);
    let runs = 0;
    const operation = function* (): Operation<number> {
      runs += 1;
      yield* put(runs);
      if (runs === 1) throw new Overtaken();
      yield* put(runs + 1);
      return runs;
    };
    const end = await store.transact(operation).catch((error: unknown) => error);
    if (end instanceof Overtaken) assert.deepEqual(await column(store, 'id'), []);
    else assert.deepEqual([end, await column(store, 'id')], [2, [2, 3]]);
  },

  async 'sees all that those have done which had its lock before, however many come at once'(store) {
    await makeTable(store);
    const asked = Array.from({ length: AT_ONCE }, (_, id) =>
      store.transact(function* () {
        yield* lock('conformance');
        yield* put(id, { number: Number(yield* count()) });
      }),
    );
    await Promise.all(asked);
    assert.deepEqual(
      await column(store, 'number'),
      Array.from({ length: AT_ONCE }, (_, place) => place),
    );
  },

  async 'reads one state, whatever is written meanwhile'(store) {
    await makeTable(store);
    const asked = Array.from({ length: AT_ONCE }, async (_, id) => {
      const [written, seen] = await Promise.all([
        store.transact(() => put(id)),
        store.read(function* () {
          return [yield* count(), yield* count()];
        }),
      ]);
      assert.ok(written);
      assert.equal(seen[0], seen[1]);
    });
    await Promise.all(asked);
  },

  async 'gives back what it was given, at once and later'(store) {
    await makeTable(store);
    const given = [...NUMBERS.map((number) => ({ number })), ...TEXTS.map((text) => ({ text }))];
    const expected = given.map((one) => ({ number: null, text: null, ...one, none: null }));
    const plain = (row: Row | undefined) => ({
      number: row?.['number'],
      text: row?.['written_as'],
      none: row?.['none'],
    });
    const returned = await store.transact(function* () {
      const rows = [];
      for (const [id, one] of given.entries()) rows.push(yield* put(id, one));
      return rows;
    });
    assert.deepEqual(returned.map(plain), expected);
    const read = await store.read(() => all('SELECT *, needs AS "none" FROM conformance ORDER BY id'));
    assert.deepEqual(read.map(plain), expected);
    for (const text of TEXTS) {
      const found = await store.read(() => all('SELECT id FROM conformance WHERE written_as = ?', text));
      assert.equal(found.length, 1, `${found.length} rows have the text ${JSON.stringify(text.slice(0, 40))}`);
    }
  },

  async 'gives all rows, however many'(store) {
    const counting = `WITH RECURSIVE counted (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM counted WHERE number < ${MANY_ROWS})
      SELECT number FROM counted`;
    assert.equal((await store.read(() => all(counting))).length, MANY_ROWS);
  },

  async 'fails with a ledger error where a statement fails, and the next one is made'(store) {
    await makeTable(store);
    await store.transact(() => put(1));
    await assert.rejects(
      store.transact(() => put(1)),
      isLedgerError,
    );
    await store.transact(() => put(2));
    assert.deepEqual(await column(store, 'id'), [1, 2]);
  },

  async 'is none once the store is closed, which can be done twice'(store) {
    await store.close();
    await store.close();
    for (const use of [() => store.transact(() => all('SELECT 1')), () => store.read(() => all('SELECT 1'))])
      await assert.rejects(use, isLedgerError);
  },
};

/** The transactions of a store by themselves. */
export function transactions(name: string, open: () => Promise<Bench>): void {
  describe(`${name}: a transaction`, () => {
    for (const [what, holds] of Object.entries(TRANSACTIONS)) {
      it(what, async (t) => {
        await using bench = await open();
        if (bench.store) await holds(bench.store);
        else t.skip('the bench has no store');
      });
    }
  });
}
