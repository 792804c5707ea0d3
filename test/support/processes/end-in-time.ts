import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const MAX_EVERY_MS = 1000;

/** For what is waited for in a page: it bounds what hangs. */
export const PATIENCE_MS = 120_000;

/**
 * Calls `end` after that long, unless what it gives is called before. Where Linux tells how many want a core, time counts by the share
 * of one that is left for each of them: a file does not hang because it, its browser or its processes have to wait for others.
 */
export function endInTime(ms: number, end: () => void): () => void {
  let left = ms;
  let last = performance.now();
  function look(): void {
    const now = performance.now();
    left -= (now - last) * share();
    last = now;
    if (left > 0) return;
    clearInterval(watch);
    end();
  }
  const watch = setInterval(look, Math.min(MAX_EVERY_MS, ms / 10)).unref();
  return () => clearInterval(watch);
}

function share(): number {
  try {
    const [, runnable] = /(\d+)\/\d+/.exec(readFileSync('/proc/loadavg', 'utf8')) ?? [];
    return Math.min(1, availableParallelism() / Number(runnable));
  } catch {
    return 1;
  }
}
