import type { DatabaseSync } from 'node:sqlite';
import { driveSync, type Operation, type Row, type Statement } from '../../src/ledger/operation.ts';
import { LedgerError } from '../../src/ledger/index.ts';
import type { Store } from '../../src/ledger/sql-ledger.ts';
import { openDatabase } from '../../src/ledger/sqlite/database.ts';

/** What a new ledger has, too. */
const KEPT = new Set(['ledger', 'salts']);
/** What is for people, and decides nothing: evidence, and when something happened. */
const FOR_PEOPLE = new Set(['echo', 'evidence', 'at', 'updated_at']);

/** A ledger's store in memory that does each transaction at once, and can be emptied and described. */
export class InstantStore implements Store {
  readonly #db: DatabaseSync = openDatabase(':memory:');
  readonly #statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  readonly #emptying: string;
  /** By the name of a table, what reads all of it that later steps could depend on. */
  readonly #reading: ReadonlyMap<string, string>;

  constructor() {
    this.#db.exec('PRAGMA foreign_keys = OFF; PRAGMA secure_delete = OFF');
    const tables = this.#all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'", []);
    const others = tables.map(({ name }) => String(name)).filter((name) => !KEPT.has(name));
    this.#emptying = others.map((name) => `DELETE FROM ${name}`).join('; ');
    this.#reading = new Map(others.map((name) => [name, `SELECT ${this.#columnsOf(name).join(', ')} FROM ${name}`]));
  }

  async transact<T>(operation: () => Operation<T>): Promise<T> {
    this.#db.exec('BEGIN');
    try {
      const value = driveSync(operation(), (statement) => this.#rows(statement));
      this.#db.exec('COMMIT');
      return value;
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error instanceof RangeError ? error : new LedgerError('the store failed', { code: 'failed', cause: error });
    }
  }

  read<T>(operation: () => Operation<T>): Promise<T> {
    return this.transact(operation);
  }

  async close(): Promise<void> {}

  empty(): void {
    this.#db.exec(this.#emptying);
  }

  /** All that later steps could depend on, a row each. */
  describe(): string[] {
    return [...this.#reading].flatMap(([table, sql]) =>
      this.#all(sql, []).map((row) => `${table} ${JSON.stringify(row)}`),
    );
  }

  /** Whether there is anything in flight past its deadline. */
  isOverdue(now: number): boolean {
    return (
      this.#all("SELECT 1 AS one FROM grants WHERE state IN ('reserved', 'sent') AND deadline < ?", [now]).length > 0
    );
  }

  /** The claims of which it is not known what became of them. */
  unknown(): string[] {
    return this.#all("SELECT DISTINCT claim_id FROM grants WHERE state = 'unknown' ORDER BY 1", []).map(
      ({ claim_id: id }) => String(id),
    );
  }

  #columnsOf(table: string): string[] {
    const columns = this.#all('SELECT name FROM pragma_table_info(?)', [table]).map(({ name }) => String(name));
    return columns.filter((name) => !FOR_PEOPLE.has(name));
  }

  #rows(statement: Statement): Row[] {
    return 'lock' in statement ? [] : this.#all(statement.sql, statement.params);
  }

  #all(sql: string, params: readonly (string | number | null)[]): Row[] {
    const prepared = this.#statements.get(sql) ?? this.#db.prepare(sql);
    this.#statements.set(sql, prepared);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has neither blobs nor numbers beyond 2^53
    return prepared.all(...params) as Row[];
  }
}
