import { Overtaken } from '../operation.ts';
import { LedgerError } from '../port.ts';

/** Another process holds the lock. */
export const BUSY = 5;
/** No file could be opened. */
const CANNOT_OPEN = 14;
/** Says nothing of what is in the file: another process holds the lock, there is no memory, or no more files can be opened. */
const OUTAGES = new Set([BUSY, 7, CANNOT_OPEN, 15]);
/** The disk failed. */
const DISK = 10;
/** What to do, where SQLite's message does not say. */
const ADVICE: ReadonlyMap<number | undefined, string> = new Map([
  [
    BUSY,
    'Another program holds it, such as a backup or a shell of SQLite, or it is on a network disk, where no ledger can be kept',
  ],
  [
    DISK,
    'Is its disk full, mounted read-only, broken or gone? On a disk that cannot lock files, as many network disks, no ledger can be kept',
  ],
  [CANNOT_OPEN, 'Is the limit of open files reached (ulimit -n)?'],
]);
/** The file is no database. */
const NO_DATABASE = 26;
/** The file is damaged, or no database. */
const DAMAGED = new Set([11, NO_DATABASE]);

/** SQLite's primary result code, where the error is one of SQLite's. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;
}

/** Whether it says that the file is damaged, or no database. */
export function isDamage(error: unknown): boolean {
  return DAMAGED.has(sqliteCode(error) ?? 0);
}

/** Whether it says nothing of what is in the file. */
export function isOutage(error: unknown): boolean {
  return OUTAGES.has(sqliteCode(error) ?? 0);
}

/** The error as a `LedgerError`, with `what` before its message. Errors of our own stay as they are. */
export function ledgerError(what: string, error: unknown): unknown {
  if (error instanceof Overtaken || error instanceof RangeError || error instanceof LedgerError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const code = sqliteCode(error);
  if (!isDamage(error)) {
    const advice = ADVICE.get(code);
    const message = advice ? `${what}: ${reason}. ${advice}` : `${what}: ${reason}`;
    return new LedgerError(message, { code: `sqlite-${code ?? 'unknown'}`, cause: error });
  }
  // A wrong path leads to a file of another kind, which no backup must replace.
  const remedy =
    code === NO_DATABASE
      ? 'Is the path right? If a ledger was there, stop the proxy, and put a backup in its place'
      : 'Stop the proxy, and put a backup in its place';
  return new LedgerError(`${what}: ${reason}. ${remedy}`, { code: 'damaged', cause: error });
}
