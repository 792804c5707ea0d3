import { all, first, number, numberOrNull, type Operation, type Row, text, word } from './operation.ts';
import { CLAIM_STATES, type ClaimRecord, GRANT_STATES, type GrantRecord, type Order } from './port.ts';

// What the columns hold was written by this folder alone, so the caller's type is taken at its word.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
function json<T>(row: Row, column: string): T {
  return JSON.parse(typeof row[column] === 'string' ? row[column] : 'null');
}

function grantRecord(row: Row): GrantRecord {
  return {
    index: number(row, 'idx'),
    order: json<Order>(row, 'ask'),
    state: word(row, 'state', GRANT_STATES),
    attempts: number(row, 'attempts'),
    deadline: number(row, 'deadline'),
    echo: json<Order | null>(row, 'echo'),
    evidence: json<unknown>(row, 'evidence'),
  };
}

function claimRecord(row: Row, grants: GrantRecord[]): ClaimRecord {
  return {
    id: text(row, 'id'),
    action: text(row, 'action'),
    memberId: text(row, 'member_id'),
    service: text(row, 'service'),
    period: text(row, 'period'),
    nextClaimAt: numberOrNull(row, 'next_claim_at'),
    state: word(row, 'state', CLAIM_STATES),
    streak: numberOrNull(row, 'streak'),
    fields: json<ClaimRecord['fields']>(row, 'fields'),
    createdAt: number(row, 'created_at'),
    updatedAt: number(row, 'updated_at'),
    grants,
  };
}

/** The claim in a row of the table `claims`, with its grants. */
export function* withGrants(row: Row): Operation<ClaimRecord> {
  const grants = yield* all('SELECT * FROM grants WHERE claim_id = ? ORDER BY idx', text(row, 'id'));
  return claimRecord(row, grants.map(grantRecord));
}

export function* claimById(id: string): Operation<ClaimRecord | null> {
  const row = yield* first('SELECT * FROM claims WHERE id = ?', id);
  return row ? yield* withGrants(row) : null;
}

/** The claim that holds the member's slot, if any does. */
export function* slotHolder(memberId: string, action: string, period: string): Operation<ClaimRecord | null> {
  const row = yield* first(
    'SELECT * FROM claims WHERE member_id = ? AND action = ? AND period = ? AND holds = 1',
    memberId,
    action,
    period,
  );
  return row ? yield* withGrants(row) : null;
}
