import { driveSync, type Operation, Overtaken, type Row, type Statement } from './operation.ts';
import { type Ledger, LedgerError } from './port.ts';
import { migrations, missingSteps, SQLITE } from './schema.ts';
import { type LedgerOptions, sqlLedger, type Store } from './sql-ledger.ts';

/** What the ledger uses of the `ctx.storage` of a Durable Object whose class is among the `new_sqlite_classes`. */
export interface DurableObjectStorage {
  readonly sql: { exec(query: string, ...bindings: unknown[]): { toArray(): Record<string, unknown>[] } };
  transactionSync<T>(closure: () => T): T;
  sync(): Promise<void>;
}

/**
 * The ledger in the SQLite database of a Cloudflare Durable Object, for a proxy in the same object. Throws `LedgerError`
 * where the object has no such database, or one that a newer version has written.
 *
 * @example
 * const proxy = createProxy({ ...config, ledger: durableObjectLedger(ctx.storage) });
 */
export function durableObjectLedger(storage: DurableObjectStorage, options: LedgerOptions = {}): Ledger {
  return sqlLedger(new DurableObjectStore(storage), options);
}

class DurableObjectStore implements Store {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#inTransaction(() => this.#migrate());
  }

  /** The runtime commits many transactions with one flush, and lets nothing leave the object before it. */
  async transact<T>(operation: () => Operation<T>): Promise<T> {
    const value = this.#inTransaction(() => this.#drive(operation()));
    await this.#storage.sync().catch((error: unknown) => {
      throw ledgerError(error);
    });
    return value;
  }

  async read<T>(operation: () => Operation<T>): Promise<T> {
    return this.#inTransaction(() => this.#drive(operation()));
  }

  /** The object keeps its database. */
  async close(): Promise<void> {}

  #inTransaction<T>(work: () => T): T {
    try {
      return this.#storage.transactionSync(work);
    } catch (error) {
      throw ledgerError(error);
    }
  }

  #drive<T>(operation: Operation<T>): T {
    return driveSync(operation, (statement) => this.#rows(statement));
  }

  #rows(statement: Statement): Row[] {
    if ('lock' in statement) return [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema is STRICT and has no blobs
    return this.#storage.sql.exec(statement.sql, ...statement.params).toArray() as Row[];
  }

  #migrate(): void {
    const { sql } = this.#storage;
    sql.exec('CREATE TABLE IF NOT EXISTS migrations (step INTEGER PRIMARY KEY)');
    const applied = Number(sql.exec('SELECT COUNT(*) AS applied FROM migrations').toArray()[0]?.['applied']);
    const steps = migrations(SQLITE);
    for (const [index, statements] of missingSteps(steps, applied).entries()) {
      for (const statement of statements) sql.exec(statement);
      sql.exec('INSERT INTO migrations (step) VALUES (?)', applied + index + 1);
    }
  }
}

function ledgerError(error: unknown): unknown {
  if (error instanceof Overtaken || error instanceof RangeError || error instanceof LedgerError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new LedgerError(`the ledger of the Durable Object failed: ${reason}`, {
    code: 'durable-object',
    cause: error,
  });
}
