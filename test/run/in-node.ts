import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { run } from 'node:test';
import { type FileResult, type Listener, withTests } from './results.ts';
import { roomOf, ROOT, TESTS } from './rooms.ts';

/** Files at once. Much of the time a file waits: for processes, disks and browsers. */
const LANES = availableParallelism() + 1;
/** Bounds what hangs, a file of long loops included. */
const MAX_FILE_MS = 900_000;
/** A watcher of files that somebody else's code has left open must not keep a run from its end. */
const ENDS_WITH_ITS_TESTS = ['--test-force-exit', '--import', new URL('write-at-once.ts', import.meta.url).href];
/** Characters of stderr that are kept. */
const MAX_SAID = 2000;
/** What a suite says when a test in it has failed, which has been said by then. */
const OF_A_PART = new Set(['subtestsFailed', 'cancelledByParent']);

interface TestEvent {
  name: string;
  nesting: number;
  skip?: string | boolean | undefined;
  details: { type?: string | undefined; duration_ms: number; error?: Error | undefined };
}

/** Collects what Node's runner says of one file. */
class FileReport {
  readonly result: FileResult;
  #path: string[] = [];
  #said = '';

  constructor(file: string) {
    this.result = { room: roomOf(file), file, passed: 0, skipped: [], failures: [], durationMs: 0 };
  }

  /** A suite or a test has begun. */
  start({ name, nesting }: Pick<TestEvent, 'name' | 'nesting'>): void {
    this.#path = [...this.#path.slice(0, nesting), name];
  }

  /** The process wrote that to stderr: all that is known where it ends before its tests. */
  say(text: string): void {
    this.#said = (this.#said + text).slice(-MAX_SAID);
  }

  pass({ name, nesting, skip, details }: TestEvent): void {
    this.#time(nesting, details);
    if (details.type === 'suite') return;
    if (skip === undefined) this.result.passed += 1;
    else this.result.skipped.push(`${this.#nameOf(name, nesting)}: ${skip === true ? 'without a reason' : skip}`);
  }

  fail({ name, nesting, details }: TestEvent): void {
    const { error } = details;
    this.#time(nesting, details);
    const kind = error && 'failureType' in error ? String(error.failureType) : '';
    if (details.type === 'suite' && OF_A_PART.has(kind)) return;
    this.result.failures.push({ name: this.#nameOf(name, nesting), text: this.#textOf(error) });
  }

  /** The runner wraps what was thrown. Of a process that ended otherwise than its tests would have it, it has a word alone. */
  #textOf(error: Error | undefined): string {
    const cause = error?.cause ?? error;
    return typeof cause === 'string' ? `${cause}\n${this.#said}`.trim() : inspect(cause, { depth: 4 });
  }

  /** What is at the top runs one after the other. */
  #time(nesting: number, { duration_ms: durationMs }: TestEvent['details']): void {
    if (nesting === 0) this.result.durationMs += durationMs;
  }

  #nameOf(name: string, nesting: number): string {
    return [...this.#path.slice(0, nesting), name].join(' › ');
  }
}

/**
 * Runs test files in Node, some at once, each in a process of its own, for `maxFileMs` at most. Resolves when all have ended, whatever
 * failed.
 */
export async function runInNode(
  files: readonly string[],
  listener: Listener,
  maxFileMs: number = MAX_FILE_MS,
): Promise<void> {
  const waiting = files.values();
  const lane = async () => {
    // oxlint-disable-next-line no-await-in-loop -- a lane runs one after the other
    for (const file of waiting) listener.heard(withTests(await runFile(file, listener, maxFileMs)));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function runFile(file: string, { begun, each }: Listener, maxMs: number): Promise<FileResult> {
  begun(file);
  const endsInTime = ['--import', new URL(`end-in-time.ts?ms=${maxMs}`, import.meta.url).href];
  const report = new FileReport(file);
  let succeeded = true;
  const path = resolve(TESTS, file);
  const stream = run({ files: [path], cwd: ROOT, execArgv: [...ENDS_WITH_ITS_TESTS, ...endsInTime] });
  // This one alone comes at once; the others wait until what stands before them has ended.
  stream.on('test:complete', ({ name, details }) => {
    if (details.type === 'test' && name !== path) each(file, details.passed);
  });
  stream.on('test:stderr', ({ message }) => report.say(message));
  stream.on('test:start', (event) => report.start(event));
  stream.on('test:pass', (event) => report.pass(event));
  stream.on('test:fail', (event) => report.fail(event));
  stream.on('test:summary', ({ success }) => (succeeded = success));
  for await (const _ of stream.resume());
  const { result } = report;
  if (!succeeded && result.failures.length === 0)
    result.failures.push({ name: 'the file', text: 'Its process failed, and no test of it said why.' });
  return result;
}
