import { first, type Operation } from '../operation.ts';
import type { Period } from '../periods/period.ts';
import { marks } from '../members/pseudonym.ts';

/** Selects, as a column of its own, until when claims may be missing (epoch milliseconds); null where none are. For a query `FROM ledger`. */
export const GAP = 'ledger.gap_until AS gap_until';

/**
 * Whether a claim that was made until then would be in the way of one that is made now. Both are epoch milliseconds. Claims without any time
 * between them are told apart by what each is made for, such as an event, and that is lost with them.
 */
export function reaches({ startsAt, rollingMs }: Period, until: number, now: number): boolean {
  if (rollingMs !== null && rollingMs > 0) return now < until + rollingMs;
  return startsAt === null || startsAt < until;
}

/**
 * Whether somebody has said already that what may be missing for this slot did not happen. A doubt of before the end of the gap (epoch
 * milliseconds) was one about an earlier gap: what was decided on it may have been given since, and be missing now.
 */
export function* isDecided(
  { action, names, key }: { action: string; names: readonly string[]; key: string },
  gapUntil: number,
): Operation<boolean> {
  const released = yield* first(
    `SELECT claims.id FROM events JOIN claims ON claims.id = events.claim_id
     WHERE events.cause = 'gap' AND events.at >= ? AND claims.holds = 0 AND claims.action = ? AND claims.period = ?
       AND claims.member_id IN (${marks(names)})
     LIMIT 1`,
    gapUntil,
    action,
    key,
    ...names,
  );
  return released !== undefined;
}

/** The same of what a claim that is here is missing, or was tried with: of any of these claims. */
export function* isDecidedOf(claimIds: readonly string[], gapUntil: number): Operation<boolean> {
  if (claimIds.length === 0) return false;
  const doubted = yield* first(
    `SELECT 1 AS found FROM events WHERE claim_id IN (${marks(claimIds)}) AND cause = 'gap' AND at >= ? LIMIT 1`,
    ...claimIds,
    gapUntil,
  );
  return doubted !== undefined;
}
