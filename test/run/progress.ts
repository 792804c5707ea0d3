const EVERY_MS = 10_000;

/** A line that says how far a run is: one that is written over on a terminal, a new one now and then elsewhere. */
export class Progress {
  readonly #out: NodeJS.WriteStream;
  #passed = 0;
  #failed = 0;
  #told = 0;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
  }

  /** A test has ended, in that file. What fails is told at once. */
  each(file: string, passed: boolean): void {
    if (passed) this.#passed += 1;
    else {
      this.#failed += 1;
      this.say(`failed: ${file}`);
    }
    const now = performance.now();
    if (!this.#out.isTTY && now - this.#told < EVERY_MS) return;
    this.#told = now;
    const line = `${this.#passed} passed, ${this.#failed} failed: ${file}`;
    if (this.#out.isTTY) this.#out.write(`\r\u001B[2K${line.slice(0, this.#out.columns - 1)}`);
    else this.#out.write(`${line}\n`);
  }

  /** A line that stays. */
  say(line: string): void {
    this.#out.write(this.#out.isTTY ? `\r\u001B[2K${line}\n` : `${line}\n`);
  }
}
