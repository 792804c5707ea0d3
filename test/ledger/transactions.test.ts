import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TRANSACTIONS } from '../../src/ledger/conformance/transactions.ts';
import { Overtaken, type Row, type Value } from '../../src/ledger/sql.ts';
import { inTransaction, type Mistake, OutsideStore } from './outside-store.ts';

const each =
  (change: (value: Value) => unknown) =>
  (rows: Row[]): Row[] =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are mistakes, of types as well
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, change(value)])) as Row);

const asText =
  (change: (text: string) => Value) =>
  (value: Value): Value =>
    typeof value === 'string' ? change(value) : value;

const FAILS = 'leaves nothing of an operation that fails, passes its error on, and takes nothing from others';
const COMMITS = 'is not said to be durable where its commit fails, and the next one is made';
const WAITS = 'waits at its commit for the disk, as far as the database says so';
const OVERTAKEN = 'is run again from the start, if at all, where it was overtaken';
const SEES = 'sees all that those have done which had its lock before, however many come at once';
const READS = 'reads one state, whatever is written meanwhile';
const GIVES_BACK = 'gives back what it was given, at once and later';
const ALL_ROWS = 'gives all rows, however many';
const STATEMENT = 'fails with a ledger error where a statement fails, and the next one is made';
const CLOSED = 'is none once the store is closed, which can be done twice';

/** Mistakes of drivers, and which test notices each. */
const MISTAKES: Record<string, [string, Mistake]> = {
  'the error of a commit is swallowed': [
    COMMITS,
    {
      async run({ db, operation, drive }) {
        db.exec('BEGIN');
        const value = await drive(operation());
        try {
          db.exec('COMMIT');
        } catch {
          db.exec('ROLLBACK');
        }
        return value;
      },
    },
  ],
  'a failed commit leaves the transaction open': [
    COMMITS,
    {
      async run({ db, operation, drive }) {
        if (!db.isTransaction) db.exec('BEGIN');
        const value = await drive(operation()).catch((error: unknown) => {
          db.exec('ROLLBACK');
          throw error;
        });
        db.exec('COMMIT');
        return value;
      },
    },
  ],
  'SQLite does not wait for the disk': [
    WAITS,
    {
      run(running) {
        running.db.exec('PRAGMA synchronous = NORMAL');
        return inTransaction(running);
      },
    },
  ],
  'PostgreSQL does not wait for the disk': [
    WAITS,
    {
      run(running) {
        running.db.function('current_setting', { varargs: true }, () => 'off');
        return inTransaction(running);
      },
    },
  ],
  'there is no transaction': [FAILS, { run: ({ operation, drive }) => drive(operation()) }],
  'what failed is committed': [
    FAILS,
    {
      async run({ db, operation, drive }) {
        db.exec('BEGIN');
        try {
          return await drive(operation());
        } finally {
          db.exec('COMMIT');
        }
      },
    },
  ],
  'one that fails takes with it what others were told is done': [
    FAILS,
    {
      takesTurns: false,
      async run({ db, operation, drive }) {
        if (!db.isTransaction) {
          db.exec('BEGIN');
          setTimeout(() => db.isTransaction && db.exec('COMMIT'), 20);
        }
        return drive(operation()).catch((error: unknown) => {
          if (db.isTransaction) db.exec('ROLLBACK');
          throw error;
        });
      },
    },
  ],
  'the error of an operation is wrapped': [
    FAILS,
    {
      run: (running) =>
        inTransaction(running).catch((cause: unknown) => {
          throw new Error('the transaction failed', { cause });
        }),
    },
  ],
  'an operation goes on where it was overtaken': [
    OVERTAKEN,
    {
      async run(running) {
        const one = running.operation();
        const again = { ...running, operation: () => one };
        return inTransaction(again).catch((error: unknown) => {
          if (!(error instanceof Overtaken)) throw error;
          return inTransaction(again);
        });
      },
    },
  ],
  'transactions run into each other': [SEES, { takesTurns: false, run: ({ operation, drive }) => drive(operation()) }],
  'reads see what is written meanwhile': [
    READS,
    { takesTurns: false, run: ({ operation, drive }) => drive(operation()) },
  ],
  'what a statement returns is lost unless it begins with SELECT': [
    GIVES_BACK,
    { rows: (rows, sql) => (sql.startsWith('SELECT') ? rows : []) },
  ],
  'large numbers are bigints': [
    GIVES_BACK,
    { rows: each((value) => (typeof value === 'number' && value > 2 ** 31 ? BigInt(value) : value)) },
  ],
  'large numbers are text': [
    GIVES_BACK,
    { rows: each((value) => (typeof value === 'number' && value > 2 ** 31 ? String(value) : value)) },
  ],
  'numbers have 32 bits': [GIVES_BACK, { rows: each((value) => (typeof value === 'number' ? value | 0 : value)) }],
  'text of digits is a number': [
    GIVES_BACK,
    { rows: each((value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)) },
  ],
  'times are dates': [
    GIVES_BACK,
    { rows: each((value) => (typeof value === 'number' && value > 1e12 ? new Date(value) : value)) },
  ],
  'columns lose their case': [
    GIVES_BACK,
    {
      rows: (rows) => rows.map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k.toUpperCase(), v]))),
    },
  ],
  'null is undefined': [GIVES_BACK, { rows: each((value) => value ?? undefined) }],
  'an empty text is null': [GIVES_BACK, { given: asText((text) => text || null) }],
  'text loses spaces at its end': [GIVES_BACK, { given: asText((text) => text.trimEnd()) }],
  'text loses its case': [GIVES_BACK, { given: asText((text) => text.toLowerCase()) }],
  'text is normalized': [GIVES_BACK, { given: asText((text) => text.normalize()) }],
  'text has at most three bytes a character': [
    GIVES_BACK,
    { given: asText((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')) },
  ],
  'text is cut': [GIVES_BACK, { given: asText((text) => text.slice(0, 65_535)) }],
  'only the first thousand rows are given': [ALL_ROWS, { rows: (rows) => rows.slice(0, 1000) }],
  'the error of a statement is that of the database': [STATEMENT, { closed: 'fails otherwise' }],
  'a closed store fails otherwise': [CLOSED, { closed: 'fails otherwise' }],
  'a closed store opens again, empty': [CLOSED, { closed: 'opens again' }],
};

describe('the conformance suite', () => {
  for (const [what, holds] of Object.entries(TRANSACTIONS)) {
    it(`has a sound store pass: ${what}`, () => holds(new OutsideStore()));
  }

  for (const [mistake, [what, change]] of Object.entries(MISTAKES)) {
    it(`notices where ${mistake}`, async () => {
      await assert.rejects(async () => TRANSACTIONS[what]?.(new OutsideStore(change)));
    });
  }
});
