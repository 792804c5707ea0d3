/**
 * Imported before a test file, as `end-in-time.ts?ms=900000`: ends its process after that long, even one that hears no signal because
 * it stands still within a call. The time for which others kept it from a core does not count, where Linux tells it: a file that
 * computes on a busy machine does not hang.
 */
import { isMainThread, Worker } from 'node:worker_threads';

const WATCH = `
  const { readFileSync, writeSync } = require('node:fs');
  const { workerData: ms } = require('node:worker_threads');
  const started = performance.now();

  // Milliseconds for which the main thread wanted to run, and had no core.
  function kept() {
    try {
      const [, nanoseconds] = readFileSync('/proc/self/task/' + process.pid + '/schedstat', 'utf8').split(' ');
      return Number(nanoseconds) / 1e6;
    } catch {
      return 0;
    }
  }

  function look() {
    const left = ms - (performance.now() - started - kept());
    if (left > 0) return void setTimeout(look, left);
    writeSync(2, 'It has not ended within ' + ms / 1000 + ' s.\\n');
    process.kill(process.pid, 'SIGKILL');
  }

  look();
`;

if (isMainThread) {
  const ms = Number(new URL(import.meta.url).searchParams.get('ms'));
  new Worker(WATCH, { eval: true, execArgv: [], workerData: ms }).unref();
}
