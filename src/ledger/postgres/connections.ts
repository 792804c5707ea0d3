import { within } from '../../common/within.ts';
import type { Row, Value } from '../operation.ts';
import { isNotAsPrepared, Lost } from './failure.ts';
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

/** Nothing came for longer than it may take. */
class Silence extends Error {
  readonly code = 'timeout';
}

/** For what is under way, and then for the server to hear that a connection ends. */
const CLOSE_LIMIT_MS = 2_000;

/** The user of the connection is told of the failure by its own query. */
const ignore = (): void => {};

/** A pool as all ledgers on it have it. */
class SharedPool {
  static readonly #known = new WeakMap<PostgresPool, SharedPool>();
  readonly #pool: PostgresPool;
  readonly #open = new Set<PostgresClient>();
  #ended: Promise<void> | null = null;
  #allClosed: () => void = ignore;

  /**
   * Makes sure that a connection which the server ends is no more than that: `pg` emits it as an `error`, which ends the process
   * unless somebody listens. It may come together with the message for which the connection is handed out, before the code that asked
   * for it runs again, so the listener is there from when the pool hands it out, once.
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

  /** Waits until the server has heard that the connections end. Where it does not hear, they end all the same. */
  async closed(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#allClosed = resolve;
      if (this.#open.size === 0) resolve();
    });
    await inTime(CLOSE_LIMIT_MS, closed, 'the database does not let go').catch(ignore);
    for (const { connection } of this.#open) connection?.stream.destroy();
  }
}

/** Hands out the connections of a pool, and waits for none of them for ever. */
export class Connections {
  readonly #pool: SharedPool;
  readonly #connectMs: number;
  /** Gives back what is handed out, in a state in which nobody gets it again. */
  readonly #handedOut = new Set<() => void>();
  /** Whether a connection keeps what it has prepared. */
  #keepsPrepared = true;

  constructor(pool: PostgresPool, connectMs: number) {
    this.#pool = SharedPool.of(pool);
    this.#connectMs = connectMs;
  }

  /**
   * Has a connection used. One that broke, or did not answer within `statementMs`, is not given back to the pool, and
   * the transaction on it ends with it: that is `Lost`.
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
      usable = !(error instanceof Silence) && (await answers(session.query('ROLLBACK')));
      throw usable ? error : new Lost('the connection broke', { cause: error });
    } finally {
      this.#handedOut.delete(cut);
      release(!usable);
    }
  }

  /** Ends the pool, with all connections. What is still under way is given a moment, and then cut. */
  async close(): Promise<void> {
    const ended = this.#pool.end();
    await inTime(CLOSE_LIMIT_MS, ended, 'connections are still in use').catch((error: unknown) => {
      if (!(error instanceof Silence)) throw error;
      for (const cut of this.#handedOut) cut();
    });
    await this.#pool.closed();
  }

  async #connect(): Promise<PostgresClient> {
    const connecting = this.#pool.connect();
    try {
      return await inTime(this.#connectMs, connecting, 'no connection to the database could be had');
    } catch (error) {
      // One that comes after all goes back.
      if (error instanceof Silence) void connecting.then((client) => client.release(), ignore);
      throw error;
    }
  }
}

/** What the work comes to, or `Silence` after that many milliseconds. */
function inTime<T>(ms: number, work: Promise<T>, failure: string): Promise<T> {
  return within(ms, work, () => new Silence(`${failure} within ${ms} ms`));
}

async function answers(question: Promise<unknown>): Promise<boolean> {
  return question.then(
    () => true,
    () => false,
  );
}
