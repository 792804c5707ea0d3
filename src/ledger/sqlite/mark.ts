import { closeSync, constants, fchownSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import type { HighWaterMark, Recalled } from '../keeping/memory.ts';
import { userId } from './place.ts';

/** What the file's name ends with, behind the database's. */
export const MARK = '-mark';

const LINE = /^([\w-]+) (\d+) (\w+) (\S+)\n/;
const { O_CREAT, O_EXCL, O_RDWR } = constants;
/** Windows has no such flag. */
const NO_LINK = constants.O_NOFOLLOW ?? 0;

/**
 * The high-water mark of a ledger in a file beside it, of one line: which ledger it is, its epoch, its newest claim, and the state of the
 * database's file. It is not flushed to the disk, as the ledger is: after a power cut the mark may be older than the ledger, but never
 * newer.
 */
export class MarkFile implements HighWaterMark {
  readonly #database: string;
  readonly #path: string;
  #file: number | null = null;
  #next: Recalled | null = null;
  #latest: Recalled | null = null;
  #written = '';
  #isClosed = false;

  /** `path` is the database's. */
  constructor(path: string) {
    this.#database = path;
    this.#path = path + MARK;
  }

  read(): Recalled | null {
    const [, ledger, epoch, latest] = LINE.exec(textIn(this.#path)) ?? [];
    if (ledger === undefined || latest === undefined) return null;
    return { sight: { ledger, epoch: Number(epoch), newest: latest }, latest };
  }

  /** Writes once for all claims of one commit. The file is opened at once, while the ledger is known to be in its place. */
  write(recalled: Recalled): void {
    if (this.#isClosed || recalled.latest === null) return;
    this.#open();
    if (this.#next === null) setImmediate(() => this.#flush());
    this.#next = recalled;
    this.#latest = recalled;
  }

  /** Writes the mark again after a checkpoint, which has changed the database's file. */
  renew(): void {
    if (this.#latest) this.write(this.#latest);
  }

  close(): void {
    this.#flush();
    this.#isClosed = true;
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #open(): void {
    try {
      this.#file ??= openOrMake(this.#path, this.#database);
    } catch {
      // The mark is one safeguard of several: claims go on without it.
    }
  }

  #flush(): void {
    const { sight, latest } = this.#next ?? {};
    this.#next = null;
    if (this.#file === null || !sight || !latest) return;
    try {
      const line = `${sight.ledger} ${sight.epoch} ${latest} ${stateOf(this.#database)}\n`;
      if (line === this.#written) return;
      writeSync(this.#file, line, 0);
      this.#written = line;
    } catch {
      // The next claim tries again.
    }
  }
}

/**
 * Whether the database's file has changed since the mark was written, as far as can be told. Then the log beside it may belong to another
 * file; or all files were moved together.
 */
export function isChanged(path: string): boolean {
  const [, , , , state] = LINE.exec(textIn(path + MARK)) ?? [];
  return state !== undefined && state !== stateOf(path);
}

/** Opens the file, never through a symbolic link. If root creates it, it is given to the database's owner, as SQLite does with its log. */
function openOrMake(path: string, database: string): number {
  try {
    return openSync(path, O_RDWR | NO_LINK);
  } catch {
    const file = openSync(path, O_RDWR | O_CREAT | O_EXCL, 0o600);
    const { uid, gid } = statSync(database);
    if (userId() === 0) fchownSync(file, uid, gid);
    return file;
  }
}

function stateOf(path: string): string {
  const { ino, size, ctimeNs } = statSync(path, { bigint: true });
  return [ino, size, ctimeNs].join('-');
}

function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
