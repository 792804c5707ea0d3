import { type Operation, Overtaken, type Row, type Statement, type Value } from './operation.ts';
import { type Ledger, LedgerError } from './port.ts';
import { migrations, missingSteps } from './schema.ts';
import { type LedgerOptions, sqlLedger, type Store } from './sql-ledger.ts';

/** The part of a `pg` pool that the ledger uses. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  end(): Promise<void>;
}

/** The part of a `pg` client that the ledger uses. */
export interface PostgresClient {
  query(text: string, values?: Value[]): Promise<PostgresResult | PostgresResult[]>;
  release(broken?: boolean): void;
  /** Where a connection breaks, `pg` also emits an `error`, which ends the process unless somebody listens. */
  on(event: 'error', listener: () => void): unknown;
  off(event: 'error', listener: () => void): unknown;
}

export interface PostgresResult {
  rows: Record<string, unknown>[];
  fields: { name: string; dataTypeID: number }[];
}

const SCHEMA = 'rewards';
const BEGIN = `BEGIN; SET LOCAL search_path = ${SCHEMA}; SELECT pg_current_xact_id()::text AS id`;
const BEGIN_READING = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL search_path = ${SCHEMA}`;
const ATTEMPTS = 10;

/** Types that `pg` hands out as text because they may exceed 2^53: bigint and numeric. The ledger's never do. */
const WIDE_NUMBERS = new Set([20, 1700]);

/** Failures after which the transaction surely did nothing, and may do better if run again. */
const RETRIED = new Set(['40001', '40P01', '23505', '55P03']);

/**
 * The ledger on PostgreSQL, in a schema named `rewards`, for any number of processes on one database. It takes a pool of the
 * package `pg`, keeps no state in a session (so a pooler may hand each transaction another connection), and closes the pool at the end.
 * Where the connection breaks during a commit, the server is asked what became of the transaction. Throws `LedgerError`.
 */
export function postgresLedger(pool: PostgresPool, options?: LedgerOptions): Ledger {
  return sqlLedger(new PostgresStore(pool), options);
}

/** The transaction was surely not committed, because its connection broke before. */
class Lost extends Error {}

/** The query that was running is told of the failure as well. */
const ignore = (): void => {};

class PostgresStore implements Store {
  readonly #pool: PostgresPool;
  #migrated: Promise<void> | null = null;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async transact<T>(operation: () => Operation<T>): Promise<T> {
    const { value } = await this.#repeatedly(() => this.#tryOnce(operation));
    return value;
  }

  read<T>(operation: () => Operation<T>): Promise<T> {
    return this.#repeatedly(() =>
      this.#withClient(async (client) => {
        await client.query(BEGIN_READING);
        const value = await drive(client, operation());
        await client.query('COMMIT');
        return value;
      }),
    );
  }

  /** Runs a transaction again that surely did nothing and may do better the next time. */
  async #repeatedly<T>(attempt: () => Promise<T>): Promise<T> {
    await this.#ready();
    for (let count = 1; ; count += 1) {
      try {
        return await attempt();
      } catch (error) {
        const again = error instanceof Overtaken || error instanceof Lost || RETRIED.has(postgresCode(error) ?? '');
        if (!again || count === ATTEMPTS) throw ledgerError(error instanceof Lost ? error.cause : error);
      }
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #tryOnce<T>(operation: () => Operation<T>): Promise<{ value: T }> {
    let inDoubt: { id: string; value: T } | undefined;
    try {
      return await this.#withClient(async (client) => {
        const begun = await client.query(BEGIN);
        const id = String(Array.isArray(begun) ? begun.at(-1)?.rows[0]?.['id'] : undefined);
        const value = await drive(client, operation());
        inDoubt = { id, value };
        await client.query('COMMIT');
        return { value };
      });
    } catch (error) {
      if (!inDoubt) throw error;
      if (await this.#committed(inDoubt.id)) return { value: inDoubt.value };
      throw new Lost('the commit did not happen', { cause: error });
    }
  }

  /** What became of a transaction whose commit was not answered. */
  async #committed(id: string): Promise<boolean> {
    for (;;) {
      const status = await this.#withClient(async (client) => {
        const result = await client.query('SELECT pg_xact_status($1::xid8) AS status', [id]);
        return Array.isArray(result) ? undefined : result.rows[0]?.['status'];
      });
      if (status === 'committed') return true;
      if (status === 'aborted') return false;
      if (status !== 'in progress') throw new Error(`the outcome of transaction ${id} cannot be read back`);
    }
  }

  /** A connection that broke is not given back to the pool, and the transaction on it ends with it: that is `Lost`. */
  async #withClient<T>(use: (client: PostgresClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    client.on('error', ignore);
    let usable = true;
    try {
      return await use(client);
    } catch (error) {
      usable = await client.query('ROLLBACK').then(
        () => true,
        () => false,
      );
      throw usable ? error : new Lost('the connection broke', { cause: error });
    } finally {
      client.off('error', ignore);
      client.release(!usable);
    }
  }

  async #ready(): Promise<void> {
    this.#migrated ??= this.#migrate().catch((error: unknown) => {
      this.#migrated = null;
      throw ledgerError(error);
    });
    await this.#migrated;
  }

  /** One lock for all processes, so that of several that start at once only one applies what is missing. */
  #migrate(): Promise<void> {
    const steps = migrations({ integer: 'BIGINT', table: '' });
    return this.#withClient(async (client) => {
      await client.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('rewards-elements schema', 0))`);
      await client.query(
        `CREATE SCHEMA IF NOT EXISTS ${SCHEMA}; SET LOCAL search_path = ${SCHEMA}; CREATE TABLE IF NOT EXISTS migrations (step BIGINT PRIMARY KEY)`,
      );
      const [row] = await rowsOf(client, 'SELECT COUNT(*) AS applied FROM migrations', []);
      const applied = Number(row?.['applied']);
      for (const [index, statements] of missingSteps(steps, applied).entries()) {
        for (const sql of statements) await client.query(sql);
        await client.query('INSERT INTO migrations (step) VALUES ($1)', [applied + index + 1]);
      }
      await client.query('COMMIT');
    });
  }
}

async function drive<T>(client: PostgresClient, operation: Operation<T>): Promise<T> {
  let step = operation.next();
  while (!step.done) step = operation.next(await execute(client, step.value));
  return step.value;
}

async function execute(client: PostgresClient, statement: Statement): Promise<Row[]> {
  if ('sql' in statement) return rowsOf(client, numbered(statement.sql), [...statement.params]);
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [statement.lock]);
  return [];
}

async function rowsOf(client: PostgresClient, sql: string, values: Value[]): Promise<Row[]> {
  const result = await client.query(sql, values);
  if (Array.isArray(result)) throw new TypeError('one statement gave several results');
  const wide = result.fields.filter(({ dataTypeID }) => WIDE_NUMBERS.has(dataTypeID)).map(({ name }) => name);
  return result.rows.map((row) => {
    const narrow = wide.map((name) => [name, row[name] === null ? null : Number(row[name])]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has text and integers only
    return { ...row, ...Object.fromEntries(narrow) } as Row;
  });
}

const numberedSql = new Map<string, string>();

/** The statement with `$1`, `$2`, … for its question marks. */
function numbered(sql: string): string {
  let text = numberedSql.get(sql);
  if (text === undefined) {
    let count = 0;
    text = sql.replaceAll('?', () => `$${(count += 1)}`);
    numberedSql.set(sql, text);
  }
  return text;
}

function postgresCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function ledgerError(error: unknown): unknown {
  if (error instanceof LedgerError || error instanceof RangeError) return error;
  const message = error instanceof Error && error.message ? error.message : String(postgresCode(error) ?? error);
  return new LedgerError(`the ledger's database failed: ${message}`, {
    code: postgresCode(error) ?? 'unknown',
    cause: error,
  });
}
