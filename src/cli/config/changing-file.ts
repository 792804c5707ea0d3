import { readFile, stat } from 'node:fs/promises';
import { NOT_UTF_8 } from './read-text-file.ts';

/** A file that may change while a command runs: its content as `parse` reads it, read again only when the file has changed. */
export class ChangingFile<T> {
  readonly #path: string;
  readonly #parse: (text: string) => T;
  #cached: { stamp: string; content: T } | undefined;

  constructor(path: string, parse: (text: string) => T) {
    this.#path = path;
    this.#parse = parse;
  }

  /** Rejects with what the file system says, where it is no text, or with what `parse` throws. */
  async content(): Promise<T> {
    // The stamp is taken first: a change between the two is then seen at the next call.
    const { mtimeNs, ctimeNs, ino, size } = await stat(this.#path, { bigint: true });
    const stamp = [mtimeNs, ctimeNs, ino, size].join(' ');
    if (this.#cached?.stamp === stamp) return this.#cached.content;
    const text = await readFile(this.#path, 'utf8');
    if (text.includes('\0')) throw new Error(`it ${NOT_UTF_8}`);
    const content = this.#parse(text);
    this.#cached = { stamp, content };
    return content;
  }

  /** Has the file read at the next call, changed or not. */
  forget(): void {
    this.#cached = undefined;
  }
}
