import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('run-commands.ts', import.meta.url));

/** What the program is asked to run. `end` is what it prints when that is over, on both streams. */
export interface Asked {
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  end: string;
}

/** How a command ended, and all that it printed. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs commands that come to an end, one after the other, in a process that stays: each has the folder and the environment that it
 * is given. A module that one of them has read, such as a config, is read for all: one that has changed since wants a new process.
 */
export class CommandHost {
  readonly #child: ChildProcess;
  #last: Promise<unknown> = Promise.resolve();

  /** `module` is the address of the command's own, from its source or as it is built. */
  constructor(module: string, env: Record<string, string>) {
    this.#child = fork(PROGRAM, [module], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.setEncoding('utf8');
  }

  /** Rejects where the process ends before the command has. */
  run(asked: Omit<Asked, 'end'>): Promise<Ended> {
    const turn = this.#last.then(() => this.#run(asked));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async #run(asked: Omit<Asked, 'end'>): Promise<Ended> {
    const end = `\0${randomUUID()}\0`;
    const gone = new AbortController();
    const leave = () => gone.abort(new Error(`the process of rewards ${asked.args.join(' ')} ended`));
    this.#child.once('exit', leave);
    const code = this.#answer(gone.signal);
    const stdout = this.#until(end, 'stdout', gone.signal);
    const stderr = this.#until(end, 'stderr', gone.signal);
    this.#child.send({ ...asked, end } satisfies Asked);
    try {
      const [status, out, err] = await Promise.all([code, stdout, stderr]);
      return { code: status, stdout: out, stderr: err };
    } finally {
      this.#child.off('exit', leave);
    }
  }

  async #answer(signal: AbortSignal): Promise<number> {
    for await (const [code] of on(this.#child, 'message', { signal })) return Number(code);
    throw new Error('no answer');
  }

  async #until(end: string, name: 'stdout' | 'stderr', signal: AbortSignal): Promise<string> {
    const stream = this.#child[name];
    if (!stream) throw new Error(`${name} must be a pipe`);
    let said = '';
    for await (const [text] of on(stream, 'data', { signal })) {
      said += String(text);
      if (said.endsWith(end)) break;
    }
    return said.slice(0, -end.length);
  }

  /** Ends the process, whatever signals a command that is over still listens for. */
  close(): void {
    this.#child.kill('SIGKILL');
  }
}
