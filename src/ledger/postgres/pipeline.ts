import type { Row, Value } from '../operation.ts';
import type { PostgresConnection, PostgresField } from './protocol.ts';
import type { Asked } from './statement.ts';

/** Types that PostgreSQL writes as digits: smallint, integer, bigint and numeric. The ledger's never exceed 2^53. */
const NUMBERS = new Set([20, 21, 23, 1700]);

/** The statements that a connection has prepared, and the columns of their rows, by the name of the statement. */
interface Prepared {
  readonly names: Set<string>;
  readonly columns: Map<string, readonly PostgresField[]>;
}

const preparedOn = new WeakMap<PostgresConnection, Prepared>();

/**
 * Statements that are sent to the server at once, which runs them in order up to the first that fails: one round trip for all. A client of
 * `pg` takes it in the place of a query.
 */
export class Pipeline {
  readonly asked: readonly Asked[];
  /** `pg` sets this to hear of the end, where it limits how long a query may take. */
  callback: () => void = () => {};
  readonly #keeps: boolean;
  readonly #end = Promise.withResolvers<Row[][]>();
  readonly #answers: Row[][] = [];
  #rows: Row[] = [];
  #prepared: Prepared = { names: new Set(), columns: new Map() };
  #stopTracking: () => void = () => {};

  /** With `keeps` the connection keeps what it prepares for the next time. */
  constructor(asked: readonly Asked[], { keeps }: { keeps: boolean }) {
    this.asked = asked;
    this.#keeps = keeps;
  }

  /** The rows of each statement. */
  get answers(): Promise<Row[][]> {
    return this.#end.promise;
  }

  submit(connection: PostgresConnection): null {
    if (this.#keeps) this.#prepared = preparedBy(connection);
    connection.stream.cork();
    this.#trackPrepared(connection, this.#send(connection));
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { fields: PostgresField[] }): void {
    this.#prepared.columns.set(this.#current, fields);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Row = {};
    for (const [index, { name, dataTypeID }] of (this.#prepared.columns.get(this.#current) ?? []).entries()) {
      const value = fields[index] ?? null;
      row[name] = value !== null && NUMBERS.has(dataTypeID) ? Number(value) : value;
    }
    this.#rows.push(row);
  }

  handleCommandComplete(): void {
    if (!this.#prepared.columns.has(this.#current)) this.#prepared.columns.set(this.#current, []);
    this.answer(this.#rows);
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    this.#stopTracking();
    this.callback();
    this.#end.resolve(this.#answers);
  }

  handleError(error: unknown): void {
    this.#stopTracking();
    this.callback();
    this.#end.reject(error);
  }

  /** Takes the rows of one more statement. */
  answer(rows: Row[]): void {
    this.#answers.push(rows);
  }

  /** The name of the statement that is answered next. */
  get #current(): string {
    return this.asked[this.#answers.length]?.sql.name ?? '';
  }

  /** Sends the statements. Returns the names of those that the server has to prepare. */
  #send(connection: PostgresConnection): string[] {
    const { names, columns } = this.#prepared;
    const parsed: string[] = [];
    const described = new Set<string>();
    let latest = '';
    for (const { sql, values } of this.asked) {
      const statement = this.#keeps ? sql.name : '';
      const isThere = this.#keeps ? names.has(sql.name) || described.has(sql.name) : sql.name === latest;
      if (!isThere) {
        connection.parse({ name: statement, text: sql.text, types: [] }, false);
        parsed.push(sql.name);
      }
      connection.bind({ statement, values: values.map(textOf) }, false);
      if (!columns.has(sql.name) && !described.has(sql.name)) connection.describe({ type: 'P' }, false);
      described.add(sql.name);
      connection.execute({ portal: '' }, false);
      latest = sql.name;
    }
    return parsed;
  }

  /** Records what the server has prepared, up to the first failure. */
  #trackPrepared(connection: PostgresConnection, parsed: string[]): void {
    if (parsed.length === 0) return;
    const note = (): void => {
      this.#prepared.names.add(parsed.shift() ?? '');
    };
    connection.on('parseComplete', note);
    this.#stopTracking = () => connection.off('parseComplete', note);
  }
}

function preparedBy(connection: PostgresConnection): Prepared {
  const prepared = preparedOn.get(connection) ?? { names: new Set(), columns: new Map() };
  preparedOn.set(connection, prepared);
  return prepared;
}

function textOf(value: Value): string | null {
  return value === null ? null : String(value);
}
