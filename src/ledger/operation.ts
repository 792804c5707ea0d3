/** What a column holds. Times are epoch milliseconds; ids are text. */
export type Value = string | number | null;

export type Row = Record<string, Value>;

/** One SQL statement with `?` for each parameter, or a lock that other transactions on the same name wait for. */
export type Statement = { sql: string; params: readonly Value[] } | { lock: string };

/**
 * A transaction written once for every store: it yields statements and gets their rows. A driver commits when it returns, and rolls back
 * when it throws. It may be run again from the start, so it changes nothing but the store.
 */
export type Operation<T> = Generator<Statement, T, Row[]>;

/** Another transaction was first. The driver rolls this one back and runs it again. */
export class Overtaken extends Error {}

/** Runs an operation to its end on a store that answers at once. */
export function driveSync<T>(operation: Operation<T>, rowsOf: (statement: Statement) => Row[]): T {
  let step = operation.next();
  while (!step.done) step = operation.next(rowsOf(step.value));
  return step.value;
}

export function* all(sql: string, ...params: Value[]): Operation<Row[]> {
  return yield { sql, params };
}

export function* first(sql: string, ...params: Value[]): Operation<Row | undefined> {
  const rows = yield { sql, params };
  return rows[0];
}

/** Waits until no other transaction holds the name; held until the end of this one. Stores with one writer need do nothing. */
export function* lock(name: string): Operation<void> {
  yield { lock: name };
}

/** A text column that may not be null. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column ${column} holds no text`);
  return value;
}

/** A number column that may not be null. */
export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`column ${column} holds no number`);
  return value;
}

/** A number column, or null. */
export function numberOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : number(row, column);
}

/** A text column that holds one of the given words. */
export function word<T extends string>(row: Row, column: string, words: readonly T[]): T {
  const value = words.find((candidate) => candidate === row[column]);
  if (value === undefined) throw new TypeError(`column ${column} holds none of ${words.join(', ')}`);
  return value;
}
