const EVERY_MS = 30_000;

/** How far a run is: a line that is written over on a terminal, a new one now and then elsewhere. */
export class Progress {
  readonly #out: NodeJS.WriteStream;
  readonly #started = performance.now();
  readonly #running = new Set<string>();
  readonly #timer: NodeJS.Timeout | undefined;
  #passed = 0;
  #failed = 0;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
    // Where nothing moves, that is told too, and what it is that stands still.
    if (!out.isTTY) this.#timer = setInterval(() => this.#tell(), EVERY_MS).unref();
  }

  /** What has begun and not ended, in that order. */
  get running(): string[] {
    return [...this.#running];
  }

  begun(name: string): void {
    this.#running.add(name);
  }

  ended(name: string): void {
    this.#running.delete(name);
  }

  /** Tests have ended, in that file. What fails is told at once. */
  each(name: string, passed: boolean, tests = 1): void {
    if (passed) this.#passed += tests;
    else {
      this.#failed += tests;
      this.say(`failed: ${name}`);
    }
    if (this.#out.isTTY) this.#tell();
  }

  /** A line that stays. */
  say(line: string): void {
    this.#out.write(this.#out.isTTY ? `\r\u001B[2K${line}\n` : `${line}\n`);
  }

  /** No line comes by itself from now on. */
  close(): void {
    clearInterval(this.#timer);
  }

  #tell(): void {
    const seconds = Math.round((performance.now() - this.#started) / 1000);
    const line = `${seconds} s: ${this.#passed} passed, ${this.#failed} failed; running: ${this.running.join(', ')}`;
    if (this.#out.isTTY) this.#out.write(`\r\u001B[2K${line.slice(0, this.#out.columns - 1)}`);
    else this.#out.write(`${line}\n`);
  }
}
