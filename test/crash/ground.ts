import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import type { Ledger } from '../../src/ledger/index.ts';
import { createPostgresLedger, postgresLedger } from '../../src/ledger/postgres.ts';
import { COMPANIONS } from '../../src/ledger/sqlite/files.ts';
import { MARK } from '../../src/ledger/sqlite/mark.ts';
import { createSqliteLedger, sqliteLedger } from '../../src/ledger/sqlite.ts';

/** An empty store after another, each reached over two connections. */
export interface Ground {
  next: () => Promise<[Ledger, Ledger]>;
  close: () => Promise<unknown>;
}

const TABLES = ['nonces', 'idempotency_keys', 'events', 'grants', 'claims', 'tallies'];
/** The last statement says that the claims are missing on purpose. */
const CLEARING = [
  ...TABLES.map((table) => `DELETE FROM rewards.${table};`),
  'UPDATE rewards.ledger SET epoch = epoch + 1;',
].join(' ');

/**
 * A file each: a ledger that is open knows its claims, and would take one that was emptied for one that was overwritten. Each is a copy of
 * one: to make its tables takes longer than to claim.
 */
export function sqliteGround(folder: string): Ground {
  const path = join(folder, `${crypto.randomUUID()}.db`);
  const empty = `${path}.empty`;
  createSqliteLedger(empty);
  let ledgers: Ledger[] = [];
  const close = () => Promise.all(ledgers.map((ledger) => ledger.close()));
  return {
    async next() {
      await close();
      for (const file of [path, ...[...COMPANIONS, MARK].map((suffix) => path + suffix)]) rmSync(file, { force: true });
      copyFileSync(empty, path);
      const pair: [Ledger, Ledger] = [sqliteLedger(path), sqliteLedger(path)];
      ledgers = pair;
      return pair;
    },
    close,
  };
}

/** On an empty database. */
export async function postgresGround(connectionString: string): Promise<Ground> {
  const open = () => postgresLedger(new Pool({ connectionString, max: 4 }));
  const ledgers: [Ledger, Ledger] = [open(), open()];
  const cleaner = new Pool({ connectionString, max: 1 });
  await createPostgresLedger(cleaner);
  return {
    async next() {
      await cleaner.query(CLEARING);
      return ledgers;
    },
    close: () => Promise.all([cleaner.end(), ...ledgers.map((ledger) => ledger.close())]),
  };
}
