import { migrate, NOTE_STEP } from './migrate.ts';
import { driveSync, type Operation, Overtaken, type Row, type Statement } from './operation.ts';
import { type Ledger, LedgerError } from './port.ts';
import { migrations, SQLITE } from './schema.ts';
import { type LedgerOptions, sqlLedger, type Store } from './sql-ledger.ts';

/** What the ledger uses of the `ctx.storage` of a Durable Object. Its class must be among the `new_sqlite_classes`. */
export interface DurableObjectStorage {
  readonly sql: { exec(query: string, ...bindings: unknown[]): { toArray(): Record<string, unknown>[] } };
  transactionSync<T>(closure: () => T): T;
  sync(): Promise<void>;
}

export interface DurableObjectOptions extends LedgerOptions {
  /**
   * Makes the ledger where the object has none: for the first start alone. Afterwards an object without one is another object
   * than before, by another name or of another class, and would have forgotten everything.
   */
  create?: boolean;
}

/**
 * The ledger in the SQLite database of a Cloudflare Durable Object, for a proxy in the same object. Throws `LedgerError`
 * where the object has no such database, no ledger in it, or one that a newer version has written.
 *
 * @example
 * const proxy = createProxy({ ...config, ledger: durableObjectLedger(ctx.storage) });
 */
export function durableObjectLedger(
  storage: DurableObjectStorage,
  { create = false, ...options }: DurableObjectOptions = {},
): Ledger {
  return sqlLedger(new DurableObjectStore(storage, create), options);
}

class DurableObjectStore implements Store {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage, create: boolean) {
    this.#storage = storage;
    this.#inTransaction(() => this.#migrate(create));
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

  #migrate(create: boolean): void {
    const { sql } = this.#storage;
    if (create) sql.exec('CREATE TABLE IF NOT EXISTS migrations (step INTEGER PRIMARY KEY)');
    const made = sql.exec("SELECT name FROM sqlite_master WHERE name = 'migrations'").toArray().length > 0;
    const applied = made ? Number(sql.exec('SELECT COUNT(*) AS applied FROM migrations').toArray()[0]?.['applied']) : 0;
    if (applied === 0 && !create) {
      const message =
        'the Durable Object has no ledger. Is it the same object as before, by its class and its name? Only if there never was one, start it once with durableObjectLedger(storage, { create: true })';
      throw new LedgerError(message, { code: 'missing' });
    }
    this.#drive(migrate(migrations(SQLITE), applied, NOTE_STEP));
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
