import { Client } from 'pg';
import type { Row } from '../../../src/ledger/operation.ts';
import type { Ledger } from '../../../src/ledger/index.ts';
import { createStore, openStore } from '../../crash/store.ts';
import { Party } from './party.ts';

/** What a ledger has in each of its tables. */
export type Tables = Readonly<Record<string, readonly Row[]>>;

/**
 * A database with a ledger that is put back to how it was, two that use it, each on a connection of its own, and a third connection by
 * which it is seen what the server has.
 */
export class Ground implements AsyncDisposable {
  readonly parties: readonly [Party, Party];
  readonly #url: string;
  readonly #observer: Client;
  readonly #tables: readonly string[];

  private constructor(url: string, observer: Client, parties: readonly [Party, Party], tables: readonly string[]) {
    this.#url = url;
    this.#observer = observer;
    this.parties = parties;
    this.#tables = tables;
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
    await ground.#keep('new');
    return ground;
  }

  /** Has the ledger be as it is after that, from now on. */
  async prepare(before: (ledger: Ledger) => Promise<unknown>): Promise<void> {
    await this.#putBack('new');
    const ledger = openStore(this.#url);
    await before(ledger);
    await ledger.close();
    await this.#keep('prepared');
  }

  /** Puts the ledger back to how it was prepared. */
  putBack(): Promise<void> {
    return this.#putBack('prepared');
  }

  /** What is committed. */
  async tables(): Promise<Tables> {
    const rowsOf = (table: string) =>
      `'${table}', (SELECT COALESCE(json_agg(one ORDER BY one::text), '[]') FROM rewards.${table} AS one)`;
    const { rows } = await this.#observer.query<{ tables: Tables }>(
      `SELECT json_build_object(${this.#tables.map(rowsOf).join(', ')}) AS tables`,
    );
    return rows[0]?.tables ?? {};
  }

  /** Resolves once each of the two waits for its turn, for the other, or for nothing any more. */
  async quiet(): Promise<void> {
    for (;;) {
      const busy = this.parties.filter((party) => party.isBusy);
      if (busy.length === 0) return;
      // oxlint-disable-next-line no-await-in-loop -- the server is asked until it says so
      const blocked = await this.#blocked();
      for (const party of busy) party.isBlocked = party.isAtServer && blocked.has(party.pid);
      if (busy.every((party) => party.isBlocked)) return;
    }
  }

  /** Has the server give up what the party waits for. */
  async cancel(party: Party): Promise<void> {
    await this.#observer.query('SELECT pg_cancel_backend($1)', [party.pid]);
    await party.answered;
  }

  async [Symbol.asyncDispose](): Promise<void> {
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

  async #keep(schema: string): Promise<void> {
    const copies = this.#tables.map((table) => `CREATE TABLE ${schema}_${table} AS TABLE rewards.${table}`);
    const drops = this.#tables.map((table) => `DROP TABLE IF EXISTS ${schema}_${table}`);
    await this.#observer.query([...drops, ...copies].join('; '));
  }

  async #putBack(schema: string): Promise<void> {
    const copies = this.#tables.map(
      (table) => `DELETE FROM rewards.${table}; INSERT INTO rewards.${table} TABLE ${schema}_${table}`,
    );
    await this.#observer.query(copies.join('; '));
  }
}
