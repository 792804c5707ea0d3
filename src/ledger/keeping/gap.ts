import { first, type Operation } from '../operation.ts';
import type { Period } from '../periods/period.ts';
import { marks } from '../members/pseudonym.ts';

/** Selects, as a column of its own, until when claims may be missing (epoch milliseconds); null where none are. For a query `FROM ledger`. */
export const GAP = 'ledger.gap_until AS gap_until';

/**
 * Whether a claim that was made before `until` could block one that is made now (both in epoch milliseconds). Where no time has to pass
 * between claims, each is for something of its own, such as an event. What a lost claim was for is not known, so it could block any.
 */
export function reaches({ startsAt, rollingMs }: Period, until: number, now: number): boolean {
  if (rollingMs !== null && rollingMs > 0) return now < until + rollingMs;
  return startsAt === null || startsAt < until;
}

/**
 * Whether an operator has decided already that nothing was given for this slot in the gap. Only claims doubted after the end of the gap
 * (epoch milliseconds) count. An earlier doubt was about an earlier gap: after the decision on it, the slot may have been claimed again,
 * and that claim be missing now.
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

/** The same for any of these claims, which are in the ledger. */
export function* isDecidedOf(claimIds: readonly string[], gapUntil: number): Operation<boolean> {
  if (claimIds.length === 0) return false;
  const doubted = yield* first(
    `SELECT 1 AS found FROM events WHERE claim_id IN (${marks(claimIds)}) AND cause = 'gap' AND at >= ? LIMIT 1`,
    ...claimIds,
    gapUntil,
  );
  return doubted !== undefined;
}
