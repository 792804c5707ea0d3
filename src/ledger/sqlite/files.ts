import { type BigIntStats, closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { LedgerError } from '../port.ts';
import { isUnopenedCopy, isWholeWithLog } from './copies.ts';
import { isChanged, MARK } from './mark.ts';
import { linkedFile, requireAccess, requireFolder, whyNoPlace } from './place.ts';
import type { Witness } from './witness.ts';

const OWNER_WRITES = 0o200n;

/** Beside the database: its write-ahead log, and the index of that which the processes share. */
export const COMPANIONS = ['-wal', '-shm'];

/**
 * Throws `LedgerError` if it can be told, before opening it, that the ledger at the path cannot be opened. Nothing is changed: the file may
 * be another program's.
 */
export function findFile(path: string): void {
  const problem = whyNoLedger(path);
  if (problem) throw problem;
  requireAccess(path);
}

/**
 * Why the ledger at the path cannot be opened, or null. It is checked before SQLite opens the file: beside an empty file it would delete
 * the log, which has the newest claims, and it would write another file's log into a copy, which ruins both.
 */
export function whyNoLedger(given: string): LedgerError | null {
  const path = linkedFile(given);
  const stats = statIfThere(path);
  if (!stats) return noLedger(path);
  const misplaced = whyNoPlace(path, stats);
  if (misplaced) return misplaced;
  if (stats.size === 0n) return emptied(path);
  if (!hasLog(path)) return null;
  if (isUnopenedCopy(path)) return foreignLog(path);
  return isChanged(path) && !isWholeWithLog(path) ? otherFile(path) : null;
}

/** Whether the log beside the file, its own or another's, has anything in it. */
export function hasLog(path: string): boolean {
  const log = statIfThere(`${path}-wal`);
  return log !== undefined && log.size > 0n;
}

/**
 * Makes an empty file for its owner alone, before SQLite does; its companions take over the mode. Throws `LedgerError` where there is a
 * file already, even one that was left beside a lost database, or no folder.
 */
export function makeFile(path: string): void {
  const there = ['', ...COMPANIONS].map((suffix) => path + suffix).find(statIfThere);
  if (there !== undefined) {
    throw new LedgerError(`there is ${there} already, and it stays as it is: no ledger was made`, { code: 'exists' });
  }
  if (statIfThere(path + MARK)) {
    throw new LedgerError(
      `no ledger was made at ${path}, because there was one, as ${path}${MARK} says: put that one back, or a backup of it. Only where it is to be forgotten who was given what, remove ${path}${MARK} first`,
      { code: 'exists' },
    );
  }
  const folder = dirname(path);
  // The folder is not made: else nobody would notice that its disk is not mounted.
  if (!statIfThere(folder)) {
    throw new LedgerError(
      `no ledger was made at ${path}, because there is no folder ${folder}. Is its disk there, and the path right? Then make the folder first`,
      { code: 'missing' },
    );
  }
  requireFolder(folder);
  closeSync(openSync(path, 'wx', 0o600));
}

/** There is nothing at the path. */
function noLedger(path: string): LedgerError {
  return new LedgerError(
    `there is no ledger ${path}. Is its disk there, and the path right? Only if there never was one, make it: npx rewards ledger create --db '${path}'`,
    { code: 'missing' },
  );
}

function emptied(path: string): LedgerError {
  return new LedgerError(
    `${path} is empty, and so no ledger. Is the path right? If there was a ledger in it, move ${path} and its -wal and -shm away, and put a backup in its place`,
    { code: 'no-ledger' },
  );
}

function foreignLog(path: string): LedgerError {
  return new LedgerError(
    `${path} is a backup, and ${path}-wal is the log of another file, with its newest claims. Stop the proxy, move ${path}-wal and ${path}-shm away, and keep them with the file that the backup took the place of`,
    { code: 'foreign-log' },
  );
}

function otherFile(path: string): LedgerError {
  return new LedgerError(
    `${path} does not go with ${path}-wal, the log with the newest claims: it was written over or cut off. Stop the proxy, move all three away, ${path}-shm too, keep them, and put a backup in its place. If ${path} is the copy that you want, leave it, and move the others`,
    { code: 'foreign-log' },
  );
}

interface FileIdentity {
  dev: bigint;
  ino: bigint;
}

/**
 * The files of a ledger that is open. SQLite goes on with what it has opened, also once that has no name any more: what it
 * writes there is lost, and the next process that opens the path pays everybody again. So the path is looked up for each transaction.
 *
 * Nothing is opened here: closing a file takes away the locks that SQLite holds on it in this process (POSIX).
 */
export class LedgerFiles {
  readonly #path: string;
  /** The path as it was given: a symbolic link may lead elsewhere later. */
  readonly #name: string;
  readonly #witness: Witness;
  readonly #database: FileIdentity;
  readonly #companions: readonly [string, FileIdentity][];
  /** The state by which a write to the database past its log is noticed. */
  #written: { at: bigint; size: bigint; logSize: bigint };
  /** Whether the witness did not find the ledger in the file at the last check. */
  #isOverwritten = false;

  /** The database at the path, which is open. Throws `LedgerError` where it is not there any more. `name` leads to it. */
  constructor(path: string, { name, witness }: { name: string; witness: Witness }) {
    this.#path = path;
    this.#name = name;
    this.#witness = witness;
    const database = requireStat(path);
    this.#database = database;
    this.#companions = COMPANIONS.map((suffix) => [path + suffix, requireStat(path + suffix)]);
    this.#written = { at: database.ctimeNs, size: database.size, logSize: requireStat(`${path}-wal`).size };
  }

  /**
   * Throws `LedgerError` where the path leads to something else by now, where it cannot be written, or where the witness does not find the
   * ledger in it. The witness is asked only if something was written past the log, which is rare.
   */
  check(): void {
    const path = this.#path;
    const database = requireStat(this.#name);
    if (!isSame(database, this.#database)) throw gone(`another file is at ${this.#name} now`);
    if (!(database.mode & OWNER_WRITES)) {
      throw new LedgerError(`${path} was made read-only: make it writable again`, { code: 'read-only' });
    }
    let logSize = 0n;
    for (const [companion, known] of this.#companions) {
      const stats = statIfThere(companion);
      if (!stats || !isSame(stats, known)) throw lostCompanion(companion, path);
      if (companion.endsWith('-wal')) logSize = stats.size;
    }
    const { at, size, logSize: knownLogSize } = this.#written;
    const { ctimeNs, size: newSize } = database;
    if (ctimeNs !== at || newSize !== size || logSize < knownLogSize) {
      try {
        this.#witness.inspect({ shorter: newSize < size, empty: newSize === 0n });
        this.#isOverwritten = false;
      } catch (error) {
        // Any other error means that the witness could not look.
        if (error instanceof LedgerError) this.#isOverwritten = true;
        throw error;
      }
    }
    this.#written = { at: ctimeNs, size: newSize, logSize };
  }

  /**
   * Closes the database: SQLite writes the log into it and deletes the log. If something else was written over the ledger, such as a
   * backup, that stays as it is, and the log, which has the newest claims, is renamed so that nobody takes it for the new file's. Returns
   * whether everything was in its place.
   */
  close(close: () => void): boolean {
    try {
      this.check();
    } catch {
      if (this.#isOverwritten) this.#closeApart(close);
      else close();
      return false;
    }
    close();
    return true;
  }

  /** Moves the file away while SQLite closes, because SQLite changes only what is at its path. */
  #closeApart(close: () => void): void {
    const path = this.#path;
    const away = `${path}.closing`;
    renameSync(path, away);
    try {
      close();
    } finally {
      renameSync(away, path);
    }
    const [log, index] = [`${path}-wal`, `${path}-shm`];
    if (statIfThere(log)) renameSync(log, `${log}.lost-${Date.now()}`);
    rmSync(index, { force: true });
  }
}

/** The file at the path; undefined where there is none. */
export function statIfThere(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

function requireStat(path: string): BigIntStats {
  const stats = statIfThere(path);
  if (stats) return stats;
  throw gone(`${path} is not there any more`);
}

/** Whether both are the same file. */
export function isSame(one: FileIdentity, other: FileIdentity): boolean {
  return one.ino === other.ino && one.dev === other.dev;
}

function gone(what: string): LedgerError {
  return new LedgerError(
    `${what}: it was removed, moved or replaced while the ledger was open. Put the file back that was there, or stop the proxy first and then put a backup in its place`,
    { code: 'moved' },
  );
}

function lostCompanion(companion: string, path: string): LedgerError {
  return new LedgerError(
    `${companion} was removed or replaced while the ledger was open, and it holds the newest claims. Stop the proxy, but not by force: then they are written to ${path}`,
    { code: 'moved' },
  );
}
