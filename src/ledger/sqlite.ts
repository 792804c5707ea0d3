import type { Ledger } from './port.ts';
import { type LedgerOptions, sqlLedger } from './sql-ledger.ts';
import { SqliteStore } from './sqlite/store.ts';
import { ledgerOnThread } from './sqlite/thread-client.ts';

export interface SqliteOptions extends LedgerOptions {
  /**
   * Runs SQLite in a worker thread, so that requests go on while the disk flushes: more claims a second where there is a
   * second core. Not for `:memory:`, and not where a bundler has put this package into another file.
   */
  thread?: boolean;
}

/**
 * The embedded ledger: one SQLite file (write-ahead log, `synchronous=FULL`, mode 0600), or `:memory:` for tests.
 * Several processes may share the file. Throws `LedgerError` where the file cannot be opened or is no ledger.
 *
 * @example
 * const ledger = sqliteLedger('rewards.db', { thread: true });
 */
export function sqliteLedger(path: string, { thread = false, ...options }: SqliteOptions = {}): Ledger {
  const ledger = sqlLedger(new SqliteStore(path), options);
  if (!thread) return ledger;
  // What is wrong with the file is known by now, and the thread will find it as it should be.
  void ledger.close();
  return ledgerOnThread(path, options);
}
