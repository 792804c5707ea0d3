import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, type TestContext } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createSqliteLedger } from '../../src/ledger/sqlite.ts';
import { BUILT_AMONG_SECRETS } from '../run/build-secrets.ts';
import { CommandHost, type Ended } from './command-host.ts';

/** Milliseconds after which something is wrong, however busy the machine is. */
const PATIENCE_MS = 120_000;

/** The command as `npm run build` makes it. */
export const BUILT = fileURLToPath(new URL('../../dist/cli/rewards.js', import.meta.url));

/** The command as this run has built it, which starts in half the time; else its source. */
export const BIN =
  process.env[BUILT_AMONG_SECRETS] === undefined
    ? fileURLToPath(new URL('../../src/cli/rewards.ts', import.meta.url))
    : BUILT;
/** The module behind it. */
const MAIN = new URL(`index${extname(BIN)}`, pathToFileURL(BIN)).href;

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
/** The variables that every process has. */
const SAME = { PATH, NODE_COMPILE_CACHE };

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Options of node itself. */
  node?: readonly string[];
}

/** A command that runs. `output` is all that it printed so far, on both streams. */
export class Running {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  stdout = '';
  stderr = '';
  readonly #waiting = new Set<() => void>();

  constructor(child: ChildProcess) {
    this.child = child;
    this.ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
    for (const stream of ['stdout', 'stderr'] as const) {
      const source = child[stream];
      if (!source) throw new Error(`${stream} must be a pipe`);
      createInterface({ input: source }).on('line', (line) => {
        this[stream] += `${line}\n`;
        for (const look of this.#waiting) look();
      });
    }
  }

  get output(): string {
    return this.stdout + this.stderr;
  }

  /** The first match of the pattern in what it prints. Rejects where it ends without one, or does not print it for long. */
  async printed(pattern: RegExp, where: 'stdout' | 'output' = 'output'): Promise<RegExpExecArray> {
    const printed = Promise.withResolvers<RegExpExecArray>();
    const look = () => {
      const match = pattern.exec(this[where]);
      if (match) printed.resolve(match);
    };
    const fail = (what: string) => printed.reject(new Error(`${what} ${pattern}:\n${this.output}`));
    const patience = setTimeout(() => fail('does not print'), PATIENCE_MS);
    this.#waiting.add(look);
    look();
    void this.ended.then(() => fail('ended without'));
    try {
      return await printed.promise;
    } finally {
      clearTimeout(patience);
      this.#waiting.delete(look);
    }
  }

  /** Where it listens, which it says on stdout. The address of its desk may come before that, on stderr. */
  async url(): Promise<string> {
    const [url] = await this.printed(/http:\/\/[\w.[\]:]+:\d+/, 'stdout');
    return url;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal);
    return this.ended;
  }
}

/** Starts `rewards`. It is killed when the test ends. */
export function start(t: TestContext, args: readonly string[], options: RunOptions = {}): Running {
  const running = startNode([...(options.node ?? []), BIN, ...args], options);
  t.after(() => running.stop('SIGKILL'));
  return running;
}

/** Starts node without any of the variables that the command reads, but for those that are given. */
export function startNode(args: readonly string[], { cwd = tmpdir(), env = {} }: RunOptions = {}): Running {
  return new Running(
    spawn(process.execPath, args, { cwd, env: { ...SAME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
}

let host: CommandHost | undefined;
after(() => host?.close());

/** Runs `rewards` to its end. Options of node, or a config that is not what it was, want a process of its own: `fresh`. */
export async function run(
  args: readonly string[],
  { node, fresh = node !== undefined, cwd = tmpdir(), env = {} }: RunOptions & { fresh?: boolean } = {},
): Promise<Ended> {
  if (!fresh) return (host ??= new CommandHost(MAIN, SAME)).run({ args, cwd, env });
  const running = startNode([...(node ?? []), BIN, ...args], { cwd, env });
  const code = await running.ended;
  const { stdout, stderr } = running;
  return { code, stdout, stderr };
}

/** Runs node to its end, and says to the byte what it printed. It has the given variables alone, and what others have compiled. */
export async function runNode(args: readonly string[], { cwd = tmpdir(), env = {} }: RunOptions = {}): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}

/** A new folder with the given files, which is removed when the test ends. */
export async function folderWith(t: TestContext, files: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rewards-cli-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)));
  return folder;
}

/** The same with a new ledger, where `rewards serve` looks for it. */
export async function folderWithLedger(t: TestContext, files?: Record<string, string>): Promise<string> {
  const folder = await folderWith(t, files);
  createSqliteLedger(join(folder, 'rewards.db'));
  return folder;
}
