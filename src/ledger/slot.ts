import { first, number, type Operation, text } from './operation.ts';
import type { Period } from './period.ts';
import type { ClaimRecord } from './port.ts';
import { claimsIn } from './records.ts';

export interface SlotQuery {
  action: string;
  memberId: string;
  period: Period;
  /** Least milliseconds between two claims of the action by the member. */
  minimumGapMs?: number;
  /** Epoch milliseconds. */
  now: number;
}

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
}

/** Looks at the member's slot. Exact under concurrency only where the caller holds the member's lock. */
export function* findSlot(query: SlotQuery): Operation<Slot> {
  const { key, endsAt } = yield* spanAt(query);
  const { action, memberId, minimumGapMs = 0, now } = query;
  const gapEndsAt = minimumGapMs > 0 ? (yield* lastClaimAt(query)) + minimumGapMs : 0;
  const { previousKey } = query.period;
  const claims = yield* claimsIn(
    'SELECT * FROM claims WHERE member_id = ? AND action = ? AND period IN (?, ?) AND holds = 1',
    memberId,
    action,
    key,
    previousKey,
  );
  const holderOf = (period: string | null) => claims.find((claim) => claim.period === period) ?? null;
  return {
    key,
    holder: holderOf(key),
    opensAt: gapEndsAt > now ? gapEndsAt : null,
    nextClaimAt: endsAt === null ? null : Math.max(endsAt, now + minimumGapMs),
    streak: previousKey === null ? null : (holderOf(previousKey)?.streak ?? 0) + 1,
  };
}

const ROLLING = 'rolling-';

/** The calendar's span, or for `rolling` the span that the member's last claim began; a new one if that is over. */
function* spanAt({ memberId, action, period, now }: SlotQuery): Operation<{ key: string; endsAt: number | null }> {
  if (period.rollingMs === null) return period;
  const row = yield* first(
    `SELECT period, created_at FROM claims WHERE member_id = ? AND action = ? AND period >= ? AND period < ? AND holds = 1
     ORDER BY period DESC LIMIT 1`,
    memberId,
    action,
    ROLLING,
    'rolling.',
  );
  const lastEndsAt = row ? number(row, 'created_at') + period.rollingMs : 0;
  if (row && now < lastEndsAt) return { key: text(row, 'period'), endsAt: lastEndsAt };
  const count = row ? Number(text(row, 'period').slice(ROLLING.length)) + 1 : 1;
  return { key: ROLLING + String(count).padStart(9, '0'), endsAt: now + period.rollingMs };
}

function* lastClaimAt({ memberId, action }: SlotQuery): Operation<number> {
  const row = yield* first(
    'SELECT COALESCE(MAX(created_at), 0) AS at FROM claims WHERE member_id = ? AND action = ? AND holds = 1',
    memberId,
    action,
  );
  return row ? number(row, 'at') : 0;
}
