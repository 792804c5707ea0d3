import { createInterface, type Interface } from 'node:readline/promises';

/** Where somebody can be asked. */
export interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

export interface Question {
  text: string;
  /** What an empty answer means. */
  usual: string;
  /** What is wrong with an answer; null if it can be used. */
  problem: (answer: string) => string | null;
}

/** Asks one question after the other. */
export class Prompt {
  readonly #output: NodeJS.WritableStream;
  readonly #interface: Interface;
  /** Lines are kept from the start on: somebody may paste more than one. */
  readonly #lines: AsyncIterator<string>;
  #ended = false;

  constructor({ input, output }: Terminal) {
    this.#output = output;
    this.#interface = createInterface({ input, output });
    this.#interface.once('close', () => {
      this.#ended = true;
    });
    this.#lines = this.#interface[Symbol.asyncIterator]();
  }

  /** The answer, once it is one that can be used. Rejects where the input ends before that. */
  async ask({ text, usual, problem }: Question): Promise<string> {
    this.#interface.setPrompt(`${text} (${usual}): `);
    for (;;) {
      // Lines may still be there after the end.
      if (!this.#ended) this.#interface.prompt();
      // oxlint-disable-next-line no-await-in-loop -- one answer after the other
      const { value, done } = await this.#lines.next();
      if (done) throw new Error('stopped before everything was answered: nothing was written');
      const answer = value.trim() || usual;
      const wrong = problem(answer);
      if (wrong === null) return answer;
      this.#output.write(`  It ${wrong}.\n`);
    }
  }

  close(): void {
    this.#interface.close();
  }
}
