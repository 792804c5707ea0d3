import { within } from '../../common/within.ts';
import type { Row, Value } from '../operation.ts';
import { isNotAsPrepared, NotCommitted } from './failure.ts';
import type { Bounds } from './limits.ts';
import { Pipeline } from './pipeline.ts';
import type { PostgresClient, PostgresPool, PostgresResult } from './pool.ts';
import type { Asked } from './statement.ts';

/** A connection for the length of one transaction. */
export interface Session {
  /** Has the server carry out the statements one after the other, and resolves with the rows of each. */
  run(asked: readonly Asked[]): Promise<Row[][]>;
  query(text: string, values?: Value[]): Promise<PostgresResult | PostgresResult[]>;
}

/** No answer came within the time limit. */
class TimedOut extends Error {
  readonly code = 'timeout';
}

/** For what is running, and then for the server to notice that a connection ends. */
const CLOSE_LIMIT_MS = 2_000;

/** Whoever uses the connection gets the failure from their own query. */
const ignore = (): void => {};

/** A pool that several ledgers may share. */
class SharedPool {
  static readonly #known = new WeakMap<PostgresPool, SharedPool>();
  readonly #pool: PostgresPool;
  readonly #open = new Set<PostgresClient>();
  #ended: Promise<void> | null = null;
  #allClosed: () => void = ignore;

  /**
   * Keeps a connection that the server ends from ending the process: `pg` emits an `error`, which does so unless somebody listens. It may
   * come before the code that asked for the connection runs, so the listener is added when the pool hands the connection out, once for
   * each.
   */
  private constructor(pool: PostgresPool) {
    this.#pool = pool;
    pool.on('error', ignore);
    pool.on('acquire', (client) => {
      if (this.#open.has(client)) return;
      this.#open.add(client);
      client.on('error', ignore);
    });
    pool.on('remove', (client) => {
      this.#open.delete(client);
      if (this.#open.size === 0) this.#allClosed();
    });
  }

  static of(pool: PostgresPool): SharedPool {
    const known = this.#known.get(pool) ?? new SharedPool(pool);
    this.#known.set(pool, known);
    return known;
  }

  connect(): Promise<PostgresClient> {
    return this.#pool.connect();
  }

  /** Ends the pool, whichever ledger asks first. */
  end(): Promise<void> {
    this.#ended ??= this.#pool.end();
    return this.#ended;
  }

  /** Waits until the server has closed the connections. If it does not in time, they are destroyed. */
  async closed(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#allClosed = resolve;
      if (this.#open.size === 0) resolve();
    });
    await inTime(CLOSE_LIMIT_MS, closed, 'the database does not let go').catch(ignore);
    for (const { connection } of this.#open) connection?.stream.destroy();
  }
}

/** Hands out the connections of a pool, each with a time limit. */
export class Connections {
  readonly #pool: SharedPool;
  readonly #connectMs: number;
  /** Removes each connection that is in use from the pool. */
  readonly #handedOut = new Set<() => void>();
  /** Whether connections keep prepared statements. */
  #keepsPrepared = true;

  constructor(pool: PostgresPool, connectMs: number) {
    this.#pool = SharedPool.of(pool);
    this.#connectMs = connectMs;
  }

  /**
   * Runs `work` on a connection. One that broke, or did not answer within `statementMs`, is not given back to the pool, and its transaction
   * ends with it: that throws `NotCommitted`.
   */
  async use<T>({ statementMs, recurs }: Bounds, work: (session: Session) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    let given = false;
    const release = (broken: boolean): void => {
      if (!given) client.release(broken);
      given = true;
    };
    const cut = (): void => release(true);
    this.#handedOut.add(cut);
    const answered = <Answer>(answer: Promise<Answer>) => inTime(statementMs, answer, 'the database does not answer');
    const session: Session = {
      run: (asked) => {
        const pipeline = new Pipeline(asked, { keeps: recurs && this.#keepsPrepared });
        client.query(pipeline);
        return answered(pipeline.answers);
      },
      query: (text, values) => answered(client.query(text, values)),
    };
    let usable = true;
    try {
      return await work(session);
    } catch (error) {
      if (isNotAsPrepared(error)) this.#keepsPrepared = false;
      usable = !(error instanceof TimedOut) && (await isAnswered(session.query('ROLLBACK')));
      throw usable ? error : new NotCommitted('the connection broke', { cause: error });
    } finally {
      this.#handedOut.delete(cut);
      release(!usable);
    }
  }

  /** Ends the pool, with all connections. What is still running is given a moment, and then cut off. */
  async close(): Promise<void> {
    const ended = this.#pool.end();
    await inTime(CLOSE_LIMIT_MS, ended, 'connections are still in use').catch((error: unknown) => {
      if (!(error instanceof TimedOut)) throw error;
      for (const cut of this.#handedOut) cut();
    });
    await this.#pool.closed();
  }

  async #connect(): Promise<PostgresClient> {
    const connecting = this.#pool.connect();
    try {
      return await inTime(this.#connectMs, connecting, 'no connection to the database could be had');
    } catch (error) {
      // A connection that comes too late goes back.
      if (error instanceof TimedOut) void connecting.then((client) => client.release(), ignore);
      throw error;
    }
  }
}

/** The work's result; rejects with `TimedOut` after that many milliseconds. */
function inTime<T>(ms: number, work: Promise<T>, failure: string): Promise<T> {
  return within(ms, work, () => new TimedOut(`${failure} within ${ms} ms`));
}

async function isAnswered(query: Promise<unknown>): Promise<boolean> {
  return query.then(
    () => true,
    () => false,
  );
}
