import { isCancel, select, text } from '@clack/prompts';
import type { Readable, Writable } from 'node:stream';

/** Where somebody can be asked. */
export interface Terminal {
  input: Readable;
  output: Writable;
}

/** What is asked. `usual` is what an empty answer means, or what is chosen already. */
export interface Question {
  text: string;
  usual: string;
  /** What is wrong with an answer; null if it can be used. */
  problem: (answer: string) => string | null;
}

/** A question with a few answers. */
export interface Selection {
  text: string;
  usual: string;
  options: { value: string; hint: string }[];
}

/** Asks one question after the other. */
export class Prompt {
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** The answer, once it is one that can be used. Rejects if the person stops. */
  ask({ text: message, usual, problem }: Question): Promise<string> {
    const validate = (answer: string | undefined) => {
      const wrong = problem(answer?.trim() || usual);
      return wrong === null ? undefined : `It ${wrong}.`;
    };
    return this.#answer(async (on) => {
      const answer = await text({ ...on, message, placeholder: usual, defaultValue: usual, validate });
      return isCancel(answer) ? null : answer.trim() || usual;
    });
  }

  /** The value that is chosen. Rejects if the person stops. */
  choose({ text: message, usual, options }: Selection): Promise<string> {
    return this.#answer(async (on) => {
      const chosen = await select({ ...on, message, initialValue: usual, options });
      return isCancel(chosen) ? null : chosen;
    });
  }

  async #answer(ask: (on: Terminal & { signal: AbortSignal }) => Promise<string | null>): Promise<string> {
    const { input } = this.#terminal;
    const ended = new AbortController();
    const end = () => ended.abort();
    input.once('end', end);
    if (input.readableEnded) end();
    try {
      const answer = await ask({ ...this.#terminal, signal: ended.signal });
      if (answer === null) throw new Error('stopped before everything was answered: nothing was written');
      return answer;
    } finally {
      input.off('end', end);
    }
  }
}
