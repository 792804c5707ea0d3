import { Client } from 'pg';
import { within } from '../../../src/common/within.ts';
import { type Row, text } from '../../../src/ledger/operation.ts';
import type { Ledger } from '../../../src/ledger/index.ts';
import { createStore, openStore } from '../../crash/store.ts';
import { Party } from './party.ts';

/** As long as most statements take that wait for nobody: the server need not be asked about those. */
const SOON_MS = 2;

const INDEXES = "(SELECT relname AS name FROM pg_class WHERE relkind = 'i' AND relnamespace = 'rewards'::regnamespace)";

/** What a ledger has in each of its tables, and the names of its indexes. */
export type Tables = Readonly<Record<string, readonly Row[]>>;

/**
 * A database with a ledger that is put back to how it was, two that use it, each on a connection of its own, and a third connection by
 * which it is seen what the server has.
 */
export class Ground implements AsyncDisposable {
  readonly parties: readonly [Party, Party];
  readonly #url: string;
  readonly #observer: Client;
  /** Reads all tables. By its name the server plans it once. */
  readonly #reading: { name: string; text: string };
  #new: Tables = {};
  #prepared: Tables = {};
  /** What was committed when it was last asked for, and how much the two had committed by then. */
  #seen: { commits: number; tables: Tables } | null = null;

  private constructor(url: string, observer: Client, parties: readonly [Party, Party], tables: readonly string[]) {
    this.#url = url;
    this.#observer = observer;
    this.parties = parties;
    const rowsOf = (table: string, source = `rewards.${table}`) =>
      `'${table}', (SELECT COALESCE(json_agg(one ORDER BY one::text), '[]') FROM ${source} AS one)`;
    const all = [...tables.map((table) => rowsOf(table)), rowsOf('indexes', INDEXES)];
    this.#reading = { name: 'tables', text: `SELECT json_build_object(${all.join(', ')}) AS tables` };
  }

  /** Makes a ledger in the empty database. */
  static async open(url: string): Promise<Ground> {
    await createStore(url);
    const observer = new Client(url);
    await observer.connect();
    // Rows that refer to others come and go in any order.
    await observer.query('SET session_replication_role = replica');
    const { rows } = await observer.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'rewards' AND tablename <> 'migrations' ORDER BY 1",
    );
    const tables = rows.map(({ name }) => name);
    const parties = [await Party.connect('A', url), await Party.connect('B', url)] as const;
    const ground = new Ground(url, observer, parties, tables);
    ground.#new = await ground.tables();
    return ground;
  }

  /** Has the ledger be as it is after that, from now on. */
  async prepare(before: (ledger: Ledger) => Promise<unknown>): Promise<void> {
    await this.#abandon();
    await this.#putBack(this.#new);
    const ledger = openStore(this.#url);
    await before(ledger);
    await ledger.close();
    this.#seen = null;
    this.#prepared = await this.tables();
  }

  /** Ends and undoes what is under way, and puts the ledger back to how it was prepared. */
  async putBack(): Promise<void> {
    await this.#abandon();
    await this.#putBack(this.#prepared);
  }

  /** What is committed, which the server is asked for where it may have changed. */
  async tables(): Promise<Tables> {
    const commits = this.parties.reduce((sum, party) => sum + party.commits, 0);
    if (this.#seen?.commits !== commits) {
      const { rows } = await this.#observer.query<{ tables: Tables }>(this.#reading);
      this.#seen = { commits, tables: rows[0]?.tables ?? {} };
    }
    return this.#seen.tables;
  }

  /** Resolves once each of the two waits for its turn, for the other, or for nothing any more. */
  async quiet(): Promise<void> {
    // oxlint-disable no-await-in-loop -- until nothing goes on
    for (;;) {
      // A turn of the event loop ends all that follows from an answer.
      await new Promise(setImmediate);
      const busy = this.parties.filter((party) => party.isBusy);
      if (busy.length === 0) return;
      const running = busy.filter(({ isBlocked }) => !isBlocked);
      if (running.length > 0 && (await areAnswered(running))) continue;
      const blocked = await this.#blocked();
      for (const party of busy) party.isBlocked = party.isAtServer && blocked.has(party.pid);
      if (busy.every((party) => party.isBlocked)) return;
    }
    // oxlint-enable no-await-in-loop
  }

  /** Has the server give up what the party waits for. */
  async cancel(party: Party): Promise<void> {
    await this.#observer.query('SELECT pg_cancel_backend($1)', [party.pid]);
    await party.answered;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#abandon();
    await Promise.all([this.#observer.end(), ...this.parties.map((party) => party.end())]);
  }

  /** Those of the two that wait for what the other has locked. */
  async #blocked(): Promise<Set<number>> {
    const pids = this.parties.map(({ pid }) => pid);
    const { rows } = await this.#observer.query<{ pid: number }>(
      'SELECT pid FROM unnest($1::int[]) AS pid WHERE pg_blocking_pids(pid) && $1::int[]',
      [pids],
    );
    return new Set(rows.map(({ pid }) => pid));
  }

  async #abandon(): Promise<void> {
    for (const party of this.parties) party.abandon();
    await this.quiet();
    const [first] = this.parties;
    if (this.parties.every(({ isBlocked }) => isBlocked)) await this.cancel(first);
    await this.quiet();
  }

  /** What is as it was stays as it is. */
  async #putBack({ indexes = [], ...kept }: Tables): Promise<void> {
    const tables = await this.tables();
    const names = new Set(indexes.map((index) => index['name']));
    const made = (tables['indexes'] ?? []).filter((index) => !names.has(index['name']));
    const changes = made.map((index) => `DROP INDEX rewards.${text(index, 'name')}`);
    for (const [table, rows] of Object.entries(kept)) {
      const wanted = JSON.stringify(rows);
      if (JSON.stringify(tables[table]) === wanted) continue;
      const filled = `json_populate_recordset(NULL::rewards.${table}, ${this.#observer.escapeLiteral(wanted)})`;
      changes.push(`DELETE FROM rewards.${table}`, `INSERT INTO rewards.${table} SELECT * FROM ${filled}`);
    }
    if (changes.length === 0) return;
    await this.#observer.query(changes.join('; '));
    this.#seen = null;
  }
}

/** Whether the server answers all of them soon. */
function areAnswered(parties: readonly Party[]): Promise<boolean> {
  const answers = Promise.all(parties.map(({ answered }) => answered));
  return within(SOON_MS, answers, 'the server').then(
    () => true,
    () => false,
  );
}
