import type { StoreClock } from './clock.ts';
import { migrate, NOTE_STEP } from './migrate.ts';
import { type Operation, Overtaken, type Row, type Statement, type Value } from './operation.ts';
import { InDoubtError, type Ledger, LedgerError } from './port.ts';
import { Connections, Lost, type Session } from './postgres/connections.ts';
import { type Bounds, boundsOf, limitsOf, type PostgresLimits } from './postgres/limits.ts';
import type { PostgresPool } from './postgres/pool.ts';
import { migrations, missingSteps, POSTGRES } from './schema.ts';
import { type LedgerOptions, type Pace, sqlLedger, type Store } from './sql-ledger.ts';

export type { PostgresClient, PostgresPool, PostgresResult } from './postgres/pool.ts';

const SCHEMA = 'rewards';
const STEPS = migrations(POSTGRES);
const SEARCH_PATH = `SET LOCAL search_path = ${SCHEMA}`;
const TIME = '(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint';
const ATTEMPTS = 10;
/** Between two questions what became of a commit, while the server is still at it. */
const ASK_AGAIN_MS = 50;
/** For another process to bring the schema up to date. */
const MIGRATION_LOCK_MS = 60_000;

/** Types that `pg` hands out as text because they may exceed 2^53: bigint and numeric. The ledger's never do. */
const WIDE_NUMBERS = new Set([20, 1700]);

/** Failures after which the transaction surely did nothing, and may do better if run again. */
const RETRIED = new Set(['40001', '40P01', '23505']);

export interface PostgresOptions extends LedgerOptions, Partial<PostgresLimits> {
  /** Epoch milliseconds by this machine's clock, which is held against the database's; `Date.now` if left out. */
  now?: () => number;
}

/**
 * The ledger on PostgreSQL, in a schema named `rewards`, for any number of processes on one database. It takes a pool of the
 * package `pg`, keeps no state in a session (so a pooler may hand each transaction another connection), and closes the pool at the end.
 * Where the connection breaks during a commit, the server is asked what became of the transaction; where that cannot be found out in
 * time, `InDoubtError` is thrown. Throws `LedgerError`, also where the database has no ledger: it is made by `rewards ledger create` or
 * `createPostgresLedger`, and never by opening, since another database than before would be a ledger that has forgotten everything.
 * Throws `RangeError` for a limit that is none.
 */
export function postgresLedger(pool: PostgresPool, options: PostgresOptions = {}): Ledger {
  return sqlLedger(new PostgresStore(pool, options), options);
}

/** Makes a new ledger in a database that has none. The pool stays open. Throws `LedgerError` where there is one already. */
export function createPostgresLedger(pool: PostgresPool, options: PostgresOptions = {}): Promise<void> {
  return new PostgresStore(pool, options).create();
}

class PostgresStore implements Store {
  /** Processes on several machines have as many clocks. */
  readonly clock: StoreClock;
  readonly #connections: Connections;
  /** For how long an operation is tried again. */
  readonly #patienceMs: number;
  readonly #prompt: Bounds;
  readonly #unhurried: Bounds;
  #migrated: Promise<void> | null = null;

  constructor(pool: PostgresPool, options: PostgresOptions) {
    const limits = limitsOf(options);
    this.clock = { sql: TIME, now: options.now ?? Date.now };
    this.#connections = new Connections(pool, limits.connectTimeoutMs);
    this.#patienceMs = limits.statementTimeoutMs;
    this.#prompt = boundsOf(limits, false);
    this.#unhurried = boundsOf(limits, true);
  }

  /** Makes the ledger, where there is none. */
  async create(): Promise<void> {
    try {
      await this.#applySteps({ create: true });
    } catch (error) {
      throw ledgerError(error);
    }
  }

  async transact<T>(operation: () => Operation<T>, pace?: Pace): Promise<T> {
    const { value } = await this.#repeatedly(() => this.#tryOnce(operation, this.#boundsFor(pace)));
    return value;
  }

  read<T>(operation: () => Operation<T>, pace?: Pace): Promise<T> {
    const { settings, statementMs } = this.#boundsFor(pace);
    return this.#repeatedly(() =>
      this.#connections.use(statementMs, async (session) => {
        await session.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${SEARCH_PATH}; ${settings}`);
        const value = await drive(session, operation());
        await session.query('COMMIT');
        return value;
      }),
    );
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  #boundsFor(pace?: Pace): Bounds {
    return pace === 'unhurried' ? this.#unhurried : this.#prompt;
  }

  /** Runs a transaction again that surely did nothing and may do better the next time, as long as somebody waits for it. */
  async #repeatedly<T>(attempt: () => Promise<T>): Promise<T> {
    const latest = performance.now() + this.#patienceMs;
    for (let count = 1; ; count += 1) {
      try {
        await this.#ready();
        return await attempt();
      } catch (error) {
        const again = error instanceof Overtaken || error instanceof Lost || RETRIED.has(postgresCode(error) ?? '');
        if (!again || count === ATTEMPTS || performance.now() > latest) throw ledgerError(error);
      }
    }
  }

  async #tryOnce<T>(operation: () => Operation<T>, { settings, statementMs }: Bounds): Promise<{ value: T }> {
    let inDoubt: { id: string; value: T } | undefined;
    try {
      return await this.#connections.use(statementMs, async (session) => {
        const begun = await session.query(
          `BEGIN ISOLATION LEVEL READ COMMITTED; ${SEARCH_PATH}; ${settings}; SELECT pg_current_xact_id()::text AS id`,
        );
        const id = String(Array.isArray(begun) ? begun.at(-1)?.rows[0]?.['id'] : undefined);
        const value = await drive(session, operation());
        inDoubt = { id, value };
        await session.query('COMMIT');
        return { value };
      });
    } catch (error) {
      if (!inDoubt) throw error;
      if (await this.#committed(inDoubt, error)) return { value: inDoubt.value };
      throw new Lost('the commit did not happen', { cause: error });
    }
  }

  /** What became of a transaction whose commit was not answered. Throws `InDoubtError` where that cannot be found out in time. */
  async #committed({ id, value }: { id: string; value: unknown }, cause: unknown): Promise<boolean> {
    const latest = performance.now() + this.#patienceMs;
    for (;;) {
      const asked = this.#connections.use(this.#patienceMs, (session) => statusOf(session, id));
      const status = await asked.catch(() => null);
      if (status === 'committed') return true;
      if (status === 'aborted') return false;
      if (performance.now() > latest) {
        throw new InDoubtError(
          `the ledger's database broke off while it committed transaction ${id}, and does not say whether it did`,
          { value, cause },
        );
      }
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
  }

  async #ready(): Promise<void> {
    this.#migrated ??= this.#migrate().catch((error: unknown) => {
      this.#migrated = null;
      throw error;
    });
    await this.#migrated;
  }

  /** Applies what the schema lacks, which may take its time, once it is known that something does. */
  async #migrate(): Promise<void> {
    const { settings, statementMs } = this.#prompt;
    const isUpToDate = await this.#connections.use(statementMs, async (session) => {
      await session.query(`BEGIN READ ONLY; ${SEARCH_PATH}; ${settings}`);
      const applied = await appliedSteps(session);
      await session.query('COMMIT');
      if (applied === 0) throw missing();
      return missingSteps(STEPS, applied).length === 0;
    });
    if (!isUpToDate) await this.#applySteps({ create: false });
  }

  /** One lock for all processes, so that of several that start at once only one applies what is missing. */
  #applySteps({ create }: { create: boolean }): Promise<void> {
    const { settings, statementMs } = this.#unhurried;
    return this.#connections.use(statementMs, async (session) => {
      await session.query(`BEGIN; ${SEARCH_PATH}; ${settings}; SET LOCAL lock_timeout = ${MIGRATION_LOCK_MS}`);
      await session.query(`SELECT pg_advisory_xact_lock(hashtextextended('rewards-elements schema', 0))`);
      const applied = await appliedSteps(session);
      if (create && applied > 0) throw alreadyThere();
      if (create) {
        await session.query(
          `CREATE SCHEMA IF NOT EXISTS ${SCHEMA}; CREATE TABLE IF NOT EXISTS migrations (step BIGINT PRIMARY KEY)`,
        );
      }
      await drive(session, migrate(STEPS, applied, NOTE_STEP));
      await session.query('COMMIT');
    });
  }
}

/** How many steps of the schema the database has; none where it has no ledger. */
async function appliedSteps(session: Session): Promise<number> {
  const [row] = await rowsOf(session, `SELECT to_regclass('migrations') IS NOT NULL AS there`, []);
  if (!row?.['there']) return 0;
  const [count] = await rowsOf(session, 'SELECT COUNT(*) AS applied FROM migrations', []);
  return Number(count?.['applied']);
}

function alreadyThere(): LedgerError {
  return new LedgerError('the database has a ledger already, and it stays as it is: none was made', { code: 'exists' });
}

function missing(): LedgerError {
  return new LedgerError(
    'the database has no ledger. Is it the right one? Only if there never was one, make it: npx rewards ledger create, with the same --db or REWARDS_DB',
    { code: 'missing' },
  );
}

/** What the server knows of a transaction: `committed`, `aborted`, `in progress`, or nothing. */
async function statusOf(session: Session, id: string): Promise<unknown> {
  const result = await session.query('SELECT pg_xact_status($1::xid8) AS status', [id]);
  return Array.isArray(result) ? null : result.rows[0]?.['status'];
}

async function drive<T>(session: Session, operation: Operation<T>): Promise<T> {
  let step = operation.next();
  while (!step.done) step = operation.next(await execute(session, step.value));
  return step.value;
}

async function execute(session: Session, statement: Statement): Promise<Row[]> {
  if ('sql' in statement) return rowsOf(session, numbered(statement.sql), [...statement.params]);
  await session.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [statement.lock]);
  return [];
}

async function rowsOf(session: Session, sql: string, values: Value[]): Promise<Row[]> {
  const result = await session.query(sql, values);
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
  if (error instanceof Lost) return ledgerError(error.cause);
  if (error instanceof LedgerError || error instanceof RangeError) return error;
  const message = error instanceof Error && error.message ? error.message : String(postgresCode(error) ?? error);
  return new LedgerError(`the ledger's database failed: ${message}`, {
    code: postgresCode(error) ?? 'unknown',
    cause: error,
  });
}
