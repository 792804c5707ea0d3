import { once } from 'node:events';
import { fstatSync, writeFileSync } from 'node:fs';
import type { Paint } from './colours.ts';
import { visibleLines } from './visible.ts';

/** The exit status that shells know of a program that went on writing to a pipe that nobody reads any more (128 + SIGPIPE). */
export const CUT_SHORT = 141;

const FD = 1;

const uncoloured: Paint = (line) => line;

/**
 * What the command prints. A pipe takes it later than it is written, so `rewards.ts` ends the process only once nothing waits to be
 * written. Stdout is first touched when something is printed, as logs are written to it past this.
 */
class Stdout {
  #stream: NodeJS.WriteStream | undefined;
  #isFile = false;
  #problem: NodeJS.ErrnoException | undefined;

  /** Whether somebody reads it as it is printed, and no program, and no file. */
  get isTerminal(): boolean {
    return process.stdout.isTTY;
  }

  /** Lines for people, in which whatever came from outside does nothing to their terminal, and what this command itself has them look like. */
  print(text: string, paint: Paint = uncoloured): void {
    this.#write(`${visibleLines(text).split('\n').map(paint).join('\n')}\n`);
  }

  /** Data as it is, but on a terminal, where people see it. Resolves once there is room for more: with false, if nobody wants it. */
  async write(text: string): Promise<boolean> {
    const stream = this.#open();
    if (this.#problem) return false;
    const room = this.#write(stream.isTTY ? visibleLines(text.replaceAll('\r\n', '\n')) : text);
    // What else becomes of it, the listener is told as well.
    if (!room) await once(stream, 'drain').catch(() => {});
    return this.#problem === undefined;
  }

  /**
   * Resolves when everything is written: with false, if the reader stopped before the end. Throws one line if it can't
   * be written, as on a full disk.
   */
  async flush(): Promise<boolean> {
    const stream = this.#stream;
    if (!stream) return true;
    if (!this.#problem) await new Promise<void>((resolve) => void stream.write('', () => resolve()));
    if (this.#problem === undefined) return true;
    if (this.#problem.code === 'EPIPE') return false;
    throw new Error(`the output cannot be written: ${this.#problem.message}`, { cause: this.#problem });
  }

  /** Whether there is room for more. Node's stream for files takes a part that was written for the whole. */
  #write(text: string): boolean {
    const stream = this.#open();
    if (!this.#isFile) return stream.write(text);
    try {
      writeFileSync(FD, text);
    } catch (error) {
      if (error instanceof Error) this.#problem ??= error;
    }
    return true;
  }

  #open(): NodeJS.WriteStream {
    if (this.#stream) return this.#stream;
    this.#isFile = fstatSync(FD).isFile();
    this.#stream = process.stdout;
    this.#stream.on('error', (error) => {
      this.#problem ??= error;
    });
    return this.#stream;
  }
}

/** Stdout of this process. */
export const stdout = new Stdout();
