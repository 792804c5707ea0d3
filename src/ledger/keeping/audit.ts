import { jsonOrNull } from '../claims/journal.ts';
import type { AuditEntry, AuditNote } from './keeping.ts';
import { all, number, type Operation, type Row, text } from '../operation.ts';

const PAGE = 100;

/** See `LedgerKeeping.noteAudit`. */
export function* noteAudit({ at, who, what, claimId, details }: AuditNote): Operation<void> {
  yield* all(
    `INSERT INTO audit (seq, at, who, what, claim_id, details)
     VALUES ((SELECT COALESCE(MAX(seq), -1) + 1 FROM audit), ?, ?, ?, ?, ?)`,
    at,
    who,
    what,
    claimId,
    jsonOrNull(details),
  );
}

/** See `LedgerKeeping.audit`. */
export function* audit({ before, limit = PAGE }: { before?: number; limit?: number }): Operation<AuditEntry[]> {
  const rows = yield* all(
    `SELECT * FROM audit WHERE seq < ? ORDER BY seq DESC LIMIT ?`,
    before ?? Number.MAX_SAFE_INTEGER,
    limit,
  );
  return rows.map(auditEntry);
}

function auditEntry(row: Row): AuditEntry {
  const { claim_id: claimId, details } = row;
  return {
    seq: number(row, 'seq'),
    at: number(row, 'at'),
    who: text(row, 'who'),
    what: text(row, 'what'),
    claimId: typeof claimId === 'string' ? claimId : null,
    details: typeof details === 'string' ? JSON.parse(details) : null,
  };
}
