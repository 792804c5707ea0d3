import { setTimeout as delay } from 'node:timers/promises';
import { periodAt } from '../../../src/ledger/index.ts';

/** What a test takes at most, however busy the machine is. */
const ENOUGH_MS = 60_000;

/** Waits for the next day where the demo's ends within a minute, for tests that come twice on one day. */
export async function sameDay(): Promise<void> {
  const now = Date.now();
  const { endsAt } = periodAt({ repeats: 'daily', timeZone: 'Europe/London' }, now);
  const left = (endsAt ?? Infinity) - now;
  if (left < ENOUGH_MS) await delay(left + 1);
}
