import { type Cause, claimState, holds, mayMove } from './machine.ts';
import { all, first, type Operation, Overtaken, type Value, word } from './operation.ts';
import { type ClaimRecord, GRANT_STATES, type GrantRecord, type GrantState } from './port.ts';
import { claimById } from './records.ts';

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

/** Adds one entry to a claim's history. */
export function* record(claimId: string, index: number, from: GrantState | null, move: Move): Operation<void> {
  yield* all(
    `INSERT INTO events (claim_id, seq, at, idx, from_state, to_state, cause, evidence)
     VALUES (?, (SELECT COALESCE(MAX(seq), -1) + 1 FROM events WHERE claim_id = ?), ?, ?, ?, ?, ?, ?)`,
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

/** Moves one grant and writes it into the history. Throws `Overtaken` if the grant is no longer in the state it was read in. */
export function* moveGrant(claimId: string, grant: GrantRecord, move: Move): Operation<void> {
  if (!mayMove(grant.order.kind, grant.state, move.to, move.cause)) {
    throw new Error(`a ${grant.state} ${grant.order.kind} grant may not become ${move.to} by ${move.cause}`);
  }
  const moved = yield* first(
    `UPDATE grants SET state = ?, attempts = ?, deadline = ?, echo = ?, evidence = ?
     WHERE claim_id = ? AND idx = ? AND state = ? RETURNING idx`,
    move.to,
    grant.attempts + (move.to === 'sent' ? 1 : 0),
    move.deadline ?? grant.deadline,
    jsonOrNull(move.echo),
    jsonOrNull(move.evidence ?? grant.evidence),
    claimId,
    grant.index,
    grant.state,
  );
  if (!moved) throw new Overtaken();
  yield* record(claimId, grant.index, grant.state, move);
}

/** After grants of the claim moved: brings the claim and the action's tally in line. Returns the claim as it is now. */
export function* refresh(before: ClaimRecord, now: number): Operation<ClaimRecord> {
  const rows = yield* all('SELECT state FROM grants WHERE claim_id = ? ORDER BY idx', before.id);
  const states = rows.map((row) => word(row, 'state', GRANT_STATES));
  const held = states.some(holds);
  yield* all(
    'UPDATE claims SET state = ?, holds = ?, updated_at = ? WHERE id = ?',
    claimState(states),
    held ? 1 : 0,
    now,
    before.id,
  );
  const was = weight(before.grants, (grant) => grant.state);
  const is = weight(before.grants, (grant) => states[grant.index] ?? grant.state);
  if (was.claims !== is.claims || was.points !== is.points) {
    yield* all(
      'UPDATE tallies SET claims = claims + ?, points = points + ? WHERE action = ?',
      is.claims - was.claims,
      is.points - was.points,
      before.action,
    );
  }
  const after = yield* claimById(before.id);
  if (!after) throw new Error(`claim ${before.id} is gone`);
  return after;
}

/** What grants count for in the action's tally. */
export function weight(
  grants: readonly GrantRecord[],
  stateOf: (grant: GrantRecord) => GrantState,
): { claims: number; points: number } {
  const held = grants.filter((grant) => holds(stateOf(grant)));
  return { claims: held.length > 0 ? 1 : 0, points: held.reduce((sum, { order }) => sum + pointsOf(order), 0) };
}

/** The points in an order; a role has none. */
export function pointsOf(order: GrantRecord['order']): number {
  return order.kind === 'points' ? order.points : 0;
}

export function jsonOrNull(value: unknown): Value {
  return value === undefined || value === null ? null : JSON.stringify(value);
}
