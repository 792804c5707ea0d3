/** The thread on which a SQLite ledger runs: takes calls by message, and answers them. */
import { parentPort, workerData } from 'node:worker_threads';
import { LedgerError } from '../port.ts';
import { sqlLedger } from '../sql-ledger.ts';
import { SqliteStore } from './store.ts';
import type { Answer, Call, ThreadData } from './thread-messages.ts';

const { path, options }: ThreadData = workerData;
const ledger = sqlLedger(new SqliteStore(path), options);
let outbox: Answer[] = [];

parentPort?.on('message', (calls: Call[]) => {
  for (const call of calls) void answer(call);
});

async function answer({ id, method, args }: Call): Promise<void> {
  try {
    const value: unknown = await Reflect.apply(ledger[method], ledger, args);
    send({ id, value });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    send({ id, error: { message, code: error instanceof RangeError ? null : codeOf(error) } });
  }
}

function codeOf(error: unknown): string {
  return error instanceof LedgerError ? error.code : 'unknown';
}

function send(message: Answer): void {
  if (outbox.push(message) > 1) return;
  setImmediate(() => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(outbox);
    outbox = [];
  });
}
