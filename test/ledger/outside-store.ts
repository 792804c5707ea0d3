import { DatabaseSync } from 'node:sqlite';
import { LedgerError } from '../../src/ledger/index.ts';
import { type Operation, Overtaken, type Row, type Statement, type Store, type Value } from '../../src/ledger/sql.ts';

/** What one transaction of a store runs on. */
export interface Running<T> {
  db: DatabaseSync;
  operation: () => Operation<T>;
  drive: (operation: Operation<T>) => Promise<T>;
}

/** Where a driver differs from a sound one. */
export interface Mistake {
  /** Whether each waits for the one before. */
  takesTurns?: boolean;
  run?: <T>(running: Running<T>) => Promise<T>;
  /** The parameters and rows of a statement. */
  given?: (value: Value) => Value;
  rows?: (rows: Row[], statement: string) => Row[];
  closed?: 'opens again' | 'fails otherwise';
}

/** Runs the operation in one transaction, as a driver should. */
export async function inTransaction<T>({ db, operation, drive }: Running<T>): Promise<T> {
  db.exec('BEGIN');
  try {
    const value = await drive(operation());
    db.exec('COMMIT');
    return value;
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

/** A driver as somebody else may write it: on one connection, which answers later, with a mistake or none. */
export class OutsideStore implements Store {
  readonly #mistake: Mistake;
  #db = new DatabaseSync(':memory:');
  #last: Promise<unknown> = Promise.resolve();

  constructor(mistake: Mistake = {}) {
    this.#mistake = mistake;
  }

  transact<T>(operation: () => Operation<T>): Promise<T> {
    const { takesTurns = true } = this.#mistake;
    if (!takesTurns) return this.#run(operation);
    const ended = this.#last.then(() => this.#run(operation));
    this.#last = ended.catch(() => {});
    return ended;
  }

  read<T>(operation: () => Operation<T>): Promise<T> {
    return this.transact(operation);
  }

  async close(): Promise<void> {
    if (this.#db.isOpen) this.#db.close();
  }

  async #run<T>(operation: () => Operation<T>): Promise<T> {
    const { run = inTransaction, closed } = this.#mistake;
    if (!this.#db.isOpen && closed === 'opens again') this.#db = new DatabaseSync(':memory:');
    try {
      if (!this.#db.isOpen && closed === undefined) throw new LedgerError('the ledger is closed', { code: 'closed' });
      return await run({ db: this.#db, operation, drive: (one) => this.#drive(one) });
    } catch (error) {
      if (error instanceof LedgerError || error instanceof Overtaken || closed === 'fails otherwise') throw error;
      throw new LedgerError('the database failed', { code: 'outside', cause: error });
    }
  }

  async #drive<T>(operation: Operation<T>): Promise<T> {
    let step = operation.next();
    while (!step.done) {
      // oxlint-disable-next-line no-await-in-loop -- one statement after the other
      await new Promise(setImmediate);
      step = operation.next(this.#rows(step.value));
    }
    return step.value;
  }

  #rows(statement: Statement): Row[] {
    if ('lock' in statement) return [];
    const { given = (value: Value) => value, rows = (all: Row[]) => all } = this.#mistake;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- there are no blobs
    const found = this.#db.prepare(statement.sql).all(...statement.params.map((value) => given(value))) as Row[];
    return rows(found, statement.sql);
  }
}
