import { timePrefix } from '../claims/claim-id.ts';
import { all, first, lock, number, numberOrNull, type Operation, type Row, text } from '../operation.ts';
import { pseudonymOf } from './pseudonym.ts';
import { PERSONAL } from '../schema.ts';

/** No period is longer, so that one after the claim's own is over by then. */
const MAX_PERIOD_MS = 31 * 24 * 3_600_000;

/** See `Ledger.purge`. */
export function* purge({ before, now, limit }: { before: number; now: number; limit: number }): Operation<number> {
  const over = now - MAX_PERIOD_MS;
  const claims = yield* purgeable({ madeBefore: timePrefix(before), over, limit });
  const forEver = claims.filter(isForEver);
  // All locks before the first change: what is waited for later could wait for this.
  yield* lockMembers(forEver.map((claim) => text(claim, 'member_id')));
  let purged = 0;
  for (const claim of claims) {
    const id = text(claim, 'id');
    const isChanged = isForEver(claim)
      ? yield* forgetClaim(id, text(claim, 'member_id'), over)
      : yield* purgeClaim(id, isOver(claim, over));
    if (isChanged) purged += 1;
  }
  return purged;
}

function* purgeable(by: { madeBefore: string; over: number; limit: number }): Operation<Row[]> {
  const wanted = [
    { condition: `personal = ${PERSONAL.all}`, values: [], order: 'id' },
    { condition: `personal = ${PERSONAL.memberId} AND next_claim_at < ?`, values: [by.over], order: 'next_claim_at' },
    { condition: `personal = ${PERSONAL.memberId} AND next_claim_at IS NULL`, values: [], order: 'id' },
  ];
  const found: Row[] = [];
  for (const { condition, values, order } of wanted) {
    const claims = yield* all(
      `SELECT * FROM claims WHERE ${condition} AND id < ? AND state <> 'pending' ORDER BY ${order} LIMIT ?`,
      ...values,
      by.madeBefore,
      by.limit - found.length,
    );
    found.push(...claims);
  }
  return found;
}

/** See `Ledger.forget`, for some claims of the member. Those that are pending by now, or not the member's, are left alone. */
export function* forget(memberId: string, ids: readonly string[], now: number): Operation<void> {
  yield* lockMembers([memberId]);
  for (const id of ids) yield* forgetClaim(id, memberId, now - MAX_PERIOD_MS);
}

/** A claim looks for the member's earlier ones under this lock, and so under the name that the member has then. */
function* lockMembers(memberIds: readonly string[]): Operation<void> {
  for (const memberId of [...new Set(memberIds)].toSorted()) yield* lock(`member ${memberId}`);
}

/** Whether there was anything to forget. */
function* forgetClaim(id: string, memberId: string, over: number): Operation<boolean> {
  const claim = yield* first(
    `SELECT * FROM claims WHERE id = ? AND member_id = ? AND state <> 'pending'`,
    id,
    memberId,
  );
  if (!claim) return false;
  yield* purgeDetails(id);
  const needed = number(claim, 'holds') === 1 && !isOver(claim, over);
  if (needed) yield* rename(claim, yield* pseudonymOf(memberId));
  else yield* unname(id);
  return true;
}

/** Whether that changed anything: another transaction may have purged it, or taken it up again, since it was looked for. */
function* purgeClaim(id: string, isWhollyOver: boolean): Operation<boolean> {
  const isPurged = yield* purgeDetails(id);
  return isWhollyOver && (yield* unname(id)) ? true : isPurged;
}

function isForEver(claim: Row): boolean {
  return numberOrNull(claim, 'next_claim_at') === null;
}

/** Whether the member could claim again before that time. */
function isOver(claim: Row, over: number): boolean {
  const nextClaimAt = numberOrNull(claim, 'next_claim_at');
  return nextClaimAt !== null && nextClaimAt < over;
}

function* purgeDetails(id: string): Operation<boolean> {
  const purged = yield* first(
    `UPDATE claims SET fields = NULL, personal = ${PERSONAL.memberId}
     WHERE id = ? AND personal = ${PERSONAL.all} AND state <> 'pending' RETURNING id`,
    id,
  );
  if (!purged) return false;
  yield* all('UPDATE grants SET evidence = NULL WHERE claim_id = ?', id);
  yield* all('UPDATE events SET evidence = NULL WHERE claim_id = ?', id);
  yield* all('DELETE FROM idempotency_keys WHERE claim_id = ?', id);
  return true;
}

/** The pseudonym goes as well, once the period after the claim is over; where there is none it stays. */
function* rename(claim: Row, pseudonym: string): Operation<void> {
  const personal = isForEver(claim) ? PERSONAL.none : PERSONAL.memberId;
  yield* all('UPDATE claims SET member_id = ?, personal = ? WHERE id = ?', pseudonym, personal, text(claim, 'id'));
}

function* unname(id: string): Operation<boolean> {
  const unnamed = yield* first(
    `UPDATE claims SET member_id = ?, personal = ${PERSONAL.none}
     WHERE id = ? AND personal > ${PERSONAL.none} AND state <> 'pending' RETURNING id`,
    `purged:${id}`,
    id,
  );
  return unnamed !== undefined;
}
