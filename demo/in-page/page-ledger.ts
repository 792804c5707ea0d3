import initSqlJs from 'sql.js';
import wasm from 'sql.js/dist/sql-wasm-browser.wasm?url';
import type { Ledger } from '../../src/ledger/index.ts';
import { sqlLedger } from '../../src/ledger/sql-ledger.ts';
import { MemoryStore } from './memory-store.ts';

/** Loads SQLite and gives an empty ledger. Rejects where it cannot be loaded. */
export async function openPageLedger(): Promise<Ledger> {
  const { Database } = await initSqlJs({ locateFile: () => wasm });
  return sqlLedger(new MemoryStore(new Database()));
}
