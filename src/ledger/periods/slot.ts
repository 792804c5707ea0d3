import { holderByAnyRule, laterOrNever } from './changed-rule.ts';
import { all, first, number, type Operation, text } from '../operation.ts';
import type { ClaimRecord } from '../port.ts';
import { marks } from '../members/pseudonym.ts';
import { claimsIn } from '../claims/records.ts';
import type { Period } from './period.ts';
import { IS_ROLLING, ROLLING } from '../schema.ts';
import type { SlotQuery } from './slot-query.ts';

/** A member's place in a period. Times are epoch milliseconds. */
export interface Slot {
  /** The period's key. */
  key: string;
  /** The claim that takes the slot, if one does. */
  holder: ClaimRecord | null;
  /** When the minimum gap ends, if it has not. */
  opensAt: number | null;
  /** When the member can claim again after a claim made now; null for never. */
  nextClaimAt: number | null;
  /** The streak of a claim made now; null where periods do not follow one another by the calendar. */
  streak: number | null;
  /**
   * The streak of a claim made as soon as the member can: if this period has ended by then without a claim, the streak starts again. Claims
   * of later days are not considered.
   */
  streakOnceOpen: number | null;
}

/** Looks at the member's slot. Exact under concurrency only where the caller holds the member's lock. */
export function* findSlot(query: SlotQuery): Operation<Slot> {
  const { key, endsAt } = yield* spanAt(query);
  const { action, names, minimumGapMs = 0, now } = query;
  const gapEndsAt = minimumGapMs > 0 ? (yield* lastClaimAt(query)) + minimumGapMs : 0;
  const { previousKey, following } = query.period;
  const keys = [key, previousKey, ...following.map((span) => span.key)];
  const claims = yield* claimsIn(
    `SELECT * FROM claims WHERE period IN (${marks(keys)}) AND action = ? AND member_id IN (${marks(names)}) AND holds = 1`,
    ...keys,
    action,
    ...names,
  );
  // If there is one under the id and one under the pseudonym, the later counts.
  const holderOf = (period: string | null) => claims.findLast((claim) => claim.period === period) ?? null;
  const taken = following.filter((span) => holderOf(span.key));
  const own = holderOf(key);
  const inTheWay = query.changed
    ? yield* holderByAnyRule(query, { key, endsAt, holder: own })
    : own && { ...own, nextClaimAt: endsAt };
  const opensAt = gapEndsAt > now ? firstFree(taken, gapEndsAt) : null;
  const streak = previousKey === null ? null : (holderOf(previousKey)?.streak ?? 0) + 1;
  const isMissed = (opensAt ?? now) >= (endsAt ?? Infinity);
  return {
    key,
    holder: inTheWay && { ...inTheWay, nextClaimAt: firstFree(taken, laterOrNever(inTheWay.nextClaimAt, gapEndsAt)) },
    opensAt,
    nextClaimAt: firstFree(taken, laterOrNever(endsAt, now + minimumGapMs)),
    streak,
    streakOnceOpen: streak !== null && isMissed ? 1 : streak,
  };
}

/** When a member can claim first, from the given time on, who has claimed these spans already, which are in order; null for never. */
function firstFree(taken: Period['following'], from: number | null): number | null {
  let at = from;
  for (const { startsAt, endsAt } of taken) if (at !== null && startsAt <= at && at < endsAt) at = endsAt;
  return at;
}

/** The calendar's span, or for `rolling` the span that the member's last claim began; a new one if that is over. */
function* spanAt(query: SlotQuery): Operation<{ key: string; endsAt: number | null }> {
  const { period, now } = query;
  if (period.rollingMs === null) return period;
  const lasts = yield* lastRolling(query);
  const last = lasts.toSorted((one, other) => other.createdAt - one.createdAt)[0];
  const lastEndsAt = last ? last.createdAt + period.rollingMs : 0;
  // Claims of events (`rollingMs` 0) never share a span, even if a clock that is ahead has made one.
  if (last && period.rollingMs > 0 && now < lastEndsAt) return { key: last.key, endsAt: lastEndsAt };
  const keys = lasts.map(({ key }) => key).toSorted();
  return { key: rollingAfter(keys.at(-1) ?? null), endsAt: now + period.rollingMs };
}

/** The key of the span after the one with that key; null gives the first. */
function rollingAfter(key: string | null): string {
  const count = key === null ? 1 : Number(key.slice(ROLLING.length)) + 1;
  return ROLLING + String(count).padStart(9, '0');
}

/** A claim of a rolling action, with the key of its span. */
export interface Rolling {
  id: string;
  key: string;
  createdAt: number;
}

/** The last claim under each of the names, whose key is the greatest. One name at a time, so that the index gives it without looking at the others. */
export function* lastRolling({ names, action }: Pick<SlotQuery, 'names' | 'action'>): Operation<Rolling[]> {
  const lasts: Rolling[] = [];
  for (const name of names) {
    const row = yield* first(
      `SELECT id, period, created_at FROM claims WHERE member_id = ? AND action = ? AND ${IS_ROLLING} AND holds = 1
       ORDER BY period DESC LIMIT 1`,
      name,
      action,
    );
    if (row) lasts.push({ id: text(row, 'id'), key: text(row, 'period'), createdAt: number(row, 'created_at') });
  }
  return lasts;
}

/**
 * The period key for a claim that is recorded under the member's name later. A rolling one gets another key where its own is taken or out
 * of order: the newest claim has the greatest.
 */
export function* freePeriod({
  period,
  action,
  memberId,
  createdAt,
}: Pick<ClaimRecord, 'period' | 'action' | 'memberId' | 'createdAt'>): Operation<string> {
  if (!period.startsWith(ROLLING)) return period;
  const [last] = yield* lastRolling({ names: [memberId], action });
  if (!last) return period;
  const after = rollingAfter(period > last.key ? period : last.key);
  if (createdAt >= last.createdAt) return period > last.key ? period : after;
  if (period < last.key && !(yield* isTaken({ period, action, memberId }))) return period;
  yield* moveTo(after, last.id);
  return last.key;
}

/** Whether a claim has that slot, under that name. */
export function* isTaken({
  period,
  action,
  memberId,
}: Pick<ClaimRecord, 'period' | 'action' | 'memberId'>): Operation<boolean> {
  const taken = yield* first(
    'SELECT 1 AS found FROM claims WHERE period = ? AND action = ? AND member_id = ? AND holds = 1',
    period,
    action,
    memberId,
  );
  return taken !== undefined;
}

/** Moves the claim to that period. */
export function* moveTo(period: string, id: string): Operation<void> {
  yield* all('UPDATE claims SET period = ? WHERE id = ?', period, id);
}

function* lastClaimAt({ names, action }: SlotQuery): Operation<number> {
  let last = 0;
  for (const name of names) {
    const row = yield* first(
      'SELECT COALESCE(MAX(created_at), 0) AS at FROM claims WHERE member_id = ? AND action = ? AND holds = 1',
      name,
      action,
    );
    if (row) last = Math.max(last, number(row, 'at'));
  }
  return last;
}
