import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Slab } from '../../common/slab.ts';
import { ledgerThrough } from '../ledger-through.ts';
import { InDoubtError, type Ledger, LedgerError } from '../port.ts';
import type { LedgerOptions } from '../sql-ledger.ts';
import type { ThreadReply, Call, ThreadData, SerializedError } from './thread-messages.ts';

/** Without the flags that the process was started with, and without the warning of Node 22 that its SQLite is experimental. */
const EXEC_ARGV = ['--disable-warning=ExperimentalWarning'];

interface Caller {
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Methods that may read all claims. New claims would wait for them, so they have a thread of their own, which sees what is committed. */
const SCANS: ReadonlySet<keyof Ledger> = new Set(['list', 'sums', 'exportMember', 'about', 'audit']);

/** The SQLite ledger in the file, which must be there, on a thread of its own, and one more from the first scan on. Throws `LedgerError`. */
export function ledgerOnThread(path: string, options: LedgerOptions): Ledger {
  const thread = new Thread({ path, options });
  let scanThread: Thread | null = null;
  let isClosed = false;

  function threadFor(method: keyof Ledger): Thread {
    if (isClosed || !SCANS.has(method)) return thread;
    if (scanThread === null || scanThread.failed) scanThread = new Thread({ path, options });
    return scanThread;
  }

  async function close(): Promise<void> {
    isClosed = true;
    await Promise.all([thread.close(), scanThread?.close()]);
  }

  return ledgerThrough((method, ...args) => {
    const result: Promise<unknown> = method === 'close' ? close() : threadFor(method).call({ method, args });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread answers with what the same method gives there
    return result as ReturnType<Ledger[typeof method]>;
  });
}

/** Calls of one turn of the event loop are sent in one message, and so are the answers to what was committed together. */
class Thread {
  readonly #worker: Worker;
  readonly #callers = new Slab<Caller>();
  #outbox: Call[] = [];
  #failure: LedgerError | null = null;

  constructor(workerData: ThreadData) {
    this.#worker = new Worker(workerFile(import.meta.url), { workerData, name: 'rewards ledger', execArgv: EXEC_ARGV });
    this.#worker.on('message', (answers: ThreadReply[]) => this.#receive(answers));
    this.#worker.on('error', (cause) => this.#fail(cause));
    this.#worker.on('exit', (code) => this.#fail(new Error(`it ended with status ${code}`)));
    this.#worker.unref();
  }

  get failed(): boolean {
    return this.#failure !== null;
  }

  call(call: Omit<Call, 'id'>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#failure) {
        reject(this.#failure);
        return;
      }
      const id = this.#callers.add({ resolve, reject });
      if (this.#callers.size === 1) this.#worker.ref();
      if (this.#outbox.push({ id, ...call }) === 1) setImmediate(() => this.#post());
    });
  }

  /** Waits for the calls under way; a thread that died has nothing to close. */
  async close(): Promise<void> {
    if (!this.#failure) await this.call({ method: 'close', args: [] });
    await this.#worker.terminate();
  }

  #post(): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker.postMessage(this.#outbox);
    this.#outbox = [];
  }

  #receive(answers: ThreadReply[]): void {
    for (const answer of answers) {
      const caller = this.#callers.take(answer.id);
      if ('error' in answer) caller?.reject(deserializedError(answer.error));
      else caller?.resolve(answer.value);
    }
    if (this.#callers.size === 0) this.#worker.unref();
  }

  /** A thread that died cannot say what it did: all waiting and later callers get an outage. */
  #fail(cause: Error): void {
    this.#failure ??= new LedgerError(`the ledger's thread failed: ${cause.message}`, { code: 'thread', cause });
    for (const { reject } of this.#callers.values()) reject(this.#failure);
  }
}

function deserializedError({ message, code, ...rest }: SerializedError): Error {
  if ('value' in rest) return new InDoubtError(message, { value: rest.value });
  return code === null ? new RangeError(message) : new LedgerError(message, { code });
}

/** The file beside the module with this address, as the source or as it was built. In a bundle of CommonJS none has an address. */
function workerFile(module: string | undefined): URL {
  // Written as one expression, a bundler would take it for an asset and copy that file alone.
  const file = module === undefined ? null : new URL(`thread-worker${extname(module)}`, module);
  if (file?.protocol === 'file:' && existsSync(file)) return file;
  throw new LedgerError(
    'the option thread needs the files of rewards-proxy as they are: keep the package out of your bundle, or leave the option out',
    { code: 'bundled' },
  );
}
