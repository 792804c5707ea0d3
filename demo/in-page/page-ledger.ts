import initSqlJs from 'sql.js';
import wasm from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { once } from '../../src/common/once.ts';
import { type Keep, type PageLedger, pageLedger, PageStore } from './page-store.ts';

/** What a ledger begins with, where it is not empty, and where it is kept, where it is. */
export interface PageLedgerOptions {
  bytes?: Uint8Array | null;
  keep?: Keep;
}

const loadSqlite = once(() => initSqlJs({ locateFile: () => wasm }));

/** Loads SQLite, once, and gives a ledger. Rejects where it cannot be loaded. */
export async function openPageLedger({ bytes = null, keep }: PageLedgerOptions = {}): Promise<PageLedger> {
  const { Database } = await loadSqlite();
  return pageLedger(new PageStore(new Database(bytes), keep));
}
