import type { Ledger } from '../../ledger/index.ts';
import { type ClockReading, driftBetween } from '../../proxy/claims/clock-watch.ts';
import type { Logger } from '../../proxy/index.ts';
import { purgeOlderThan } from '../claims/purge.ts';
import { isoTime } from '../../common/iso-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const UNCERTAIN =
  'no claims show that it is later than this, so personal data is purged as if it were, until nobody has set the clock for a day: if you restart the site more often, see rewards claims purge --help';

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
  const isUnset = unsetForADay(elapsed);
  let isTold = false;
  const stop = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const purge = async (): Promise<void> => {
    try {
      const clock = Date.now();
      const { count: claims, now } = await purgeOlderThan(ledger, days, {
        clock,
        isRight: isUnset(clock),
        signal: stop.signal,
      });
      if (now < clock && !isTold) logger.info({ until: isoTime(now) }, UNCERTAIN);
      isTold = now < clock;
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

/** Whether nobody has set the clock for a day, which then counts without a claim that shows that it is right. Clocks may drift apart between two looks. */
function unsetForADay(elapsed: () => number): (at: number) => boolean {
  let seen: ClockReading = { at: Date.now(), elapsed: elapsed() };
  let setAt = seen.elapsed;
  return (at) => {
    const last = seen;
    seen = { at, elapsed: elapsed() };
    if (Math.abs(driftBetween(last, seen)) > MINUTE_MS) setAt = seen.elapsed;
    return seen.elapsed - setAt >= DAY_MS;
  };
}
