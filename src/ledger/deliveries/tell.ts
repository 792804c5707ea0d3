import type { ClaimRecord } from '../claim.ts';
import type { ToldClaim, ToldEvent } from './deliveries.ts';
import { all, first, type Operation } from '../operation.ts';

/** Selects, as a column of its own, whether there are receivers. It is added to statements that run anyway. */
export const IS_TOLD = '(SELECT 1 FROM receivers LIMIT 1) AS told';

/** The event of a claim that was in the state `before`; null where there is none, such as while it is in flight. */
export function eventOf(before: ClaimRecord['state'], { state, grants }: ClaimRecord): ToldEvent | null {
  if (state !== 'pending') return state === before ? null : `claim.${state}`;
  return grants.some((grant) => grant.state === 'reserved' || grant.state === 'sent') ? null : 'claim.pending';
}

/** Records the event for each receiver of its type, due at once; no `claim.pending` where the last event was that already. */
export function* tell(type: ToldEvent, claim: ClaimRecord, now: number): Operation<void> {
  const { id, action, service, state, streak, createdAt, nextClaimAt } = claim;
  const grants = claim.grants.map((grant) => ({ order: grant.echo ?? grant.order, state: grant.state }));
  const told: ToldClaim = { action, service, state, streak, createdAt, nextClaimAt, grants };
  const isNews =
    type === 'claim.pending'
      ? `AND COALESCE((SELECT type FROM deliveries WHERE claim_id = ? AND receiver = receivers.name ORDER BY seq DESC LIMIT 1), '') <> type`
      : '';
  yield* all(
    `INSERT INTO deliveries (claim_id, seq, receiver, type, at, claim, state, attempts, base, due_at)
     SELECT CAST(? AS TEXT), (SELECT MAX(seq) FROM events WHERE claim_id = ?), name, type, CAST(? AS BIGINT), CAST(? AS TEXT), 'waiting', 0, 0, CAST(? AS BIGINT)
     FROM receivers WHERE type = ? AND stopped_at IS NULL ${isNews}`,
    id,
    id,
    now,
    JSON.stringify(told),
    now,
    type,
    ...(isNews === '' ? [] : [id]),
  );
}

/** Whether there are receivers. */
export function* isTold(): Operation<boolean> {
  const row = yield* first(`SELECT ${IS_TOLD}`);
  return row?.['told'] === 1;
}

/** Deletes deliveries that ended long ago. */
export function* deleteExpiredDeliveries(now: number): Operation<void> {
  yield* all('DELETE FROM deliveries WHERE expires_at < ?', now);
}
