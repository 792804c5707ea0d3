import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Programs that run no longer than this process does. */
export class Programs implements AsyncDisposable {
  readonly #running: ChildProcess[] = [];
  readonly #kill = () => this.#running.forEach((program) => program.kill());
  /** Without a listener the signal would end this process and skip its event `exit`. */
  readonly #exit = () => process.exit(1);

  constructor() {
    process.on('exit', this.#kill);
    process.on('SIGTERM', this.#exit);
  }

  /** Starts a program whose output is ignored; it may write to the pipe at its file descriptor 3. */
  run(path: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
    const stdio = ['ignore', 'ignore', 'ignore', 'pipe'] as const;
    const program = spawn(path, args, { env: { ...process.env, ...env }, stdio: [...stdio] });
    program.on('error', (error) => console.error(error));
    this.#running.push(program);
    return program;
  }

  /** Ends them, the last one first. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const program of this.#running.toReversed()) {
      program.kill();
      const patience = setTimeout(() => program.kill('SIGKILL'), 5000);
      if (!hasEnded(program)) await once(program, 'exit');
      clearTimeout(patience);
    }
    process.off('exit', this.#kill);
    process.off('SIGTERM', this.#exit);
  }
}

/** Tries until it works, for two minutes at most, and only as long as the program runs. */
export async function whenReady<T>(program: ChildProcess, attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + 120_000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (hasEnded(program)) throw new Error(`${program.spawnfile} ended too soon.`, { cause: error });
      if (performance.now() > deadline) throw new Error(`${program.spawnfile} did not get ready.`, { cause: error });
      await delay(20);
    }
  }
}
