import type { Ledger } from './port.ts';
import { type LedgerOptions, sqlLedger } from './sql-ledger.ts';
import { type Backup, backUp } from './sqlite/backup.ts';
import { makeDatabase } from './sqlite/database.ts';
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
 * Several processes may share the file. Throws `LedgerError` where the file is not there, cannot be opened or is no ledger: it
 * is made by `rewards ledger create` or `createSqliteLedger`, and never by opening, since a ledger that is not where it was
 * would be one that has forgotten everything.
 *
 * While it is open, every transaction looks whether the file is still the one at the path, and fails if not.
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

export type { Backup };

/** Makes a new ledger in a file that is not there yet. Throws `LedgerError` where there is something, or it cannot be written. */
export function createSqliteLedger(path: string): void {
  makeDatabase(path);
}

/**
 * Writes a whole copy of the ledger as it is now into another file, while proxies use it; the process waits for it. No claims are made
 * in the copy until `rewards ledger restored`, or `restored` of its ledger, has said what became of those since. Replaces a
 * file that is there, unless told not to. Throws `LedgerError`.
 */
export function backUpSqliteLedger(path: string, to: string, { replace = true } = {}): Backup {
  return backUp(path, to, Date.now(), replace);
}
