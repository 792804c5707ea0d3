import type { Ledger } from '../../ledger/index.ts';
import type { Logger } from '../../proxy/index.ts';
import { purgeOlderThan } from '../claims/purge.ts';

const HOUR_MS = 3_600_000;

/** Purges what is more than so many days old, now and once an hour, until the returned function is called, which lets the step under way end. */
export function startRetention(ledger: Ledger, days: number, logger: Logger): () => Promise<void> {
  const stop = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const purge = async (): Promise<void> => {
    try {
      const claims = await purgeOlderThan(ledger, days, Date.now(), stop.signal);
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
