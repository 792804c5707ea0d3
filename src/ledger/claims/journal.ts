import { type Cause, claimState, holds, mayMove } from './machine.ts';
import { all, first, type Operation, Overtaken, type Value } from '../operation.ts';
import type { ClaimRecord, Grant, GrantRecord, GrantState } from '../claim.ts';
import { eventOf, IS_TOLD, tell } from '../deliveries/tell.ts';

/** How a grant moves, and what is recorded of why. */
export interface Move {
  to: GrantState;
  cause: Cause;
  /** In an operator's case: who and why. */
  note?: string;
  /** Epoch milliseconds. */
  now: number;
  /** Epoch milliseconds after which recovery settles the grant; kept as it is if left out. */
  deadline?: number;
  echo?: GrantRecord['echo'];
  evidence?: unknown;
}

export const RECORD = `INSERT INTO events (claim_id, seq, at, idx, from_state, to_state, cause, evidence)
     VALUES (?, (SELECT COALESCE(MAX(seq), -1) + 1 FROM events WHERE claim_id = ?), ?, ?, ?, ?, ?, ?)`;
/** Finds the entry that `RECORD` made of the same parameters. */
export const IS_RECORDED = `SELECT 1 AS found FROM events WHERE claim_id = ? AND claim_id = ? AND at = ? AND idx = ?
     AND from_state IS NOT DISTINCT FROM ? AND to_state = ? AND cause = ? AND evidence IS NOT DISTINCT FROM ? LIMIT 1`;

/** Adds one entry to a claim's history. */
export function* record(claimId: string, index: number, from: GrantState | null, move: Move): Operation<void> {
  yield* all(
    RECORD,
    claimId,
    claimId,
    move.now,
    index,
    from,
    move.to,
    move.note === undefined ? move.cause : `${move.cause}: ${move.note}`,
    jsonOrNull(move.evidence),
  );
}

/** Moves one grant and writes it into the history. Throws `Overtaken` if the grant is no longer as it was read. */
export function* moveGrant(claimId: string, grant: GrantRecord, move: Move): Operation<GrantRecord> {
  const moved = yield* tryToMoveGrant(claimId, grant, move);
  if (!moved) throw new Overtaken();
  return moved;
}

/** The same, but gives null and does nothing where the grant is another by now. */
export function* tryToMoveGrant(claimId: string, grant: GrantRecord, move: Move): Operation<GrantRecord | null> {
  if (!mayMove(grant.order.kind, grant.state, move.to, move.cause)) {
    throw new Error(`a ${grant.state} ${grant.order.kind} grant may not become ${move.to} by ${move.cause}`);
  }
  const moved: GrantRecord = {
    ...grant,
    state: move.to,
    attempts: grant.attempts + (move.to === 'sent' ? 1 : 0),
    deadline: move.deadline ?? grant.deadline,
    echo: move.echo ?? null,
    // What was found out before the claim stands in its history alone.
    evidence: (move.cause === 'reserve' ? null : move.evidence) ?? grant.evidence,
  };
  const updated = yield* first(
    `UPDATE grants SET state = ?, attempts = ?, deadline = ?, echo = ?, evidence = ?
     WHERE claim_id = ? AND idx = ? AND state = ? AND attempts = ? RETURNING idx`,
    moved.state,
    moved.attempts,
    moved.deadline,
    jsonOrNull(moved.echo),
    jsonOrNull(moved.evidence),
    claimId,
    grant.index,
    grant.state,
    grant.attempts,
  );
  if (!updated) return null;
  yield* record(claimId, grant.index, grant.state, move);
  return moved;
}

/**
 * After grants of the claim moved: brings the claim and the action's tally in line. Returns the claim as it is now. Throws `Overtaken` if
 * others of its grants are no longer as they were read.
 */
export function* refresh(before: ClaimRecord, moved: readonly GrantRecord[], now: number): Operation<ClaimRecord> {
  const grants = before.grants.map((grant) => moved.find(({ index }) => index === grant.index) ?? grant);
  const state = claimState(grants.map((grant) => grant.state));
  const was = weight(before.grants);
  const is = weight(grants);
  // SQLite writes every index anew that has a column which is set, whatever it is set to.
  const holding = was.claims === is.claims ? [] : [is.claims];
  const updated = yield* first(
    `UPDATE claims SET state = ?, points = ?, ${holding.map(() => 'holds = ?, ').join('')}updated_at = ? WHERE id = ? RETURNING ${IS_TOLD}`,
    state,
    // A claim that is granted stays so: what it gave can be read without its grants from then on.
    state === 'granted' ? is.points : null,
    ...holding,
    now,
    before.id,
  );
  // A holder of the claim's row sees by now what became of its other grants.
  if (grants.length > 1 && !(yield* areStill(before.id, grants))) throw new Overtaken();
  if (was.claims !== is.claims || was.points !== is.points) {
    yield* all(
      'UPDATE tallies SET claims = claims + ?, points = points + ? WHERE action = ?',
      is.claims - was.claims,
      is.points - was.points,
      before.action,
    );
  }
  const claim = { ...before, state, updatedAt: now, grants };
  const event = updated?.['told'] ? eventOf(before.state, claim) : null;
  if (event !== null) yield* tell(event, claim, now);
  return claim;
}

/** Whether these are the claim's grants, each in its state. */
function* areStill(claimId: string, grants: readonly GrantRecord[]): Operation<boolean> {
  const rows = yield* all('SELECT idx, state FROM grants WHERE claim_id = ? ORDER BY idx', claimId);
  const states = new Map(rows.map((row) => [row['idx'], row['state']]));
  return rows.length === grants.length && grants.every(({ index, state }) => states.get(index) === state);
}

/** What grants count for in the action's tally. */
function weight(grants: readonly GrantRecord[]): { claims: number; points: number } {
  const held = grants.filter(({ state }) => holds(state));
  return { claims: held.length > 0 ? 1 : 0, points: held.reduce((sum, { order }) => sum + pointsOf(order), 0) };
}

/** The points in a grant; a role has none. */
export function pointsOf(grant: Grant): number {
  return grant.kind === 'points' ? grant.points : 0;
}

/** The value as the text of a column, or null for nothing. */
export function jsonOrNull(value: unknown): Value {
  return value === undefined || value === null ? null : JSON.stringify(value);
}
