import type { StoreClock } from '../keeping/clock.ts';
import type { Operation } from '../operation.ts';
import { InDoubtError } from '../port.ts';
import type { Batching, LedgerOptions, Pace, Store } from '../sql-ledger.ts';
import { Batches, type Waiting } from './batches.ts';
import { carryOut } from './carry-out.ts';
import { Connections, type Session } from './connections.ts';
import { Execution } from './execution.ts';
import { isOtherSchema, isRefusal, isRetryable, ledgerError, NotCommitted } from './failure.ts';
import { BEGIN, type Bounds, boundsOf, DURABLE, limitsOf, type PostgresLimits } from './limits.ts';
import type { PostgresPool } from './pool.ts';
import { applyMissingSteps } from './schema-steps.ts';
import { type Asked, COMMIT, sqlOf } from './statement.ts';

const TIME = '(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint';
const READS = 'reads';
const ATTEMPTS = 10;
/** How long to wait before asking again whether a commit is done. */
const ASK_AGAIN_MS = 50;

export interface PostgresOptions extends LedgerOptions, Partial<PostgresLimits> {
  /** Epoch milliseconds by this machine's clock, which is held against the database's; `Date.now` if left out. */
  now?: () => number;
}

/** Whether a transaction was committed cannot be found out in time. */
class CommitInDoubt extends Error {}

/** Runs the transactions of a ledger on PostgreSQL. */
export class PostgresStore implements Store {
  /** Processes on several machines have different clocks, so the database's counts. */
  readonly clock: StoreClock;
  readonly #connections: Connections;
  readonly #batches: Batches;
  /** How long an operation is retried. */
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
    const run = (deadline: number) => this.#transactAlone(operation, this.#boundsFor(how), deadline);
    return typeof how === 'object' ? this.#share(operation, how, run) : run(this.#deadline());
  }

  read<T>(operation: () => Operation<T>, pace?: Pace): Promise<T> {
    const run = (deadline: number) => this.#readAlone(operation, this.#boundsFor(pace), deadline);
    return pace === 'unhurried' ? run(this.#deadline()) : this.#share(operation, { group: READS, touches: [] }, run);
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  #boundsFor(how?: Pace | Batching): Bounds {
    return how === 'unhurried' ? this.#unhurried : this.#prompt;
  }

  /** Until when an operation that is asked for now is retried. */
  #deadline(): number {
    return performance.now() + this.#patienceMs;
  }

  #share<T>(operation: () => Operation<T>, batching: Batching, runAlone: (deadline: number) => Promise<T>): Promise<T> {
    const deadline = this.#deadline();
    return this.#batches.share(operation, { ...batching, deadline }, () => runAlone(deadline));
  }

  #transactAlone<T>(operation: () => Operation<T>, bounds: Bounds, deadline: number): Promise<T> {
    return this.#repeatedly(deadline, async () => {
      const execution = new Execution(operation(), { shares: false });
      try {
        await this.#transact([execution], bounds);
      } catch (error) {
        throw error instanceof CommitInDoubt ? inDoubt(error, execution) : error;
      }
      return execution.value;
    });
  }

  #readAlone<T>(operation: () => Operation<T>, bounds: Bounds, deadline: number): Promise<T> {
    return this.#repeatedly(deadline, async () => {
      const execution = new Execution(operation(), { shares: false });
      await this.#read([execution], bounds);
      return execution.value;
    });
  }

  /** Runs operations in one transaction, and those for which that fails in one each. Resolves with why it failed, or null. */
  async #runTogether(group: string, some: readonly Waiting[]): Promise<unknown> {
    const executions = some.map((waiting) => ({ waiting, execution: waiting.begin() }));
    const together = executions.map(({ execution }) => execution);
    try {
      await this.#ready();
      await (group === READS ? this.#read(together, this.#prompt) : this.#transact(together, this.#prompt));
    } catch (error) {
      for (const { waiting, execution } of executions) {
        const mayDoAlone = isRetryable(error) || (execution.hasBegun && some.length > 1);
        const canRetry = mayDoAlone && !(error instanceof CommitInDoubt);
        if (execution.mustRunAlone || (canRetry && performance.now() <= waiting.deadline)) waiting.runAlone();
        else waiting.reject(error instanceof CommitInDoubt ? inDoubt(error, execution) : ledgerError(error));
      }
      return ledgerError(error);
    }
    for (const { waiting, execution } of executions) {
      if (execution.mustRunAlone) waiting.runAlone();
      else waiting.end();
    }
    return null;
  }

  /** Retries a transaction that surely did nothing and may succeed the next time, until the deadline. */
  async #repeatedly<T>(deadline: number, attempt: () => Promise<T>): Promise<T> {
    for (let count = 1; ; count += 1) {
      try {
        await this.#ready();
        return await attempt();
      } catch (error) {
        if (isOtherSchema(error)) this.#migrated = null;
        if (!isRetryable(error) || count === ATTEMPTS || performance.now() > deadline) throw ledgerError(error);
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

  /** Throws `CommitInDoubt`. */
  async #transact(executions: readonly Execution<unknown>[], bounds: Bounds): Promise<void> {
    const begin = asked(BEGIN, `${bounds.settings}, ${DURABLE}, pg_current_xact_id()::text AS id`);
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
      throw isRefusal(error) ? error : new NotCommitted('the commit did not happen', { cause: error });
    }
  }

  /** Whether a transaction was committed whose commit was not answered. Throws `CommitInDoubt` where that cannot be found out in time. */
  async #committed(id: string, proof: Asked | null, cause: unknown): Promise<boolean> {
    const deadline = this.#deadline();
    for (;;) {
      const limited = { ...this.#prompt, statementMs: this.#patienceMs };
      const ask = async (session: Session) => {
        const status = await statusOf(session, id);
        return status !== 'committed' || !proof || (await findsRow(session, limited, proof)) ? status : 'aborted';
      };
      const status = await this.#connections.use(limited, ask).catch(() => null);
      if (status === 'committed') return true;
      if (status === 'aborted') return false;
      if (performance.now() > deadline) {
        const message = `the ledger's database broke off while it committed transaction ${id}, and does not say whether it did`;
        throw new CommitInDoubt(message, { cause });
      }
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
  }

  async #ready(): Promise<void> {
    const bounds = { prompt: this.#prompt, unhurried: this.#unhurried };
    this.#migrated ??= applyMissingSteps(this.#connections, bounds).catch((error: unknown) => {
      this.#migrated = null;
      throw error;
    });
    await this.#migrated;
  }
}

function asked(...statements: string[]): Asked[] {
  return statements.map((sql) => ({ sql: sqlOf(sql), values: [] }));
}

function inDoubt({ message, cause }: CommitInDoubt, execution: Execution<unknown>): InDoubtError {
  return new InDoubtError(message, { value: execution.value, cause });
}

/**
 * A query that shows that a transaction was committed. Its id alone does not: after a crash or a fail-over, the server gives the id of a
 * transaction that it lost to the next one.
 */
function proofOf(executions: readonly Execution<unknown>[]): Asked | null {
  return executions.find(({ proof }) => proof !== null)?.proof ?? null;
}

async function findsRow(session: Session, { settings }: Bounds, proof: Asked): Promise<boolean> {
  const answers = await session.run([...asked(`${BEGIN} READ ONLY`, settings), proof, COMMIT]);
  return answers.at(-2)?.length === 1;
}

/** What the server knows of a transaction: `committed`, `aborted`, `in progress`, or nothing. */
async function statusOf(session: Session, id: string): Promise<unknown> {
  // While a commit waits for a standby, its status may say `committed` before others see what it did.
  const result = await session.query(
    `SELECT CASE WHEN pg_visible_in_snapshot($1::xid8, pg_current_snapshot()) THEN pg_xact_status($1::xid8) ELSE 'in progress' END AS status`,
    [id],
  );
  return Array.isArray(result) ? null : result.rows[0]?.['status'];
}
