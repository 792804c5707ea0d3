import type { StoreClock } from './keeping/clock.ts';
import type { Operation } from './operation.ts';
import { InDoubtError, type Ledger } from './port.ts';
import { carryOut } from './postgres/carry-out.ts';
import { Connections, type Session } from './postgres/connections.ts';
import { Execution } from './postgres/execution.ts';
import { isOtherSchema, isRefusal, ledgerError, Lost, mayDoBetter } from './postgres/failure.ts';
import { Batches, type Waiting } from './postgres/batches.ts';
import { type Bounds, boundsOf, DURABLE, limitsOf, type PostgresLimits } from './postgres/limits.ts';
import type { PostgresPool } from './postgres/pool.ts';
import { bringUpToDate, createSchema } from './postgres/schema-steps.ts';
import { type Asked, COMMIT, sqlOf } from './postgres/statement.ts';
import { type Batching, type LedgerOptions, type Pace, sqlLedger, type Store } from './sql-ledger.ts';

export type { Pipeline } from './postgres/pipeline.ts';
export type { PostgresClient, PostgresPool, PostgresResult } from './postgres/pool.ts';

const TIME = '(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint';
const READS = 'reads';
const ATTEMPTS = 10;
/** Between two questions what became of a commit, while the server is still at it. */
const ASK_AGAIN_MS = 50;

export interface PostgresOptions extends LedgerOptions, Partial<PostgresLimits> {
  /** Epoch milliseconds by this machine's clock, which is held against the database's; `Date.now` if left out. */
  now?: () => number;
}

/**
 * The ledger on PostgreSQL, in a schema named `rewards`, for any number of processes on one database. It takes a pool of the
 * package `pg`, and closes it at the end. Of a session it wants nothing but that it keeps prepared statements, and it goes without where a
 * pooler hands each transaction another session. What is asked for at once shares transactions.
 * Where the connection breaks during a commit, the server is asked what became of the transaction; where that cannot be found out in
 * time, `InDoubtError` is thrown. Throws `LedgerError`, also where the database has no ledger: it is made by `rewards ledger create` or
 * `createPostgresLedger`, and never by opening, since another database than before would be a ledger that has forgotten everything.
 * Throws `RangeError` for a limit that is none.
 */
export function postgresLedger(pool: PostgresPool, options: PostgresOptions = {}): Ledger {
  return sqlLedger(new PostgresStore(pool, options), options);
}

/** Makes a new ledger in a database that has none. The pool stays open. Throws `LedgerError` where there is one already. */
export async function createPostgresLedger(pool: PostgresPool, options: PostgresOptions = {}): Promise<void> {
  const limits = limitsOf(options);
  try {
    await createSchema(new Connections(pool, limits.connectTimeoutMs), boundsOf(limits, true));
  } catch (error) {
    throw ledgerError(error);
  }
}

/** A transaction may have been committed, or not, and that cannot be found out in time. */
class Doubt extends Error {}

class PostgresStore implements Store {
  /** Processes on several machines have as many clocks. */
  readonly clock: StoreClock;
  readonly #connections: Connections;
  readonly #batches: Batches;
  /** For how long an operation is tried again. */
  readonly #patienceMs: number;
  readonly #prompt: Bounds;
  readonly #unhurried: Bounds;
  #migrated: Promise<void> | null = null;

  constructor(pool: PostgresPool, options: PostgresOptions) {
    const limits = limitsOf(options);
    this.clock = { sql: TIME, now: options.now ?? Date.now };
    this.#connections = new Connections(pool, limits.connectTimeoutMs);
    this.#batches = new Batches((group, some) => this.#runTogether(group, some));
    this.#patienceMs = limits.statementTimeoutMs;
    this.#prompt = boundsOf(limits, false);
    this.#unhurried = boundsOf(limits, true);
  }

  transact<T>(operation: () => Operation<T>, how?: Pace | Batching): Promise<T> {
    const run = (latest: number) => this.#transactAlone(operation, this.#boundsFor(how), latest);
    return typeof how === 'object' ? this.#share(operation, how, run) : run(this.#latest());
  }

  read<T>(operation: () => Operation<T>, pace?: Pace): Promise<T> {
    const run = (latest: number) => this.#readAlone(operation, this.#boundsFor(pace), latest);
    return pace === 'unhurried' ? run(this.#latest()) : this.#share(operation, { group: READS, touches: [] }, run);
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  #boundsFor(how?: Pace | Batching): Bounds {
    return how === 'unhurried' ? this.#unhurried : this.#prompt;
  }

  /** Until when what is asked for now is tried again. */
  #latest(): number {
    return performance.now() + this.#patienceMs;
  }

  #share<T>(operation: () => Operation<T>, batching: Batching, runAlone: (latest: number) => Promise<T>): Promise<T> {
    const latest = this.#latest();
    return this.#batches.share(operation, { ...batching, latest }, () => runAlone(latest));
  }

  #transactAlone<T>(operation: () => Operation<T>, bounds: Bounds, latest: number): Promise<T> {
    return this.#repeatedly(latest, async () => {
      const execution = new Execution(operation(), { shares: false });
      try {
        await this.#transact([execution], bounds);
      } catch (error) {
        throw error instanceof Doubt ? inDoubt(error, execution) : error;
      }
      return execution.value;
    });
  }

  #readAlone<T>(operation: () => Operation<T>, bounds: Bounds, latest: number): Promise<T> {
    return this.#repeatedly(latest, async () => {
      const execution = new Execution(operation(), { shares: false });
      await this.#read([execution], bounds);
      return execution.value;
    });
  }

  /** Runs operations in one transaction, and those that this does not work for in one each. Resolves with why it did not, or null. */
  async #runTogether(group: string, some: readonly Waiting[]): Promise<unknown> {
    const executions = some.map((waiting) => ({ waiting, execution: waiting.begin() }));
    const together = executions.map(({ execution }) => execution);
    try {
      await this.#ready();
      await (group === READS ? this.#read(together, this.#prompt) : this.#transact(together, this.#prompt));
    } catch (error) {
      for (const { waiting, execution } of executions) {
        const isHopeful = execution.hasBegun && (some.length > 1 || mayDoBetter(error)) && !(error instanceof Doubt);
        if (execution.isBarred || (isHopeful && performance.now() <= waiting.latest)) waiting.runAlone();
        else waiting.reject(error instanceof Doubt ? inDoubt(error, execution) : ledgerError(error));
      }
      return ledgerError(error);
    }
    for (const { waiting, execution } of executions) {
      if (execution.isBarred) waiting.runAlone();
      else waiting.end();
    }
    return null;
  }

  /** Runs a transaction again that surely did nothing and may do better the next time, as long as somebody waits for it. */
  async #repeatedly<T>(latest: number, attempt: () => Promise<T>): Promise<T> {
    for (let count = 1; ; count += 1) {
      try {
        await this.#ready();
        return await attempt();
      } catch (error) {
        if (isOtherSchema(error)) this.#migrated = null;
        if (!mayDoBetter(error) || count === ATTEMPTS || performance.now() > latest) throw ledgerError(error);
      }
    }
  }

  #read(executions: readonly Execution<unknown>[], bounds: Bounds): Promise<void> {
    const begin = asked('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', bounds.settings);
    return this.#connections.use(bounds, async (session) => {
      const { rest } = await carryOut(session, begin, executions);
      await session.run([...rest, COMMIT]);
    });
  }

  /** Throws `Doubt`. */
  async #transact(executions: readonly Execution<unknown>[], bounds: Bounds): Promise<void> {
    const begin = asked(
      'BEGIN ISOLATION LEVEL READ COMMITTED',
      `${bounds.settings}, ${DURABLE}, pg_current_xact_id()::text AS id`,
    );
    let id: string | null = null;
    try {
      await this.#connections.use(bounds, async (session) => {
        const { begun, rest } = await carryOut(session, begin, executions);
        id = String(begun.at(-1)?.[0]?.['id']);
        await session.run([...rest, COMMIT]);
      });
    } catch (error) {
      if (id === null) throw error;
      if (await this.#committed(id, proofOf(executions), error)) return;
      throw isRefusal(error) ? error : new Lost('the commit did not happen', { cause: error });
    }
  }

  /** What became of a transaction whose commit was not answered. Throws `Doubt` where that cannot be found out in time. */
  async #committed(id: string, proof: Asked | null, cause: unknown): Promise<boolean> {
    const latest = this.#latest();
    for (;;) {
      const limited = { ...this.#prompt, statementMs: this.#patienceMs };
      const ask = async (session: Session) => {
        const status = await statusOf(session, id);
        return status !== 'committed' || !proof || (await finds(session, limited, proof)) ? status : 'aborted';
      };
      const status = await this.#connections.use(limited, ask).catch(() => null);
      if (status === 'committed') return true;
      if (status === 'aborted') return false;
      if (performance.now() > latest) {
        const message = `the ledger's database broke off while it committed transaction ${id}, and does not say whether it did`;
        throw new Doubt(message, { cause });
      }
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
  }

  async #ready(): Promise<void> {
    const bounds = { prompt: this.#prompt, unhurried: this.#unhurried };
    this.#migrated ??= bringUpToDate(this.#connections, bounds).catch((error: unknown) => {
      this.#migrated = null;
      throw error;
    });
    await this.#migrated;
  }
}

function asked(...statements: string[]): Asked[] {
  return statements.map((sql) => ({ sql: sqlOf(sql), values: [] }));
}

function inDoubt({ message, cause }: Doubt, execution: Execution<unknown>): InDoubtError {
  return new InDoubtError(message, { value: execution.value, cause });
}

/**
 * What shows that a transaction was committed. Its id alone does not: a server that has crashed, and a standby that took over, give the id
 * of one that they lost to the next.
 */
function proofOf(executions: readonly Execution<unknown>[]): Asked | null {
  return executions.find(({ proof }) => proof !== null)?.proof ?? null;
}

async function finds(session: Session, { settings }: Bounds, proof: Asked): Promise<boolean> {
  const answers = await session.run([...asked('BEGIN READ ONLY', settings), proof, COMMIT]);
  return answers.at(-2)?.length === 1;
}

/** What the server knows of a transaction: `committed`, `aborted`, `in progress`, or nothing. */
async function statusOf(session: Session, id: string): Promise<unknown> {
  // While a commit waits for a standby, its status may be told before others see what it did.
  const result = await session.query(
    `SELECT CASE WHEN pg_visible_in_snapshot($1::xid8, pg_current_snapshot()) THEN pg_xact_status($1::xid8) ELSE 'in progress' END AS status`,
    [id],
  );
  return Array.isArray(result) ? null : result.rows[0]?.['status'];
}
