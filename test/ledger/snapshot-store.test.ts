import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { reserved } from '../../src/ledger/conformance/bench.ts';
import { request } from '../../src/ledger/conformance/requests.ts';
import { LedgerError } from '../../src/ledger/index.ts';
import { type Operation, Overtaken, type Row, sqlLedger, type Statement, type Store } from '../../src/ledger/sql.ts';
import { createSqliteLedger } from '../../src/ledger/sqlite.ts';

/** SQLite says that another has written since what was read. */
const STALE = 517;

/**
 * A store whose transactions see the database as it was at their first statement, a lock too, as PostgreSQL does at SERIALIZABLE. Who writes
 * after another has is run again.
 */
class SnapshotStore implements Store {
  readonly #path: string;
  readonly #locked: (name: string) => Promise<void>;

  constructor(path: string, locked: (name: string) => Promise<void>) {
    this.#path = path;
    this.#locked = locked;
  }

  async transact<T>(operation: () => Operation<T>): Promise<T> {
    for (;;) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
        return await this.#attempt(operation);
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
      }
    }
  }

  read<T>(operation: () => Operation<T>): Promise<T> {
    return this.transact(operation);
  }

  async close(): Promise<void> {}

  async #attempt<T>(operation: () => Operation<T>): Promise<T> {
    using db = new DatabaseSync(this.#path);
    db.exec('BEGIN');
    const running = operation();
    let step = running.next();
    while (!step.done) {
      // oxlint-disable-next-line no-await-in-loop -- one statement after the other
      step = running.next(await this.#answer(db, step.value));
    }
    db.exec('COMMIT');
    return step.value;
  }

  async #answer(db: DatabaseSync, statement: Statement): Promise<Row[]> {
    if ('lock' in statement) {
      db.prepare('SELECT 1 FROM ledger').all();
      await this.#locked(statement.lock);
      return [];
    }
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema is STRICT and has no blobs
      return db.prepare(statement.sql).all(...statement.params) as Row[];
    } catch (cause) {
      const isStale = cause instanceof Error && 'errcode' in cause && cause.errcode === STALE;
      throw isStale ? new Overtaken() : new LedgerError('the database failed', { code: 'snapshot', cause });
    }
  }
}

function ledgerFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'rewards-snapshot-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'rewards.db');
  createSqliteLedger(path);
  return path;
}

it('takes a store that shows the state from before a lock was waited for no older than it is', async (t) => {
  const asked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const locked = async (name: string): Promise<void> => {
    if (name !== 'member slow') return;
    asked.resolve();
    await free.promise;
  };
  const ledger = sqlLedger(new SnapshotStore(ledgerFile(t), locked));
  const slow = ledger.reserve(request({ memberId: 'slow' }));
  await asked.promise;
  reserved(await ledger.reserve(request({ memberId: 'quick' })));
  free.resolve();
  reserved(await slow);
  reserved(await ledger.reserve(request({ memberId: 'next' })));
});
