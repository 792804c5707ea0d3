import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

const COMMAND_MS = 600_000;
const START_MS = 120_000;
const LOOK_MS = 200;

/** Tools ask nobody, and report to nobody. */
const QUIET = {
  CI: '1',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
  ASTRO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
  NUXT_TELEMETRY_DISABLED: '1',
};

function spawnIn(folder: string, command: string, env: Record<string, string>): ChildProcess {
  return spawn(command, {
    cwd: folder,
    shell: true,
    // A group of its own, since tools start others.
    detached: true,
    env: { ...process.env, ...QUIET, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function kill({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Runs a command to its end, and gives what it printed. Throws that where the command fails. */
export async function run(folder: string, command: string): Promise<string> {
  const child = spawnIn(folder, command, {});
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  const patience = setTimeout(() => kill(child), COMMAND_MS);
  const [code] = await once(child, 'close');
  clearTimeout(patience);
  if (code !== 0) throw new Error(`${command}: ended with ${code}\n${output}`);
  return output;
}

/** A server that runs until it is disposed of. */
export class Server implements Disposable {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  output = '';

  constructor(folder: string, command: string, env: Record<string, string> = {}) {
    this.#child = spawnIn(folder, command, env);
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.on('data', (text) => (this.output += text));
    this.#ended = once(this.#child, 'close');
  }

  /** Waits until it answers at the address. */
  async answers(url: string): Promise<this> {
    let ended = false;
    void this.#ended.then(() => (ended = true));
    const patience = AbortSignal.timeout(START_MS);
    for (;;) {
      if (ended || patience.aborted) throw new Error(`nothing answers at ${url}\n${this.output}`);
      try {
        // oxlint-disable-next-line no-await-in-loop -- until it answers
        await fetch(url, { signal: patience });
        return this;
      } catch {
        // oxlint-disable-next-line no-await-in-loop
        await wait(LOOK_MS);
      }
    }
  }

  [Symbol.dispose](): void {
    kill(this.#child);
  }
}
