import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isDamage } from './failure.ts';

/** SQLite keeps such a number for the programs that use it, in the file's first page. */
const COPY = 0x72656331;

/** Marks a copy of a ledger, which has no log until it is opened. */
export function markCopy(db: DatabaseSync): void {
  db.exec(`PRAGMA application_id = ${COPY}`);
}

/** Takes the mark of a copy away before SQLite makes a log: from then on a log beside the file is its own. */
export function unmarkCopy(db: DatabaseSync): void {
  db.exec('PRAGMA application_id = 0');
}

/** Whether the file is a copy that nobody has opened. */
export function isUnopenedCopy(path: string): boolean {
  return readFileAlone(path, isCopy) ?? false;
}

/**
 * Whether the file fits the log beside it, as far as can be seen: others may be opening or closing the ledger just now. It reads all
 * claims, and changes nothing.
 */
export function isWholeWithLog(path: string): boolean {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    return db.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'] === 'ok';
  } catch (error) {
    return !isDamage(error);
  } finally {
    db?.close();
  }
}

/** The id of the ledger in the file, or null where there is none. */
export function ledgerIn(path: string): unknown {
  return readFileAlone(path, ledgerOf);
}

/** The id of the ledger in the database. */
export function ledgerOf(db: DatabaseSync): unknown {
  return db.prepare('SELECT id FROM ledger').get()?.['id'];
}

/** Reads the file alone, without the log beside it, and changes nothing. Null where it cannot be read. */
function readFileAlone<T>(path: string, look: (db: DatabaseSync) => T): T | null {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(url, { readOnly: true });
    return look(db);
  } catch {
    return null;
  } finally {
    db?.close();
  }
}

/** Whether it is a copy that nobody has opened. */
export function isCopy(db: DatabaseSync): boolean {
  return db.prepare('PRAGMA application_id').get()?.['application_id'] === COPY;
}
