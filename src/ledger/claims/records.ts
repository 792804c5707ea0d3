import { all, number, numberOrNull, type Operation, type Row, text, type Value, word } from '../operation.ts';
import { CLAIM_STATES, type ClaimRecord, type Grant, GRANT_STATES, type GrantRecord } from '../port.ts';

// What the columns hold was written by this folder alone, so the caller's type is taken at its word.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
function json<T>(row: Row, column: string): T {
  return JSON.parse(typeof row[column] === 'string' ? row[column] : 'null');
}

function grantRecord(row: Row): GrantRecord {
  return {
    index: number(row, 'idx'),
    order: json<Grant>(row, 'ask'),
    state: word(row, 'grant_state', GRANT_STATES),
    attempts: number(row, 'attempts'),
    deadline: number(row, 'deadline'),
    echo: json<Grant | null>(row, 'echo'),
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

const COLUMNS = 'c.*, g.idx, g.ask, g.state AS grant_state, g.attempts, g.deadline, g.echo, g.evidence';

/** The claims that a query of the table `claims` gives, each with its grants, ordered by id. */
export function* claimsIn(query: string, ...params: Value[]): Operation<ClaimRecord[]> {
  const rows = yield* all(
    `SELECT ${COLUMNS} FROM (${query}) AS c JOIN grants AS g ON g.claim_id = c.id ORDER BY c.id, g.idx`,
    ...params,
  );
  const claims = new Map<string, ClaimRecord>();
  for (const row of rows) {
    const id = text(row, 'id');
    const claim = claims.get(id);
    if (claim) claim.grants.push(grantRecord(row));
    else claims.set(id, claimRecord(row, [grantRecord(row)]));
  }
  return [...claims.values()];
}

/** Asked for more often than all else, so without what a query of its own would cost inside. */
export function* claimById(id: string): Operation<ClaimRecord | null> {
  const rows = yield* all(
    `SELECT ${COLUMNS} FROM claims AS c JOIN grants AS g ON g.claim_id = c.id WHERE c.id = ? ORDER BY g.idx`,
    id,
  );
  const [first] = rows;
  return first ? claimRecord(first, rows.map(grantRecord)) : null;
}
