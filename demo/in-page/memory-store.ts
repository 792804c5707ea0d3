import type { Database, Statement } from 'sql.js';
import { establish } from '../../src/ledger/identity.ts';
import { driveSync, type Operation, Overtaken, type Row, type Statement as Step } from '../../src/ledger/operation.ts';
import { LedgerError } from '../../src/ledger/index.ts';
import { migrations, SQLITE } from '../../src/ledger/schema.ts';
import type { Store } from '../../src/ledger/sql-ledger.ts';

/**
 * A ledger's store in a database of SQLite compiled to WebAssembly, which lives in the page's memory and goes with it. The
 * database is empty and the store's own; nothing in it waits, so transactions cannot meet.
 */
export class MemoryStore implements Store {
  readonly #db: Database;
  readonly #statements = new Map<string, Statement>();
  #open = true;

  constructor(db: Database) {
    this.#db = db;
    for (const sql of migrations(SQLITE).flat()) db.exec(sql);
    driveSync(establish(Date.now()), (step) => this.#rows(step));
  }

  async transact<T>(operation: () => Operation<T>): Promise<T> {
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

  read<T>(operation: () => Operation<T>): Promise<T> {
    return this.transact(operation);
  }

  async close(): Promise<void> {
    if (this.#open) this.#db.close();
    this.#open = false;
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
