import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { run } from 'node:test';
import { endInTime } from '../support/processes/end-in-time.ts';
import { children } from './children.ts';
import { type FileResult, type Listener, withTests } from './results.ts';
import { NEED_NO_BUILD, roomOf, ROOT, SHARE_PROCESSES, TESTS, WAIT } from './rooms.ts';

/** Processes at once: those that compute, one for each core, and beside them those that wait. */
const LANES = { compute: availableParallelism(), wait: 2 };
/** Bounds what hangs, a file of long loops included: as if it had its share of the machine alone. */
const MAX_PROCESS_MS = 450_000;
/** A watcher of files that somebody else's code has left open must not keep a run from its end. */
const ENDS_WITH_ITS_TESTS = ['--test-force-exit', '--import', new URL('write-at-once.ts', import.meta.url).href];
/** Has the files that are its arguments run in one process. */
const TOGETHER = fileURLToPath(new URL('together.ts', import.meta.url));
/** Files in one process, where they share one: few enough for the last ones not to keep a single lane busy. */
const MAX_TOGETHER = 24;
/** The same of a few rooms in full, whose long loops would otherwise wait for each other while lanes stand empty. */
const MAX_SPREAD = 4;
/** Rooms of the longest loops: `e2e` goes through each engine. */
const ALONE_IF_SPREAD = ['crash', 'e2e', 'ledger'];
/** Characters of stderr that are kept. */
const MAX_SAID = 2000;
const NOT_RUN = 'It was not run: its process ended in a file before it.';
/** What a suite says when a test in it has failed, which has been said by then. */
const OF_A_PART = new Set(['subtestsFailed', 'cancelledByParent']);

/** What failed; of a process with how it ended. */
type Failure = Error & { exitCode?: number | null; signal?: string | null };

interface TestEvent {
  name: string;
  nesting: number;
  skip?: string | boolean | undefined;
  details: { type?: string | undefined; duration_ms: number; error?: Failure | undefined };
}

/** Collects what Node's runner says of one file, which is a suite to it. */
class FileReport {
  readonly result: FileResult;
  /** What has begun and not ended: suites, and what is in them. */
  readonly #underWay: string[] = [];
  #path: string[] = [];
  #said = '';

  constructor(file: string) {
    this.result = { room: roomOf(file), file, passed: 0, skipped: [], failures: [], durationMs: 0 };
  }

  /** A suite or a test in the file has begun. */
  begin(name: string): void {
    this.#underWay.push(name);
  }

  /** It has ended. */
  complete(name: string): void {
    const index = this.#underWay.lastIndexOf(name);
    if (index >= 0) this.#underWay.splice(index, 1);
  }

  /** A suite or a test is told of, after those before it. */
  start({ name, nesting }: Pick<TestEvent, 'name' | 'nesting'>): void {
    this.#path = [...this.#path.slice(0, nesting), name];
  }

  /** The process wrote that to stderr, or the runner noted it: all that is known of what no test stands for. */
  say(text: string): void {
    this.#said = (this.#said + text).slice(-MAX_SAID);
  }

  pass({ name, nesting, skip, details }: TestEvent): void {
    this.#time(nesting, details);
    // Of a suite that is left out its tests are not told.
    if (details.type === 'suite' && skip === undefined) return;
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

  /** Its process has ended otherwise than its tests would have it. The runner has a word alone of that, and how it ended. */
  end(error: Failure): void {
    const how = `${this.#textOf(error)} (exit code ${error.exitCode}, signal ${error.signal})`;
    const where = this.#underWay.length > 0 ? `Under way: ${this.#underWay.join(' › ')}` : '';
    this.result.failures.push({ name: 'the file', text: [how, where, this.#said].join('\n').trim() });
  }

  /** The runner wraps what was thrown. */
  #textOf(error: Error | undefined): string {
    const cause = error?.cause ?? error;
    return typeof cause === 'string' ? cause : inspect(cause, { depth: 4 });
  }

  #time(nesting: number, { duration_ms: durationMs }: TestEvent['details']): void {
    if (nesting === 0) this.result.durationMs = durationMs;
  }

  #nameOf(name: string, nesting: number): string {
    return nesting === 0 ? 'the file' : [...this.#path.slice(1, nesting), name].join(' › ');
  }
}

/** How test files are run in Node. */
export interface NodeRun {
  /** Each process has so long at most. */
  maxMs?: number;
  /** Resolves when what rooms need is built. */
  built?: Promise<unknown>;
  /** Whether files are spread over more processes, though each costs its start: for a few with long loops. */
  isSpread?: boolean;
}

/**
 * Runs test files in Node, in some processes at once. Resolves when all have ended, whatever failed. Files share a process where their
 * rooms allow for it.
 */
export async function runInNode(
  files: readonly string[],
  listener: Listener,
  { maxMs = MAX_PROCESS_MS, built, isSpread = false }: NodeRun = {},
): Promise<void> {
  const lane = async (processes: Iterable<string[]>) => {
    for (const some of processes) {
      /* oxlint-disable no-await-in-loop -- a lane runs one after the other */
      if (some.some((file) => !NEED_NO_BUILD.includes(roomOf(file)))) await built;
      await runProcess(some, listener, maxMs);
      /* oxlint-enable no-await-in-loop */
    }
  };
  await Promise.all(lanesOf(processesFor(files, isSpread)).map(lane));
}

/** The processes by lane: each takes the next one of its kind, and of the other kind where none is left. */
export function lanesOf(processes: readonly string[][]): Iterable<string[]>[] {
  const { wait = [], compute = [] } = Object.groupBy(processes, ([file = '']) =>
    WAIT.some((start) => file.startsWith(start)) ? 'wait' : 'compute',
  );
  return [
    ...Array.from({ length: LANES.compute }, () => inTurn(compute, wait)),
    ...Array.from({ length: LANES.wait }, () => inTurn(wait, compute)),
  ];
}

/** Takes out of the queues, one after the other, what is left in them at that time. */
function* inTurn<T>(...queues: T[][]): Generator<T> {
  for (const queue of queues) for (let next = queue.shift(); next !== undefined; next = queue.shift()) yield next;
}

/** The files by the process that they run in, in their order. */
export function processesFor(files: readonly string[], isSpread: boolean): string[][] {
  const max = isSpread ? MAX_SPREAD : MAX_TOGETHER;
  const processes: string[][] = [];
  for (const file of files) {
    const last = processes.at(-1);
    const [before = ''] = last ?? [];
    const room = roomOf(file);
    const isShared = Object.hasOwn(SHARE_PROCESSES, room) && !(isSpread && ALONE_IF_SPREAD.includes(room));
    if (last && isShared && room === roomOf(before) && last.length < max) last.push(file);
    else processes.push([file]);
  }
  return processes;
}

/** Runs test files in one process, one after the other. */
export async function runProcess(
  files: readonly string[],
  { begun, each, heard }: Listener,
  maxMs: number = MAX_PROCESS_MS,
): Promise<void> {
  const reports = new Map(files.map((file) => [resolve(TESTS, file), new FileReport(file)]));
  const waiting = new Set(reports.values());
  let [report] = waiting;
  let end: Failure | undefined;
  const [first = ''] = files;
  const kept = (SHARE_PROCESSES[roomOf(first)] ?? []).map((module) => resolve(TESTS, module));
  const stream = run({
    files: [TOGETHER],
    argv: [...kept, ...reports.keys()],
    cwd: ROOT,
    execArgv: ENDS_WITH_ITS_TESTS,
  });
  const cancelEnd = endInTime(maxMs, () => {
    report?.say(`It has not ended within ${maxMs / 1000} s.\n`);
    const [argument = ''] = reports.keys();
    // One that stands still within a call hears no other signal. To have each watch itself takes a thread in it.
    for (const child of children) if (child.spawnargs.includes(argument)) child.kill('SIGKILL');
  });
  // These two alone come at once; the others wait until what stands before them has ended.
  stream.on('test:dequeue', ({ name, nesting }) => {
    if (nesting > 0) return report?.begin(name);
    const next = reports.get(name);
    if (!next) return;
    // Of the one before all is known by now.
    if (report !== next) tell();
    report = next;
    begun(next.result.file);
  });
  stream.on('test:complete', ({ name, nesting, details }) => {
    if (nesting > 0) report?.complete(name);
    if (report && details.type === 'test' && nesting > 0) each(report.result.file, details.passed);
  });
  stream.on('test:stderr', ({ message }) => report?.say(message));
  // With its file: of what was thrown when its test had ended. Without: the runner's own counts.
  stream.on('test:diagnostic', ({ message, file }) => {
    if (file !== undefined) report?.say(`${message}\n`);
  });
  stream.on('test:start', (event) => report?.start(event));
  stream.on('test:pass', (event) => report?.pass(event));
  stream.on('test:fail', (event) => {
    if (event.name === TOGETHER) end = event.details.error;
    else report?.fail(event);
  });
  function tell(): void {
    if (!report || !waiting.delete(report)) return;
    heard(withTests(report.result));
  }
  for await (const _ of stream.resume());
  cancelEnd();
  if (end) report?.end(end);
  tell();
  for (const { result } of waiting) heard({ ...result, failures: [{ name: 'the file', text: NOT_RUN }] });
}
