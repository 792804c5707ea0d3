import initSqlJs from 'sql.js';
import wasm from 'sql.js/dist/sql-wasm-browser.wasm?url';
import type { Ledger } from '../../src/ledger/index.ts';
import { sqlLedger } from '../../src/ledger/sql-ledger.ts';
import { MemoryStore } from './memory-store.ts';

let sqlite: ReturnType<typeof initSqlJs> | null = null;

/** Loads SQLite, once, and gives an empty ledger. Rejects where it cannot be loaded. */
export async function openPageLedger(): Promise<Ledger> {
  sqlite ??= initSqlJs({ locateFile: () => wasm }).catch((error: unknown) => {
    sqlite = null;
    throw error;
  });
  const { Database } = await sqlite;
  return sqlLedger(new MemoryStore(new Database()));
}
