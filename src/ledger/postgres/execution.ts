import { IS_RECORDED, RECORD } from '../claims/journal.ts';
import type { Operation, Row, Statement } from '../operation.ts';
import { type Asked, sqlOf } from './statement.ts';

/** Waits for the lock, which tells nothing. */
const LOCK = { ...sqlOf('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))'), isAnswered: false };
const TRY_LOCK = {
  ...sqlOf('SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0))::int AS held'),
  isAnswered: false,
};
const RECORDING = sqlOf(RECORD);
const RECORDED = sqlOf(IS_RECORDED);

/**
 * An operation on its way through a transaction. One that shares it with others keeps none of them waiting: it takes one lock, first of
 * all, if that is free. Otherwise, or if it needs another, it is barred, and comes to nothing here.
 */
export class Execution<T> {
  readonly #operation: Operation<T>;
  readonly #shares: boolean;
  #end: { value: T } | null = null;
  #isBarred = false;
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

  get isBarred(): boolean {
    return this.#isBarred;
  }

  get isOver(): boolean {
    return this.#isBarred || this.#end !== null;
  }

  /** What it came to. */
  get value(): T {
    if (this.#end) return this.#end.value;
    throw new Error('the operation is not over');
  }

  /** Finds something once what the operation did is durable; null where it recorded nothing of a claim. */
  get proof(): Asked | null {
    return this.#recorded && { ...this.#recorded, sql: RECORDED };
  }

  /** Goes on with what the last statements gave. Returns the next: the last is one that it needs the answer of, those before it are not. */
  next(asked: readonly Asked[], answers: readonly Row[][]): Asked[] {
    if (this.isOver) return [];
    const isFirst = !this.#hasBegun;
    this.#hasBegun = true;
    if (asked.some(({ sql }, index) => sql === TRY_LOCK && answers[index]?.[0]?.['held'] !== 1)) return this.#bar();
    const next: Asked[] = [];
    let step = this.#operation.next(answers.at(-1) ?? []);
    while (!step.done) {
      if ('lock' in step.value && this.#shares && (!isFirst || next.length > 0)) return this.#bar();
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

  #bar(): Asked[] {
    if (this.#hasWritten) throw new Error('an operation asks for a lock after it has written something');
    this.#isBarred = true;
    return [];
  }
}
