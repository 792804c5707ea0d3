import { timePrefix } from '../claims/claim-id.ts';
import { all, first, lock, number, numberOrNull, type Operation, type Row, text } from '../operation.ts';
import { freePeriod, isTaken } from '../periods/slot.ts';
import { pseudonymOf } from './pseudonym.ts';
import { PERSONAL } from '../schema.ts';

/** Longer than any calendar period, even a month with a night of one hour more. So the period after the claim's own has ended by then. */
export const MAX_PERIOD_MS = 32 * 24 * 3_600_000;

/** See `Ledger.purge`. */
export function* purge({ before, now, limit }: { before: number; now: number; limit: number }): Operation<number> {
  const over = now - MAX_PERIOD_MS;
  const claims = yield* purgeable({ madeBefore: timePrefix(before), over, limit });
  const changed = yield* changedActions();
  const isKept = (claim: Row) => isForEver(claim) || (isOver(claim, over) && changed.has(text(claim, 'action')));
  // All locks before the first change, so that no two transactions wait for each other.
  yield* lockMembers(claims.filter(isKept).map((claim) => text(claim, 'member_id')));
  let purged = 0;
  for (const claim of claims) {
    const id = text(claim, 'id');
    const isChanged = isKept(claim)
      ? yield* forgetClaim(id, text(claim, 'member_id'), { over, changed })
      : yield* purgeClaim(id, isOver(claim, over));
    if (isChanged) purged += 1;
  }
  return purged;
}

/** The actions that were claimed by more than one rule: by a later rule, an old claim may count again, even for ever. */
function* changedActions(): Operation<ReadonlySet<string>> {
  const rows = yield* all('SELECT action FROM rules GROUP BY action HAVING COUNT(*) > 1');
  return new Set(rows.map((row) => text(row, 'action')));
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
  const kept = { over: now - MAX_PERIOD_MS, changed: yield* changedActions() };
  for (const id of ids) yield* forgetClaim(id, memberId, kept);
}

/** A reservation looks for the member's earlier claims under this lock, and so under the name that they have then. */
function* lockMembers(memberIds: readonly string[]): Operation<void> {
  for (const memberId of [...new Set(memberIds)].toSorted()) yield* lock(`member ${memberId}`);
}

/** Returns whether there was anything to forget. */
function* forgetClaim(
  id: string,
  memberId: string,
  { over, changed }: { over: number; changed: ReadonlySet<string> },
): Operation<boolean> {
  const claim = yield* first(
    `SELECT * FROM claims WHERE id = ? AND member_id = ? AND state <> 'pending'`,
    id,
    memberId,
  );
  if (!claim) return false;
  yield* purgeDetails(id);
  const isWhollyOver = isOver(claim, over);
  const needed = number(claim, 'holds') === 1 && (!isWhollyOver || changed.has(text(claim, 'action')));
  if (needed) yield* replaceMemberId(claim, yield* pseudonymOf(memberId), isWhollyOver);
  else yield* removeMemberId(id);
  return true;
}

/** Returns whether anything changed: another transaction may have purged the claim, or taken it up again, meanwhile. */
function* purgeClaim(id: string, isWhollyOver: boolean): Operation<boolean> {
  const isPurged = yield* purgeDetails(id);
  return isWhollyOver && (yield* removeMemberId(id)) ? true : isPurged;
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

/**
 * Puts the pseudonym in the place of the member's id. It is purged as well, once the period after the claim's own is over, unless there is
 * none or the claim still counts. A claim of the same period may have been brought back under the pseudonym already: then that one stands
 * for both.
 */
function* replaceMemberId(claim: Row, pseudonym: string, isWhollyOver: boolean): Operation<void> {
  const [memberId, period, action] = [text(claim, 'member_id'), text(claim, 'period'), text(claim, 'action')];
  const id = text(claim, 'id');
  const personal = isForEver(claim) || isWhollyOver ? PERSONAL.none : PERSONAL.memberId;
  const createdAt = number(claim, 'created_at');
  const isNew = memberId !== pseudonym;
  const free = isNew ? yield* freePeriod({ period, action, memberId: pseudonym, createdAt }) : period;
  if (isNew && (yield* isTaken({ period: free, action, memberId: pseudonym }))) return void (yield* removeMemberId(id));
  yield* all(
    'UPDATE claims SET member_id = ?, period = ?, personal = ? WHERE id = ? AND member_id = ?',
    pseudonym,
    free,
    personal,
    id,
    memberId,
  );
}

function* removeMemberId(id: string): Operation<boolean> {
  const removed = yield* first(
    `UPDATE claims SET member_id = ?, personal = ${PERSONAL.none}
     WHERE id = ? AND personal > ${PERSONAL.none} AND state <> 'pending' RETURNING id`,
    `purged:${id}`,
    id,
  );
  return removed !== undefined;
}
