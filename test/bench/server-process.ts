import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What a process has used: CPU time of all its threads so far in µs, and what it has in memory now. */
export interface Usage {
  cpuUs: number;
  bytes: number;
}

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;
const REPORTING = new URL('servers/report-usage.ts', import.meta.url).href;

export interface StartOptions {
  args?: readonly string[];
  cwd?: string;
  env?: Readonly<Record<string, string>>;
}

/** A server in a process of its own, which has said where it listens. It ends when it is disposed of. */
export class ServerProcess implements Disposable {
  readonly origin: string;
  readonly #child: ChildProcess;

  constructor(child: ChildProcess, origin: string) {
    this.#child = child;
    this.origin = origin;
  }

  async usage(): Promise<Usage> {
    this.#child.send('usage');
    const [usage] = (await once(this.#child, 'message')) as [Usage];
    return usage;
  }

  [Symbol.dispose](): void {
    this.#child.kill('SIGKILL');
  }
}

/** Starts a program of this folder. Rejects where it ends before it listens. */
export function startServer(script: string, ...args: string[]): Promise<ServerProcess> {
  return start([fileURLToPath(new URL(script, import.meta.url)), ...args], {});
}

/** Starts `rewards serve` as it is built, in the folder. */
export function startRewards(cwd: string, options: StartOptions): Promise<ServerProcess> {
  const bin = fileURLToPath(new URL('../../dist/cli/rewards.js', import.meta.url));
  if (!existsSync(bin)) throw new Error('There is no build to measure. Run "npm run build" first.');
  return start(['--import', REPORTING, bin, 'serve', '--port', '0', ...(options.args ?? [])], { ...options, cwd });
}

async function start(args: readonly string[], { cwd, env }: StartOptions): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  try {
    return new ServerProcess(child, await addressOf(child));
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** What the program prints of where it listens. What it prints afterwards is read and dropped, as a log's reader would. */
async function addressOf(child: ChildProcess): Promise<string> {
  const { stdout } = child;
  if (!stdout) throw new Error('a server has no output');
  const told = Promise.withResolvers<string>();
  let printed = '';
  const look = (text: string) => {
    printed += text;
    const [address] = ADDRESS.exec(printed) ?? [];
    if (address === undefined) return;
    stdout.off('data', look).resume();
    told.resolve(address);
  };
  stdout.setEncoding('utf8').on('data', look);
  child.once('exit', (code) => told.reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`)));
  return told.promise;
}
