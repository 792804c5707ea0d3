import { isOfMember } from './of-member.ts';
import { all, type Operation, text } from '../operation.ts';
import type { ExportedClaim } from '../port.ts';
import { namesOf } from './pseudonym.ts';
import { history } from '../claims/query.ts';
import { claimsIn } from '../claims/records.ts';
import { PERSONAL } from '../schema.ts';

/** See `Ledger.exportMember`. */
export function* exportMember(memberId: string): Operation<ExportedClaim[]> {
  const names = yield* namesOf(memberId);
  const claims = yield* claimsIn(`SELECT * FROM claims WHERE ${isOfMember(names)}`, ...names);
  const exported: ExportedClaim[] = [];
  for (const claim of claims) {
    const rows = yield* all(
      'SELECT idempotency_key, fingerprint FROM idempotency_keys WHERE claim_id = ? ORDER BY idempotency_key',
      claim.id,
    );
    const idempotencyKeys = rows.map((row) => ({
      key: text(row, 'idempotency_key'),
      fingerprint: text(row, 'fingerprint'),
    }));
    exported.push({ claim, history: yield* history(claim.id), idempotencyKeys });
  }
  return exported;
}

/** The ids of the claims under the member's own id, split by whether they may be forgotten. */
export function* claimsNaming(memberId: string): Operation<{ settled: string[]; pending: string[] }> {
  const rows = yield* all(
    `SELECT id, state FROM claims WHERE ${isOfMember([memberId])} AND personal > ${PERSONAL.none} ORDER BY id`,
    memberId,
  );
  const idsOf = (some: typeof rows) => some.map((row) => text(row, 'id'));
  return {
    settled: idsOf(rows.filter((row) => row['state'] !== 'pending')),
    pending: idsOf(rows.filter((row) => row['state'] === 'pending')),
  };
}
