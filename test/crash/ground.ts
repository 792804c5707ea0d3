import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import type { Ledger } from '../../src/ledger/index.ts';
import { postgresLedger } from '../../src/ledger/postgres.ts';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';

/** One store, reached over two connections, that can be emptied. */
export interface Ground {
  ledgers: [Ledger, Ledger];
  clear: () => Promise<unknown>;
  close: () => Promise<unknown>;
}

const TABLES = ['presses', 'events', 'grants', 'claims', 'tallies'];
const clearing = (schema: string) => TABLES.map((table) => `DELETE FROM ${schema}${table};`).join(' ');

export function sqliteGround(folder: string): Ground {
  const path = join(folder, `${crypto.randomUUID()}.db`);
  const ledgers: [Ledger, Ledger] = [sqliteLedger(path), sqliteLedger(path)];
  const db = new DatabaseSync(path);
  return {
    ledgers,
    clear: () => Promise.resolve(db.exec(`BEGIN IMMEDIATE; ${clearing('')} COMMIT`)),
    close() {
      db.close();
      return Promise.all(ledgers.map((ledger) => ledger.close()));
    },
  };
}

/** On an empty database. Nothing of it has to survive the server, so it does not wait for the disk. */
export async function postgresGround(url: string): Promise<Ground> {
  const connectionString = `${url}?options=-c%20synchronous_commit%3Doff`;
  const open = () => postgresLedger(new Pool({ connectionString, max: 4 }));
  const ledgers: [Ledger, Ledger] = [open(), open()];
  const cleaner = new Pool({ connectionString, max: 1 });
  await Promise.all(ledgers.map((ledger) => ledger.check()));
  return {
    ledgers,
    clear: () => cleaner.query(clearing('rewards.')),
    close: () => Promise.all([cleaner.end(), ...ledgers.map((ledger) => ledger.close())]),
  };
}
