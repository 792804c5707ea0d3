import { first, lock, number, type Operation, Overtaken, type Row } from './operation.ts';
import type { Caps } from './port.ts';
import { marks } from './pseudonym.ts';

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
  const tally = (yield* addToTally(action, { claims, points })) ?? (yield* startTally(action, { claims, points }));
  const over =
    caps.capacity !== undefined && number(tally, 'claims') > caps.capacity
      ? 'capacity'
      : caps.actionBudget !== undefined && number(tally, 'points') > caps.actionBudget
        ? 'actionBudget'
        : null;
  if (over) yield* addToTally(action, { claims: -claims, points: -points });
  return over;
}

function* addToTally(action: string, { claims, points }: Charge): Operation<Row | undefined> {
  return yield* first(
    'UPDATE tallies SET claims = claims + ?, points = points + ? WHERE action = ? RETURNING claims, points',
    claims,
    points,
    action,
  );
}

function* startTally(action: string, { claims, points }: Charge): Operation<Row> {
  const tally = yield* first(
    'INSERT INTO tallies (action, claims, points) VALUES (?, ?, ?) ON CONFLICT (action) DO NOTHING RETURNING claims, points',
    action,
    claims,
    points,
  );
  if (!tally) throw new Overtaken();
  return tally;
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
