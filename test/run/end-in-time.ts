/**
 * Imported before a test file, as `end-in-time.ts?ms=900000`: ends its process after that long, even one that hears no signal because
 * it stands still within a call.
 */
import { isMainThread, Worker } from 'node:worker_threads';

const WATCH = `
  const { writeSync } = require('node:fs');
  const { workerData: ms } = require('node:worker_threads');
  setTimeout(() => {
    writeSync(2, 'It has not ended within ' + ms / 1000 + ' s.\\n');
    process.kill(process.pid, 'SIGKILL');
  }, ms);
`;

if (isMainThread) {
  const ms = Number(new URL(import.meta.url).searchParams.get('ms'));
  new Worker(WATCH, { eval: true, execArgv: [], workerData: ms }).unref();
}
