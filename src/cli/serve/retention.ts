import type { Ledger } from '../../ledger/index.ts';
import type { Logger } from '../../proxy/index.ts';
import { purgeOlderThan } from '../claims/purge.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Purges what is more than so many days old, now and once an hour, until the returned function is called, which lets the step under way end.
 * `elapsed` is in milliseconds since whenever.
 */
export function startRetention(
  ledger: Ledger,
  days: number,
  logger: Logger,
  elapsed: () => number,
): () => Promise<void> {
  const surely = surelyBy(ledger, elapsed);
  const stop = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const purge = async (): Promise<void> => {
    try {
      const now = Date.now();
      const claims = await purgeOlderThan(ledger, days, { now, surely: await surely(now), signal: stop.signal });
      if (claims > 0) logger.info({ claims, days }, 'personal data of old claims was purged');
    } catch (error) {
      logger.error({ error: error instanceof Error ? error.message : String(error) }, 'old claims could not be purged');
    }
  };
  const run = (): void => {
    running = running.then(purge);
  };
  run();
  const timer = setInterval(run, HOUR_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    stop.abort();
    return running;
  };
}

/**
 * Up to when it surely is, at the most what the clock shows, in epoch milliseconds: a claim of the last day bears the clock out, or that nobody has set
 * it for a day. By one that is far ahead, the period of a claim of today would be over, and who made it could claim again.
 */
function surelyBy(ledger: Ledger, elapsed: () => number): (now: number) => Promise<number> {
  let set = { at: Date.now(), elapsed: elapsed() };
  return async (now) => {
    const passed = elapsed() - set.elapsed;
    if (Math.abs(now - set.at - passed) > MINUTE_MS) set = { at: now, elapsed: elapsed() };
    else if (passed >= DAY_MS) return now;
    const { newestClaimAt, madeAt } = await ledger.glance();
    return Math.min(now, (newestClaimAt ?? madeAt) + DAY_MS);
  };
}
