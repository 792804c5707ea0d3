import { closeSync, fsyncSync, linkSync, lstatSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';
import { claimTime } from '../claims/claim-id.ts';
import type { Halt } from '../keeping/keeping.ts';
import { NEWEST } from '../keeping/restore.ts';
import { LedgerError } from '../port.ts';
import { markCopy } from './copies.ts';
import { requireLedger } from './database.ts';
import { ledgerError } from './failure.ts';
import { COMPANIONS, findFile, isSame, statIfThere } from './files.ts';
import { MARK } from './mark.ts';
import { linkedFile } from './place.ts';

const WAIT_MS = 10_000;

/** What is in a backup. `newestClaimAt` is in epoch milliseconds, and ignores claims that were set aside. */
export interface Backup {
  claims: number;
  newestClaimAt: number | null;
  bytes: number;
}

/**
 * Writes a whole copy of the ledger, as it is at that moment, while others use it; what was purged is not in it. The copy takes no
 * claims until somebody has said what became of those that were made since. A file that is there already is replaced, but
 * not before the copy is whole; without `replace` it is an error. Throws `LedgerError`. `now` is in epoch milliseconds.
 */
export function backUp(path: string, to: string, now: number, replace = true): Backup {
  const [partial, ...others] = partialFiles(to);
  requireElsewhere(path, to, 'no backup was made');
  try {
    // Readable by its owner alone from the first byte on.
    closeSync(openSync(partial, 'wx', 0o600));
    copy(path, partial);
    const backup = finish(partial, path, now);
    flush(partial, 'r+');
    if (replace) renameSync(partial, to);
    else moveToFreeName(partial, to);
    flushNames(dirname(to));
    recordBackup(path, now);
    return backup;
  } catch (error) {
    for (const file of [partial, ...others]) rmSync(file, { force: true });
    throw ledgerError(`no backup of ${path} was made`, error);
  }
}

/** Another process may have taken the name since the copy was begun. */
function moveToFreeName(partial: string, to: string): void {
  try {
    linkSync(partial, to);
  } catch (error) {
    // A broken symbolic link counts as a file, too.
    if (lstatSync(to, { throwIfNoEntry: false })) {
      throw new LedgerError(`no backup was made, since there is a file ${to} by now: name another one`, {
        code: 'exists',
        cause: error,
      });
    }
    // Some file systems have no hard links.
    return renameSync(partial, to);
  }
  rmSync(partial);
}

/** What this process writes a copy to until it is whole, and what SQLite has beside that meanwhile. */
export function partialFiles(to: string): [string, string] {
  const partial = `${to}.${process.pid}.partial`;
  return [partial, `${partial}-journal`];
}

/** What is written must not replace the ledger itself, or a file that belongs to it. Throws `LedgerError`, which begins with `what`. */
export function requireElsewhere(path: string, to: string, what: string): void {
  const ledger = linkedFile(path);
  const own = ['', ...COMPANIONS, MARK].map((suffix) => ledger + suffix);
  const target = resolve(linkedFile(to));
  if (!own.some((file) => resolve(file) === target || isSameFile(file, target))) return;
  throw new LedgerError(`${what}, since ${to} belongs to the ledger itself: name another file`, {
    code: 'itself',
  });
}

/** Whatever its name, such as in other letters on a disk that ignores case. */
function isSameFile(one: string, other: string): boolean {
  const [first, second] = [statIfThere(one), statIfThere(other)];
  return first !== undefined && second !== undefined && isSame(first, second);
}

function copy(path: string, to: string): void {
  findFile(linkedFile(path));
  withDatabase(path, { readOnly: true, timeout: WAIT_MS }, (db) => {
    requireLedger(db, path);
    db.prepare('VACUUM INTO ?').run(to);
  });
}

/** Checks that the copy of `path` is whole, and marks it as a copy. */
function finish(copied: string, path: string, at: number): Backup {
  return withDatabase(copied, {}, (db) => {
    const damage = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (damage !== 'ok') {
      const what = `no backup of ${path} was made, since it is damaged: ${String(damage)}`;
      throw new LedgerError(what, { code: 'damaged' });
    }
    markCopy(db);
    if (hasLedgerTable(db)) {
      const halted: Halt = { reason: 'backup', at };
      db.prepare('UPDATE ledger SET halted = ? WHERE halted IS NULL').run(JSON.stringify(halted));
    }
    const newestOf = has(db, 'set_aside') ? `(${NEWEST})` : 'MAX(id)';
    const row = db.prepare(`SELECT COUNT(*) AS claims, ${newestOf} AS newest FROM claims`).get();
    const newest = row?.['newest'];
    return {
      claims: Number(row?.['claims']),
      newestClaimAt: typeof newest === 'string' ? claimTime(newest) : null,
      bytes: statSync(copied).size,
    };
  });
}

function recordBackup(path: string, at: number): void {
  withDatabase(path, { timeout: WAIT_MS }, (db) => {
    if (hasLedgerTable(db)) db.prepare('UPDATE ledger SET backed_up_at = ?').run(at);
  });
}

/** Opens the database for as long as it is used. */
function withDatabase<T>(path: string, options: DatabaseSyncOptions, use: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(path, options);
  try {
    return use(db);
  } finally {
    db.close();
  }
}

/** Ledgers of older versions have no such table, and stay as they are. */
function hasLedgerTable(db: DatabaseSync): boolean {
  return has(db, 'ledger');
}

function has(db: DatabaseSync, table: string): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;
}

/** Flushes the names in a folder to the disk, as far as there is such a thing: on Windows there is not. */
function flushNames(folder: string): void {
  try {
    flush(folder, 'r');
  } catch {}
}

/** Windows flushes only what was opened for writing, other systems also a folder. */
function flush(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
