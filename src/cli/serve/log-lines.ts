import { fstatSync, writeSync } from 'node:fs';

const FD = 1;

/** Bytes that wait for a reader, or for a disk with room. */
const MAX_KEPT = 1_048_576;

/** For the reader of a pipe to take the last lines: Node ends no process before. */
const READER_LIMIT_MS = 5_000;

/** A pipe's reader may have gone. */
const ignore = (): void => {};

/**
 * Lines on stdout, those of one turn of the event loop together: each by itself costs as much as all else that a request takes. A log that
 * nobody reads, or a full disk, keeps no claim from being made: what is too much to be kept is lost.
 */
export class LogLines {
  readonly #isPipe: boolean;
  readonly #flush = (): void => this.#write();
  #lines = '';
  /** What a file had no room for. */
  #rest: Buffer = Buffer.alloc(0);

  constructor() {
    const stats = fstatSync(FD);
    this.#isPipe = stats.isFIFO() || stats.isSocket();
    if (this.#isPipe && !process.stdout.listeners('error').includes(ignore)) process.stdout.on('error', ignore);
    process.on('exit', this.#flush);
  }

  /** Takes a line without its end. */
  write(line: string): void {
    if (this.#lines === '') setImmediate(this.#flush);
    this.#lines += `${line}\n`;
  }

  /** Writes what it has. Where the reader of a pipe takes nothing any more, the process ends without. */
  close(): void {
    process.off('exit', this.#flush);
    this.#write();
    if (!this.#isPipe || process.stdout.writableLength === 0) return;
    const patience = setTimeout(() => process.exit(), READER_LIMIT_MS).unref();
    process.stdout.write('', () => clearTimeout(patience));
  }

  #write(): void {
    const lines = this.#lines;
    this.#lines = '';
    if (lines === '') return;
    if (!this.#isPipe) this.#append(Buffer.from(lines));
    else if (process.stdout.writableLength < MAX_KEPT) process.stdout.write(lines);
  }

  #append(bytes: Buffer): void {
    if (this.#rest.length < MAX_KEPT) this.#rest = Buffer.concat([this.#rest, bytes]);
    try {
      while (this.#rest.length > 0) this.#rest = this.#rest.subarray(writeSync(FD, this.#rest));
    } catch {
      // The next lines try again.
    }
  }
}
