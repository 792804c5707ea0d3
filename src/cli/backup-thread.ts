/** The thread on which a copy is written, as SQLite does so in one go: the command hears of a signal meanwhile. */
import { parentPort, workerData } from 'node:worker_threads';
import { backUpSqliteLedger } from '../ledger/sqlite.ts';

const { path, to, replace }: { path: string; to: string; replace: boolean } = workerData;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(backUpSqliteLedger(path, to, { replace }));
