import { first, lock, number, type Operation } from '../operation.ts';
import type { Caps } from '../port.ts';
import { marks } from '../members/pseudonym.ts';

const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** What a reservation adds: one claim or none (where it takes up a claim that holds its seat), and points. */
export interface Charge {
  claims: number;
  points: number;
}

/**
 * Counts the charge against the action's tally and every cap, or says which cap is in the way and counts nothing.
 * The caller holds the member's lock.
 */
export function* charge(
  { action, names }: { action: string; names: readonly string[] },
  caps: Caps,
  { claims, points }: Charge,
): Operation<keyof Caps | null> {
  const { memberPoints: limit } = caps;
  if (limit && (yield* memberPoints(names, limit)) + points > limit.points) return 'memberPoints';
  if (caps.totalBudget !== undefined) {
    yield* lock('total budget');
    const row = yield* first('SELECT COALESCE(SUM(points), 0) AS points FROM tallies');
    if (row && number(row, 'points') + points > caps.totalBudget) return 'totalBudget';
  }
  return yield* addToTally(action, { claims, points }, caps);
}

/** Adds to the action's tally what the caps of the action allow, in one statement, since others do so at the same time. */
function* addToTally(
  action: string,
  { claims, points }: Charge,
  { capacity = UNLIMITED, actionBudget = UNLIMITED }: Caps,
): Operation<'capacity' | 'actionBudget' | null> {
  const added =
    claims <= capacity && points <= actionBudget
      ? yield* first(
          `INSERT INTO tallies (action, claims, points) VALUES (?, ?, ?)
           ON CONFLICT (action) DO UPDATE SET claims = tallies.claims + excluded.claims, points = tallies.points + excluded.points
           WHERE tallies.claims + excluded.claims <= ? AND tallies.points + excluded.points <= ? RETURNING action`,
          action,
          claims,
          points,
          capacity,
          actionBudget,
        )
      : undefined;
  if (added) return null;
  const tally = yield* first('SELECT claims FROM tallies WHERE action = ?', action);
  return (tally ? number(tally, 'claims') : 0) + claims > capacity ? 'capacity' : 'actionBudget';
}

/** Points that claims under these names of a member give or may give, of those made at `since` or later, and before `until`. */
export function* memberPoints(
  names: readonly string[],
  { since, until = Number.MAX_SAFE_INTEGER }: { since: number; until?: number },
): Operation<number> {
  const row = yield* first(
    `SELECT COALESCE(SUM(grants.points), 0) AS points FROM claims JOIN grants ON grants.claim_id = claims.id
     WHERE claims.member_id IN (${marks(names)}) AND claims.holds = 1 AND claims.created_at >= ? AND claims.created_at < ?
       AND grants.state <> 'refused' AND grants.state <> 'released'`,
    ...names,
    since,
    until,
  );
  return row ? number(row, 'points') : 0;
}
