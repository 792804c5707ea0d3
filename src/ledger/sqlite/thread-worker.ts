/** The thread on which a SQLite ledger runs: takes calls by message, and answers them. */
import { parentPort, workerData } from 'node:worker_threads';
import { InDoubtError, LedgerError } from '../port.ts';
import { sqlLedger } from '../sql-ledger.ts';
import { SqliteStore } from './store.ts';
import type { ThreadReply, Call, ThreadData, SerializedError } from './thread-messages.ts';

const { path, options }: ThreadData = workerData;
const ledger = sqlLedger(new SqliteStore(path), options);
let outbox: ThreadReply[] = [];

parentPort?.on('message', (calls: Call[]) => {
  for (const call of calls) void answer(call);
});

async function answer({ id, method, args }: Call): Promise<void> {
  try {
    const value: unknown = await Reflect.apply(ledger[method], ledger, args);
    send({ id, value });
  } catch (error) {
    send({ id, error: serializedError(error) });
  }
}

function serializedError(error: unknown): SerializedError {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof RangeError) return { message, code: null };
  const code = error instanceof LedgerError ? error.code : 'unknown';
  return error instanceof InDoubtError ? { message, code, value: error.value } : { message, code };
}

function send(message: ThreadReply): void {
  if (outbox.push(message) > 1) return;
  setImmediate(() => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    parentPort?.postMessage(outbox);
    outbox = [];
  });
}
