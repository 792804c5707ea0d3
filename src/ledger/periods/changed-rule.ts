import { first, number, type Operation, type Row, text } from '../operation.ts';
import type { ClaimRecord } from '../port.ts';
import { claimsIn } from '../claims/records.ts';
import { ROLLING } from '../schema.ts';
import type { SlotQuery } from './slot-query.ts';

/** The period of now: its key, when it ends (epoch milliseconds; null for never), and the claim that was made under its key, if any. */
interface Span {
  key: string;
  endsAt: number | null;
  holder: ClaimRecord | null;
}

/**
 * The claim that takes the member's slot of an action whose rule has changed, with the time from which the member can claim again by both
 * rules. Each rule holds for every claim, whichever rule it was made under: a claim counts until its own period has ended, and until the
 * present rule's period that it falls into has ended. Days, weeks and months of another time zone are the same if their names are: each is
 * claimed once, and a streak goes on from one to the next.
 */
export function* holderByAnyRule(query: SlotQuery, span: Span): Operation<ClaimRecord | null> {
  const { key, endsAt, holder } = span;
  const last = yield* lastClaim(query);
  // A claim of an event takes no time, so it blocks no other, even if a clock that is ahead has made it.
  if (!last || (query.period.rollingMs === 0 && isOfEvent(last))) return null;
  const byNow = kindOf(last.period) === kindOf(key) ? 0 : countsUntil(last, query, endsAt);
  const byLast = laterOrNever(last.nextClaimAt, byNow);
  if (holder) return { ...holder, nextClaimAt: laterOrNever(byLast, laterOrNever(holder.nextClaimAt, endsAt)) };
  return byLast === null || byLast > query.now ? { ...last, nextClaimAt: byLast } : null;
}

/** Until when a claim counts by the present rule. */
function countsUntil({ createdAt }: ClaimRecord, { period }: SlotQuery, endsAt: number | null): number | null {
  const { rollingMs, startsAt } = period;
  if (rollingMs !== null) return createdAt + rollingMs;
  return startsAt === null || createdAt >= startsAt ? endsAt : 0;
}

function isOfEvent({ period, createdAt, nextClaimAt }: ClaimRecord): boolean {
  return period.startsWith(ROLLING) && nextClaimAt === createdAt;
}

/** The key with all digits alike: keys of one kind of period differ only in digits. */
function kindOf(key: string): string {
  return key.replaceAll(/\d/g, '0');
}

/** Null means never. */
export function laterOrNever(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : Math.max(one, other);
}

/** Since no claim is made before the last is over by every rule, the last one decides. */
function* lastClaim({ names, action }: SlotQuery): Operation<ClaimRecord | undefined> {
  let last: Row | undefined;
  for (const name of names) {
    const row = yield* first(
      'SELECT id, created_at FROM claims WHERE member_id = ? AND action = ? AND holds = 1 ORDER BY created_at DESC LIMIT 1',
      name,
      action,
    );
    if (row && (!last || number(row, 'created_at') > number(last, 'created_at'))) last = row;
  }
  const [claim] = last ? yield* claimsIn('SELECT * FROM claims WHERE id = ?', text(last, 'id')) : [];
  return claim;
}
