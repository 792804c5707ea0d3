import { resolve as absolute } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { driveSync, type Operation, type Row, type Statement } from '../operation.ts';
import { InDoubtError } from '../port.ts';
import type { Store } from '../sql-ledger.ts';
import { ledgerIn } from './copies.ts';
import { BUSY_DEADLINE_MS, MEMORY, openDatabase } from './database.ts';
import { BUSY, ledgerError, sqliteCode } from './failure.ts';
import { hasLog, LedgerFiles } from './files.ts';
import { MarkFile } from './mark.ts';
import { linkedFile } from './place.ts';
import { Witness } from './witness.ts';

const BUSY_WAIT_MS = 100;
/** After so long without a claim, the log is written into the database itself. */
const IDLE_MS = 1_000;

interface Waiting {
  /** Epoch milliseconds. */
  since: number;
  run: () => void;
  resolve: () => void;
  reject: (error: unknown) => void;
  /** It was committed, but perhaps into a file that is lost. */
  rejectInDoubt: (error: unknown) => void;
}

/**
 * One SQLite file (write-ahead log, `synchronous=FULL`, mode 0600), or `:memory:`. Several processes may share the file.
 * Transactions asked for in one turn of the event loop are committed together, because the disk's flush is what costs.
 */
export class SqliteStore implements Store {
  readonly mark?: MarkFile;
  readonly #path: string;
  readonly #db: DatabaseSync;
  /** Null in memory. */
  readonly #files: LedgerFiles | null;
  readonly #witness: Witness;
  readonly #statements = new Map<string, StatementSync>();
  #waiting: Waiting[] = [];
  #flushing: Promise<void> | null = null;
  #idle: NodeJS.Timeout | null = null;
  /** Whether the ledger's file or its log had been replaced when the store was closed. */
  #wasReplaced = false;

  /** Throws `LedgerError` where the file is not there, cannot be opened or is no ledger. */
  constructor(path: string) {
    const name = absolute(path);
    this.#path = path === MEMORY ? path : linkedFile(name);
    try {
      this.#db = openDatabase(this.#path);
      this.#db.exec(`PRAGMA busy_timeout = ${BUSY_WAIT_MS}`);
      this.#witness = new Witness(this.#path, this.#db);
      this.#files = path === MEMORY ? null : new LedgerFiles(this.#path, { name, witness: this.#witness });
      if (this.#files) this.mark = new MarkFile(this.#path);
    } catch (error) {
      throw ledgerError(`cannot open the ledger ${path}`, error);
    }
  }

  transact<T>(operation: () => Operation<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: { value: T } | undefined;
      this.#waiting.push({
        since: performance.now(),
        run: () => {
          result = { value: this.#drive(operation()) };
        },
        resolve: () => {
          if (result) resolve(result.value);
        },
        reject,
        rejectInDoubt: (cause) => {
          const message = `the ledger ${this.#path} was lost in the middle of a commit, so it is not known what became of that`;
          if (result) reject(new InDoubtError(message, { value: result.value, cause }));
        },
      });
      this.#flushing ??= this.#flush();
    });
  }

  // Between `BEGIN` and `COMMIT` of a batch nothing else runs, so this never sees half of one.
  async read<T>(operation: () => Operation<T>): Promise<T> {
    try {
      this.#db.exec('BEGIN');
      const value = this.#drive(operation());
      this.#db.exec('COMMIT');
      return value;
    } catch (error) {
      throw this.#rolledBack(error);
    }
  }

  async close(): Promise<void> {
    await this.#flushing;
    if (this.#idle) clearTimeout(this.#idle);
    this.mark?.close();
    this.#statements.clear();
    if (!this.#db.isOpen) return;
    if (this.#files) this.#wasReplaced = !this.#files.close(() => this.#db.close());
    else this.#db.close();
  }

  left(): Store | null {
    const path = this.#path;
    // What the file lacks may be in a log that somebody still has to put beside it.
    if (!this.#wasReplaced || hasLog(path) || ledgerIn(path) !== this.#witness.ledger) return null;
    return new SqliteStore(path);
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

  /** Commits the batch. An operation that throws is left out, and the others are run again without it. */
  async #commit(batch: Waiting[]): Promise<void> {
    let running: Waiting | undefined;
    try {
      this.#files?.check();
      // The deadline counts from the oldest request, however many were before it.
      const deadline = (batch[0]?.since ?? performance.now()) + BUSY_DEADLINE_MS;
      while (!this.#begins(deadline)) await delay(Math.random() * 10);
      // Synchronous to the end: a read in between would break off the transaction.
      for (running of batch) running.run();
      running = undefined;
      this.#db.exec('COMMIT');
    } catch (error) {
      const reason = this.#rolledBack(error);
      const failed = running ? [running] : batch;
      for (const { reject } of failed) reject(reason);
      const others = batch.filter((one) => !failed.includes(one));
      if (others.length > 0) await this.#commit(others);
      return;
    }
    try {
      // If the file is gone by now, the commit may be lost with it; but the file may come back.
      this.#files?.check();
      this.#checkpointOnceIdle();
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { rejectInDoubt } of batch) rejectInDoubt(error);
    }
  }

  /** People copy the one file: it must not lack what is in the log. */
  #checkpointOnceIdle(): void {
    if (!this.#files) return;
    this.#idle ??= setTimeout(() => this.#checkpoint(), IDLE_MS).unref();
    this.#idle.refresh();
  }

  #checkpoint(): void {
    try {
      // Nothing may be written over a file that somebody has put in the ledger's place.
      this.#files?.check();
      this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)');
      this.mark?.renew();
    } catch {
      // The next claim fails for the same reason, and says so.
    }
  }

  #rolledBack(error: unknown): unknown {
    if (this.#db.isOpen && this.#db.isTransaction) this.#db.exec('ROLLBACK');
    return ledgerError(`the ledger ${this.#path} failed`, error);
  }

  /**
   * Tries to begin a transaction: false while another process holds the lock, and past the deadline (by `performance.now()`) it throws.
   * `IMMEDIATE` takes the write lock at once: a transaction that reads first and then writes would be refused under load.
   */
  #begins(deadline: number): boolean {
    try {
      this.#db.exec('BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      if (sqliteCode(error) !== BUSY || performance.now() > deadline) throw error;
      return false;
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
}
