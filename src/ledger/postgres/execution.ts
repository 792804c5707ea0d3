import { IS_RECORDED, RECORD } from '../claims/journal.ts';
import type { Operation, Row, Statement } from '../operation.ts';
import { type Asked, sqlOf } from './statement.ts';

/** Waits for the lock, and gives no rows. */
const LOCK = { ...sqlOf('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))'), isAnswered: false };
const TRY_LOCK = {
  ...sqlOf('SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0))::int AS held'),
  isAnswered: false,
};
const RECORDING = sqlOf(RECORD);
const RECORDED = sqlOf(IS_RECORDED);

/**
 * An operation that runs in a transaction. One that shares the transaction with others must not keep them waiting: its first statement may
 * be a lock, which it takes if it is free. If that is not free, or it needs another lock, it does nothing here and has to run alone.
 */
export class Execution<T> {
  readonly #operation: Operation<T>;
  readonly #shares: boolean;
  #end: { value: T } | null = null;
  #mustRunAlone = false;
  #hasBegun = false;
  #hasWritten = false;
  #recorded: Asked | null = null;

  constructor(operation: Operation<T>, { shares }: { shares: boolean }) {
    this.#operation = operation;
    this.#shares = shares;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get mustRunAlone(): boolean {
    return this.#mustRunAlone;
  }

  get isOver(): boolean {
    return this.#mustRunAlone || this.#end !== null;
  }

  /** The operation's result. */
  get value(): T {
    if (this.#end) return this.#end.value;
    throw new Error('the operation is not over');
  }

  /** A query that finds a row once what the operation did is durable; null where it recorded nothing of a claim. */
  get proof(): Asked | null {
    return this.#recorded && { ...this.#recorded, sql: RECORDED };
  }

  /** Goes on with the rows of the last statements, and returns the next ones. The operation waits only for the rows of the last of them. */
  next(asked: readonly Asked[], answers: readonly Row[][]): Asked[] {
    if (this.isOver) return [];
    const isFirst = !this.#hasBegun;
    this.#hasBegun = true;
    if (asked.some(({ sql }, index) => sql === TRY_LOCK && answers[index]?.[0]?.['held'] !== 1))
      return this.#leaveOut();
    const next: Asked[] = [];
    let step = this.#operation.next(answers.at(-1) ?? []);
    while (!step.done) {
      if ('lock' in step.value && this.#shares && (!isFirst || next.length > 0)) return this.#leaveOut();
      const one = this.#asked(step.value);
      next.push(one);
      if (one.sql.isAnswered) return this.#sent(next);
      step = this.#operation.next([]);
    }
    this.#end = { value: step.value };
    return this.#sent(next);
  }

  #asked(statement: Statement): Asked {
    if ('sql' in statement) return { sql: sqlOf(statement.sql), values: statement.params };
    return { sql: this.#shares ? TRY_LOCK : LOCK, values: [statement.lock] };
  }

  #sent(next: Asked[]): Asked[] {
    this.#hasWritten ||= next.some(({ sql }) => sql.writes);
    this.#recorded ??= next.find(({ sql }) => sql === RECORDING) ?? null;
    return next;
  }

  #leaveOut(): Asked[] {
    if (this.#hasWritten) throw new Error('an operation asks for a lock after it has written something');
    this.#mustRunAlone = true;
    return [];
  }
}
