import type { Database, Statement } from 'sql.js';
import { driveSync, type Operation, Overtaken, type Row, type Statement as Step } from '../../src/ledger/operation.ts';
import { type Ledger, LedgerError } from '../../src/ledger/index.ts';
import { migrate } from '../../src/ledger/migrate.ts';
import { migrations, SQLITE } from '../../src/ledger/schema.ts';
import { sqlLedger, type Store } from '../../src/ledger/sql-ledger.ts';

/** Stores the whole database, which the parameter gives. A transaction is done once this resolves. Rejects with `LedgerError`. */
export type Keep = (database: () => Uint8Array) => Promise<void>;

/** A ledger of a page. */
export interface PageLedger extends Ledger {
  /** The same ledger without the check of the clock, to record claims that are older than the newest one. */
  past: Ledger;
}

/** The ledger in the store, which belongs to it. */
export function pageLedger(store: PageStore): PageLedger {
  return { ...sqlLedger(store), past: sqlLedger(store, { clockToleranceMs: Infinity }) };
}

/**
 * A ledger's store in a database of SQLite compiled to WebAssembly, which lives in the page's memory, and where it is kept. The
 * database is the store's own; nothing in it waits, so transactions cannot meet.
 */
export class PageStore implements Store {
  readonly #db: Database;
  readonly #keep: Keep | undefined;
  readonly #statements = new Map<string, Statement>();
  #open = true;

  /** Throws `LedgerError` for a database that a newer release has made. */
  constructor(db: Database, keep?: Keep) {
    this.#db = db;
    this.#keep = keep;
    const steps = migrations(SQLITE);
    const applied = Number(this.#rows({ sql: 'PRAGMA user_version', params: [] })[0]?.['user_version']);
    db.exec('BEGIN');
    driveSync(migrate(steps, applied, null), (step) => this.#rows(step));
    db.exec(`PRAGMA user_version = ${steps.length}; COMMIT`);
  }

  async transact<T>(operation: () => Operation<T>): Promise<T> {
    const before = this.#changes();
    const value = this.#run(operation);
    if (this.#keep && this.#changes() !== before) await this.#keep(() => this.#export());
    return value;
  }

  async read<T>(operation: () => Operation<T>): Promise<T> {
    return this.#run(operation);
  }

  async close(): Promise<void> {
    if (this.#open) this.#db.close();
    this.#open = false;
  }

  #run<T>(operation: () => Operation<T>): T {
    if (!this.#open) throw new LedgerError('the ledger of this page is closed', { code: 'closed' });
    this.#db.exec('BEGIN');
    try {
      const value = driveSync(operation(), (step) => this.#rows(step));
      this.#db.exec('COMMIT');
      return value;
    } catch (error) {
      this.#db.exec('ROLLBACK');
      if (error instanceof Overtaken || error instanceof RangeError || error instanceof LedgerError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new LedgerError(`the ledger of this page failed: ${reason}`, { code: 'sqlite', cause: error });
    }
  }

  /** Rows written so far. */
  #changes(): unknown {
    return this.#open && this.#rows({ sql: 'SELECT total_changes() AS count', params: [] })[0]?.['count'];
  }

  /** sql.js opens the database again for an export, which ends its statements. */
  #export(): Uint8Array {
    this.#statements.clear();
    return this.#db.export();
  }

  #rows(step: Step): Row[] {
    if ('lock' in step) return [];
    const statement = this.#prepared(step.sql);
    try {
      statement.bind(step.params);
      const rows: Row[] = [];
      while (statement.step()) rows.push(statement.getAsObject());
      return rows;
    } finally {
      statement.reset();
    }
  }

  #prepared(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
