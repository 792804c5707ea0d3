import { Client } from 'pg';
import type { Value } from '../../../src/ledger/operation.ts';
import type { PostgresClient, PostgresPool } from '../../../src/ledger/postgres.ts';
import { sqlOf } from '../../../src/ledger/postgres/statement.ts';
import { type Answer, oneByOne, type Query } from '../../support/databases/one-by-one.ts';
import type { Choice } from '../choice.ts';
import { nameOf, touchesOf } from './statement.ts';

/** What the schedule does not have happen any more. */
class Abandoned extends Error {}

/** A statement that waits for its turn. */
interface Turn {
  text: string;
  values: readonly Value[];
  go: () => void;
  giveUp: (why: Error) => void;
}

/** What follows the beginning of a transaction at once, which is nothing to anybody else. */
const SETTINGS = 'SELECT set_config';
/** What is said once a transaction comes to nothing: that, and the question what became of its commit, with the answer to it. */
const ROLLBACK = 'ROLLBACK';
const STATUS = 'pg_xact_status';
const UNDONE: Answer = { rows: [{ status: 'aborted' }], fields: [] };
/** The code by which the server says that a statement was given up because somebody asked for it, and that for a deadlock. */
const CANCELLED = '57014';
const DEADLOCK = '40P01';

/** One who does something in the ledger by a connection of its own, on which each statement waits until the schedule lets it go. */
export class Party {
  readonly name: string;
  readonly pid: number;
  /** The server says that it waits for the other. */
  isBlocked = false;
  /** How often it may have changed what is committed. */
  commits = 0;
  readonly #client: Client;
  /** What the server said to what a ledger asks first. */
  readonly #looked = new Map<string, Promise<Answer>>();
  #turn: Turn | null = null;
  #isAtServer = false;
  #answered: Promise<void> = Promise.resolve();
  #isOver = true;
  #isAbandoned = false;
  /** What it has learned from what it committed, and from what it has asked for since. Its next statement follows from that alone. */
  #learned: string[] = [];
  #asked: string[] = [];
  #isInTransaction = false;

  private constructor(name: string, client: Client, pid: number) {
    this.name = name;
    this.#client = client;
    this.pid = pid;
  }

  static async connect(name: string, url: string): Promise<Party> {
    const client = new Client(url);
    await client.connect();
    // Which of two that wait for each other gives way is up to the schedule, however long that takes.
    await client.query("SET deadlock_timeout = '1d'");
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return new Party(name, client, rows[0]?.pid ?? 0);
  }

  get isBusy(): boolean {
    return !this.#isOver && this.#turn === null;
  }

  get isAtServer(): boolean {
    return this.#isAtServer;
  }

  /** Resolves once the server has answered what it was asked last. */
  get answered(): Promise<void> {
    return this.#answered;
  }

  get isInTransaction(): boolean {
    return this.#isInTransaction;
  }

  /** The statement that waits for its turn. */
  get next(): Choice | null {
    if (!this.#turn) return null;
    const { text, values } = this.#turn;
    return { name: `${this.name} ${nameOf(text, values)}`, touches: touchesOf(this.name, text, this.#isInTransaction) };
  }

  /** Does it statement by statement, as the schedule says. */
  async act<T>(work: () => Promise<T>): Promise<T> {
    this.#isOver = false;
    this.#isAbandoned = false;
    this.#learned = [];
    this.#asked = [];
    try {
      return await work();
    } finally {
      this.#isOver = true;
    }
  }

  /**
   * A pool that has this connection alone, for one after the other. Its statements wait for their turn while the party acts; `bug` may put others in their place.
   * But first a ledger looks at its schema, which stays as it is.
   */
  pool(bug: (query: Query) => Query): PostgresPool {
    const query = bug((text, values) => this.#query(text, values));
    let asking: Query = (text) => this.#look(text);
    let free = Promise.resolve();
    return {
      async connect() {
        const before = free;
        const { promise, resolve: release } = Promise.withResolvers<void>();
        free = promise;
        await before;
        const client: PostgresClient = { query: oneByOne(asking), release: () => release(), on() {} };
        asking = query;
        return client;
      },
      end: async () => {},
      on() {},
    };
  }

  letGo(): void {
    const turn = this.#turn;
    this.#turn = null;
    turn?.go();
  }

  /** Has what it does come to nothing. */
  abandon(): void {
    this.#isAbandoned = true;
    const turn = this.#turn;
    this.#turn = null;
    turn?.giveUp(new Abandoned());
  }

  /** All that what it does next depends on, but for what is committed. One that is not over and has nothing next waits for the other. */
  describe(): string {
    return JSON.stringify([this.#isOver, this.#learned, this.#asked, this.next?.name]);
  }

  end(): Promise<void> {
    return this.#client.end();
  }

  /** What the server says to that, which it is asked once. */
  #look(text: string): Promise<Answer> {
    const known = this.#looked.get(text) ?? this.#client.query(text);
    this.#looked.set(text, known);
    return known;
  }

  async #query(text: string, values: Value[] = []): Promise<Answer> {
    if (this.#isOver) {
      this.commits += 1;
      return this.#client.query(prepared(text, values));
    }
    if (this.#isAbandoned && text.includes(STATUS)) return UNDONE;
    if (this.#isAbandoned && !text.startsWith(ROLLBACK)) throw new Abandoned();
    if (!this.#isAbandoned && !text.startsWith(SETTINGS)) {
      const { promise, resolve: go, reject: giveUp } = Promise.withResolvers<void>();
      this.#turn = { text, values, go, giveUp };
      await promise;
    }
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    this.#answered = answered;
    this.#isAtServer = true;
    try {
      const result: Answer = await this.#client.query(prepared(text, values));
      this.#note(text, values, result);
      return result;
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error;
      // The server tells of a failure before it lets go of what the transaction had locked, and takes nothing new before it has.
      await this.#client.query('');
      this.#note(text, values, error.code);
      if (error.code === CANCELLED) error.code = DEADLOCK;
      throw error;
    } finally {
      this.#isAtServer = false;
      this.isBlocked = false;
      answer();
    }
  }

  #note(text: string, values: readonly Value[], answer: unknown): void {
    if (text.startsWith(SETTINGS)) return;
    if (text.startsWith('BEGIN')) {
      this.#isInTransaction = true;
      this.#asked = [];
      return;
    }
    if (text === 'COMMIT' || !this.#isInTransaction) this.commits += 1;
    const isRow = typeof answer === 'object' && answer !== null && 'rows' in answer;
    // The time at the server is another one each time, and decides nothing here.
    this.#asked.push(
      JSON.stringify([text, values, isRow ? answer.rows : answer], (key, value) =>
        key === 'store_time' ? null : value,
      ),
    );
    if (text === 'COMMIT') this.#learned = [...this.#learned, ...this.#asked];
    if (text === ROLLBACK) this.#learned = [...this.#learned, 'undone'];
    if (text !== 'COMMIT' && text !== ROLLBACK) return;
    this.#asked = [];
    this.#isInTransaction = false;
  }
}

/** Under a name, so that the server parses and plans it once. */
function prepared(text: string, values: Value[]) {
  return { name: sqlOf(text).name, text, values };
}
