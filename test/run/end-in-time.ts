/**
 * Imported before a test file, as `end-in-time.ts?ms=450000`: ends its process after that long, even one that hears no signal because
 * it stands still within a call. Where Linux tells how many want a core, time counts by the share of one that is left for each of them:
 * a file does not hang because it, its browser or its processes have to wait for others.
 */
import { isMainThread, Worker } from 'node:worker_threads';

const WATCH = `
  const { readFileSync, writeSync } = require('node:fs');
  const { availableParallelism } = require('node:os');
  const { workerData: ms } = require('node:worker_threads');
  const EVERY_MS = Math.min(1000, ms / 10);
  let left = ms;
  let last = performance.now();

  function share() {
    try {
      const [, runnable] = /(\\d+)\\/\\d+/.exec(readFileSync('/proc/loadavg', 'utf8'));
      return Math.min(1, availableParallelism() / Number(runnable));
    } catch {
      return 1;
    }
  }

  function look() {
    const now = performance.now();
    left -= (now - last) * share();
    last = now;
    if (left > 0) return void setTimeout(look, EVERY_MS);
    writeSync(2, 'It has not ended within ' + ms / 1000 + ' s.\\n');
    process.kill(process.pid, 'SIGKILL');
  }

  look();
`;

if (isMainThread) {
  const ms = Number(new URL(import.meta.url).searchParams.get('ms'));
  new Worker(WATCH, { eval: true, execArgv: [], workerData: ms }).unref();
}
