import { readFile, stat } from 'node:fs/promises';
import { NOT_UTF_8 } from './read-text-file.ts';

/** A file that may change while a command runs. Its parsed content is cached until the file changes. */
export class ChangingFile<T> {
  readonly #path: string;
  readonly #parse: (text: string) => T;
  #cached: { stamp: string; content: T } | undefined;

  constructor(path: string, parse: (text: string) => T) {
    this.#path = path;
    this.#parse = parse;
  }

  /** Rejects if the file cannot be read or is not UTF-8, and with what `parse` throws. */
  async content(): Promise<T> {
    // Taken before reading, so that a change in between is noticed at the next call.
    const { mtimeNs, ctimeNs, ino, size } = await stat(this.#path, { bigint: true });
    const stamp = [mtimeNs, ctimeNs, ino, size].join(' ');
    if (this.#cached?.stamp === stamp) return this.#cached.content;
    const text = await readFile(this.#path, 'utf8');
    if (text.includes('\0')) throw new Error(`it ${NOT_UTF_8}`);
    const content = this.#parse(text);
    this.#cached = { stamp, content };
    return content;
  }

  /** The next call reads the file again, even if it has not changed. */
  forget(): void {
    this.#cached = undefined;
  }
}
