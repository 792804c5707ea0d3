import type { Ledger } from '../../ledger/index.ts';
import { type Command, UsageError } from '../command.ts';
import { readDays } from '../options.ts';
import { stdout } from '../output/stdout.ts';
import { DB_OPTION, openExisting } from '../store.ts';

/** Few enough not to hold up claims. */
const STEP = 100;

/** `rewards claims purge`: takes personal data out of old claims. */
export const claimsPurge: Command = {
  name: 'claims purge',
  usage: 'rewards claims purge',
  summary: 'remove personal data from old claims',
  options: {
    db: DB_OPTION,
    'older-than': { value: '<days>', help: 'claims made longer ago than this, such as 90d' },
  },
  notes: [
    "This deletes what visitors filled in, replies and idempotency keys. It also deletes the member id, once the period that follows\nthe claim's is over. Seats, budgets, streaks and histories stay right. If a claim counts for ever, or its action was also\nclaimed under another rule (repeats, everyHours, timeZone), a pseudonym replaces the member id, because otherwise the member could claim again: a keyed\nhash that nobody can reverse. Claims with an unknown outcome stay as they are. rewards serve --retain does this by itself.",
  ],
  async run({ db, 'older-than': age }) {
    if (age === undefined) throw new UsageError('--older-than is needed, such as --older-than 90d');
    const days = readDays('--older-than', age);
    const ledger = await openExisting(db);
    try {
      const count = await purgeOlderThan(ledger, days, { now: Date.now() });
      stdout.print(count === 0 ? 'nothing to purge' : `purged ${count === 1 ? '1 claim' : `${count} claims`}`);
    } finally {
      await ledger.close();
    }
  },
};

/**
 * Purges what is more than so many days old at `now`, in small steps, until it is done or called off. Member ids go with the periods that are over at
 * `surely`. Both are epoch milliseconds. Resolves with the number of claims that it changed.
 */
export async function purgeOlderThan(
  ledger: Ledger,
  days: number,
  { now, surely = now, signal }: { now: number; surely?: number; signal?: AbortSignal },
): Promise<number> {
  const before = now - days * 86_400_000;
  let count = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- claims that visitors make come in between
    const purged = await ledger.purge({ before, now: surely, limit: STEP });
    count += purged;
    if (purged === 0 || signal?.aborted) return count;
  }
}
