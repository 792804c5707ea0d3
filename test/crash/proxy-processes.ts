import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { environmentOf } from './bundle.ts';
import { portOf, type Site } from './widget.ts';

export interface ProxyProcessOptions {
  /** The file `proxy-process.ts`, or its bundle. */
  script: string;
  store: string;
  service: string;
  bug?: string;
  /** Whether SQLite runs on a thread of its own. */
  thread?: boolean;
}

/** Several proxies on one store, each in a process of its own, which visitors ask in turn. */
export class ProxyProcesses implements Site, AsyncDisposable {
  readonly #children: readonly ChildProcess[];
  readonly #origins: readonly string[];
  #asked = 0;

  private constructor(children: readonly ChildProcess[], origins: readonly string[]) {
    this.#children = children;
    this.#origins = origins;
  }

  static async start(count: number, options: ProxyProcessOptions): Promise<ProxyProcesses> {
    const { script, store, service, bug = '', thread = false } = options;
    const args = [script, store, service, bug, thread ? 'thread' : ''];
    const children = Array.from({ length: count }, () =>
      spawn(process.execPath, args, { env: environmentOf(script), stdio: ['ignore', 'pipe', 'inherit', 'ipc'] }),
    );
    const ports = await Promise.all(children.map(portOf));
    return new ProxyProcesses(
      children,
      ports.map((port) => `http://127.0.0.1:${port}`),
    );
  }

  get count(): number {
    return this.#children.length;
  }

  /** Those that have ended by themselves. */
  get ended(): number {
    return this.#children.filter(hasEnded).length;
  }

  async origin(): Promise<string | null> {
    this.#asked += 1;
    return this.#origins[this.#asked % this.#origins.length] ?? null;
  }

  /** Sets the clock of each of them so many milliseconds ahead, or back. */
  setClocks(aheadMs: (index: number) => number): void {
    for (const [index, child] of this.#children.entries()) child.send(aheadMs(index));
  }

  /** Has them stop, as they should, after they have recorded what they have kept. What is wrong with how they do, in words. */
  async stop(): Promise<string[]> {
    const stopped = this.#children.map(async (child) => {
      if (hasEnded(child)) return `a proxy ended by itself, with ${child.exitCode ?? child.signalCode}`;
      child.kill('SIGTERM');
      const [code] = await once(child, 'exit');
      return code === 0 ? null : `a proxy stopped with ${code}`;
    });
    return (await Promise.all(stopped)).filter((flaw) => flaw !== null);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const living = this.#children.filter((child) => !hasEnded(child));
    await Promise.all(living.map((child) => (child.kill('SIGKILL'), once(child, 'exit'))));
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
