import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { driveSync, type Operation, Overtaken, type Row, type Statement } from '../operation.ts';
import { LedgerError } from '../port.ts';
import { migrations, missingSteps, SQLITE } from '../schema.ts';
import type { Store } from '../sql-ledger.ts';

const MEMORY = ':memory:';
const BUSY = 5;
const BUSY_WAIT_MS = 100;
const BUSY_DEADLINE_MS = 10_000;

interface Waiting {
  run: () => void;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * One SQLite file (write-ahead log, `synchronous=FULL`, mode 0600), or `:memory:`. Several processes may share the file.
 * Transactions asked for in one turn of the event loop are committed together, because the disk's flush is what costs.
 */
export class SqliteStore implements Store {
  readonly #path: string;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #waiting: Waiting[] = [];
  #flushing: Promise<void> | null = null;

  /** Throws `LedgerError` where the file cannot be opened or is no ledger. */
  constructor(path: string) {
    this.#path = path;
    try {
      if (path !== MEMORY) keepPrivate(path);
      this.#db = new DatabaseSync(path, { timeout: BUSY_DEADLINE_MS });
      writeAhead(this.#db);
      this.#db.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 10000; PRAGMA cache_size = -32768');
      // What is purged is overwritten, and does not linger where nothing points to it any more.
      this.#db.exec('PRAGMA secure_delete = ON');
      this.#migrate();
      this.#db.exec(`PRAGMA busy_timeout = ${BUSY_WAIT_MS}`);
    } catch (error) {
      throw ledgerError(`cannot open the ledger ${path}`, error);
    }
  }

  transact<T>(operation: () => Operation<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: { value: T } | undefined;
      this.#waiting.push({
        run: () => {
          result = { value: this.#drive(operation()) };
        },
        resolve: () => {
          if (result) resolve(result.value);
        },
        reject,
      });
      this.#flushing ??= this.#flush();
    });
  }

  // Between `BEGIN` and `COMMIT` of a batch the event loop does not turn, so this never sees half of one.
  async read<T>(operation: () => Operation<T>): Promise<T> {
    try {
      this.#db.exec('BEGIN');
      const value = this.#drive(operation());
      this.#db.exec('COMMIT');
      return value;
    } catch (error) {
      throw this.#undone(error);
    }
  }

  async close(): Promise<void> {
    await this.#flushing;
    this.#statements.clear();
    if (this.#db.isOpen) this.#db.close();
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      await new Promise(setImmediate);
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#commit(batch);
    }
    this.#flushing = null;
  }

  /** Commits all of the batch that can be done. One that throws is left out, and the others are run again without it. */
  async #commit(batch: Waiting[]): Promise<void> {
    let running: Waiting | undefined;
    try {
      await this.#begin();
      for (running of batch) running.run();
      running = undefined;
      this.#db.exec('COMMIT');
    } catch (error) {
      const reason = this.#undone(error);
      const guilty = running ? [running] : batch;
      for (const { reject } of guilty) reject(reason);
      const others = batch.filter((one) => !guilty.includes(one));
      if (others.length > 0) await this.#commit(others);
      return;
    }
    for (const { resolve } of batch) resolve();
  }

  #undone(error: unknown): unknown {
    if (this.#db.isOpen && this.#db.isTransaction) this.#db.exec('ROLLBACK');
    return ledgerError(`the ledger ${this.#path} failed`, error);
  }

  /** `IMMEDIATE` takes the write lock at once: a transaction that reads first and then writes would be refused under load. */
  async #begin(): Promise<void> {
    const deadline = Date.now() + BUSY_DEADLINE_MS;
    for (;;) {
      try {
        this.#db.exec('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (sqliteCode(error) !== BUSY || Date.now() > deadline) throw error;
        await delay(Math.random() * 10);
      }
    }
  }

  #drive<T>(operation: Operation<T>): T {
    return driveSync(operation, (statement) => this.#rows(statement));
  }

  #rows(statement: Statement): Row[] {
    if ('lock' in statement) return [];
    const { sql, params } = statement;
    let prepared = this.#statements.get(sql);
    if (!prepared) {
      prepared = this.#db.prepare(sql);
      this.#statements.set(sql, prepared);
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema is STRICT and has neither blobs nor numbers beyond 2^53
    return prepared.all(...params) as Row[];
  }

  #migrate(): void {
    const steps = migrations(SQLITE);
    this.#db.exec('BEGIN IMMEDIATE');
    const applied = Number(this.#db.prepare('PRAGMA user_version').get()?.['user_version']);
    for (const sql of missingSteps(steps, applied).flat()) this.#db.exec(sql);
    this.#db.exec(`PRAGMA user_version = ${steps.length}; COMMIT`);
  }
}

/** Creates the file for its owner alone before SQLite does; its log files take over the mode. */
function keepPrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

/** Switches the write-ahead log on, for which SQLite takes no turn: it fails at once while another process creates the file. */
function writeAhead(db: DatabaseSync): void {
  const deadline = Date.now() + BUSY_DEADLINE_MS;
  for (;;) {
    try {
      db.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (sqliteCode(error) !== BUSY || Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1 + Math.random() * 10);
    }
  }
}

function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;
}

function ledgerError(what: string, error: unknown): unknown {
  if (error instanceof Overtaken || error instanceof RangeError) return error;
  const cause = error instanceof Error ? error.message : String(error);
  const code = error instanceof LedgerError ? error.code : `sqlite-${sqliteCode(error) ?? 'unknown'}`;
  return new LedgerError(`${what}: ${cause}`, { code, cause: error });
}
