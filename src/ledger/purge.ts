import { timePrefix } from './claim-id.ts';
import { all, type Operation, text } from './operation.ts';
import { PERSONAL } from './schema.ts';

/** No period is longer, so that one after the claim's own is over by then. */
const LONGEST_PERIOD_MS = 31 * 24 * 3_600_000;

/** See `Ledger.purge`. */
export function* purge({ before, now, limit }: { before: number; now: number; limit: number }): Operation<number> {
  const withDetails = yield* all(
    `SELECT id FROM claims WHERE personal = ${PERSONAL.all} AND id < ? AND state <> 'pending' ORDER BY id LIMIT ?`,
    timePrefix(before),
    limit,
  );
  for (const row of withDetails) yield* purgeDetails(text(row, 'id'));

  const withMember = yield* all(
    `SELECT id FROM claims WHERE personal = ${PERSONAL.memberId} AND next_claim_at < ? AND id < ? AND state <> 'pending' LIMIT ?`,
    now - LONGEST_PERIOD_MS,
    timePrefix(before),
    limit - withDetails.length,
  );
  for (const row of withMember) yield* purgeMember(text(row, 'id'));
  return withDetails.length + withMember.length;
}

function* purgeDetails(id: string): Operation<void> {
  yield* all('UPDATE grants SET evidence = NULL WHERE claim_id = ?', id);
  yield* all('UPDATE events SET evidence = NULL WHERE claim_id = ?', id);
  yield* all('DELETE FROM presses WHERE claim_id = ?', id);
  yield* all(`UPDATE claims SET fields = NULL, personal = ${PERSONAL.memberId} WHERE id = ?`, id);
}

function* purgeMember(id: string): Operation<void> {
  yield* all(`UPDATE claims SET member_id = ?, personal = ${PERSONAL.none} WHERE id = ?`, `purged:${id}`, id);
}
