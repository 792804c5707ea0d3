import { claimsOf } from '../../desk/claims/look-up.ts';
import { isMemberId } from '../../ledger/members/pseudonym.ts';
import { MAX_PERIOD_MS } from '../../ledger/members/purge.ts';
import type { ClaimRecord, Ledger } from '../../ledger/index.ts';
import { type Command, UsageError } from '../command.ts';
import { readDays } from '../options.ts';
import { stdout } from '../output/stdout.ts';
import { LEDGER_OPTIONS, openExisting } from '../store.ts';
import { isoTime } from '../../common/iso-time.ts';
import { claimCount } from './text.ts';

/** Few enough not to hold up claims. */
const STEP = 100;
const DAY_MS = 86_400_000;
/** Claims are not made around the clock, and the newest ones show nothing. */
const SLACK_DAYS = 2;
/** No claim keeps its member from the next one for longer, unless for ever: `everyHours` and `minimumGapHours` of a config are a year at most. */
const MAX_WAIT_MS = 366 * DAY_MS;

/** `rewards claims purge`: takes personal data out of old claims. */
export const claimsPurge: Command = {
  name: 'claims purge',
  usage: 'rewards claims purge',
  summary: 'remove personal data from old claims',
  options: {
    ...LEDGER_OPTIONS,
    'older-than': { value: '<days>', help: 'claims made longer ago than this, such as 90d' },
    'clock-is-right': { help: "go by this machine's clock, although no claims show that it is right" },
  },
  notes: [
    "This deletes what visitors filled in, replies and idempotency keys. It also deletes the member id, once the period that follows\nthe claim's is over. Seats, budgets, streaks and histories stay right. If a claim counts for ever, or its action was also\nclaimed under another rule (repeats, everyHours, timeZone), a pseudonym replaces the member id, because otherwise the member could claim again: a keyed\nhash that nobody can reverse. Claims with an unknown outcome stay as they are. rewards serve --retain does this by itself.",
    'By a clock that is far ahead, this would purge claims of today, and members could claim again. So it takes the time to be at\nmost two days after the newest claim that is more than a day old, and says so. Where claims are rare, or the campaign is\nover, older ones would stay: look at the clock, and add --clock-is-right.',
  ],
  async run(options) {
    const { 'older-than': age, 'clock-is-right': isRight } = options;
    if (age === undefined) throw new UsageError('--older-than is needed, such as --older-than 90d');
    const days = readDays('--older-than', age);
    const ledger = await openExisting(options);
    try {
      const clock = Date.now();
      const { count, now, before } = await purgeOlderThan(ledger, days, { clock, isRight: isRight !== undefined });
      stdout.print(count === 0 ? 'nothing to purge' : `purged ${claimCount(count)}`);
      // Details are left in claims made since `before` alone, ids also in earlier ones, whose period is not surely over.
      const since = Math.min(before, now - MAX_WAIT_MS - MAX_PERIOD_MS);
      if (now < clock && (await isMoreLeft(ledger, { since, clock, days }))) stdout.print(asIfItWere(now));
    } finally {
      await ledger.close();
    }
  },
};

/** Whether, of the claims made since then, there is one that would be purged if the clock were right. */
async function isMoreLeft(
  ledger: Ledger,
  { since, clock, days }: { since: number; clock: number; days: number },
): Promise<boolean> {
  for await (const claim of claimsOf(ledger, { since, until: clock - days * DAY_MS })) {
    if (isPurgeable(claim, clock)) return true;
  }
  return false;
}

/** Whether a claim that is old enough has something that goes at that time. */
function isPurgeable({ state, fields, grants, memberId, nextClaimAt }: ClaimRecord, now: number): boolean {
  if (state === 'pending') return false;
  const hasDetails = fields !== null || grants.some(({ evidence }) => evidence !== null);
  const isOver = nextClaimAt === null || nextClaimAt < now - MAX_PERIOD_MS;
  return hasDetails || (isOver && isMemberId(memberId));
}

function asIfItWere(now: number): string {
  return `That is as if it were ${isoTime(now)}: no claims show that it is later, and this machine's clock may be ahead.\nIf the clock is right, add --clock-is-right.`;
}

/**
 * The latest time that claims show to have come, at the most what the clock shows, in epoch milliseconds. By a clock that is far ahead, the period of a
 * claim of today would be over, and who made it could claim again. What was claimed within a day of what the clock shows may have been claimed by it.
 */
async function surelyReached(ledger: Ledger, clock: number): Promise<number> {
  const [claim] = await ledger.list({ until: clock - DAY_MS, newestFirst: true, counting: true, limit: 1 });
  const shown = claim?.createdAt ?? (await ledger.glance()).madeAt;
  return Math.min(clock, shown + SLACK_DAYS * DAY_MS);
}

/**
 * Purges what is more than so many days old at the time that has surely come, in small steps, until it is done or called off. That is what `clock` shows
 * (epoch milliseconds), if it is right, or claims show it. Resolves with that time, with the number of claims that it changed,
 * and with that before which those were made.
 */
export async function purgeOlderThan(
  ledger: Ledger,
  days: number,
  { clock, isRight, signal }: { clock: number; isRight: boolean; signal?: AbortSignal },
): Promise<{ count: number; now: number; before: number }> {
  const now = isRight ? clock : await surelyReached(ledger, clock);
  // Nothing of the day that claims have shown is to go, which the time may be ahead of.
  const before = now - (now < clock ? Math.max(days, SLACK_DAYS + 1) : days) * DAY_MS;
  let count = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- claims that visitors make come in between
    const purged = await ledger.purge({ before, now, limit: STEP });
    count += purged;
    if (purged === 0 || signal?.aborted) return { count, now, before };
  }
}
