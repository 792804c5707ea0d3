import { charge } from './caps.ts';
import { claimTime } from './claim-id.ts';
import { jsonOrNull, moveGrant, pointsOf, record, refresh } from './journal.ts';
import { all, first, lock, number, type Operation, text } from './operation.ts';
import type { ClaimRecord, GrantRecord, Order, Replay, Reservation, ReserveRequest } from './port.ts';
import { namesWith, SALT } from './pseudonym.ts';
import { claimById } from './records.ts';
import { PERSONAL } from './schema.ts';
import { findSlot, type Slot } from './slot.ts';

/** Takes the slot if nothing is in the way, with the first grant already `sent`. See `Ledger.reserve`. */
export function* reserve(request: ReserveRequest, clockToleranceMs: number): Operation<Reservation> {
  yield* lock(`member ${request.memberId}`);
  const { idempotency } = request;
  const row = yield* first(
    `SELECT (SELECT MAX(id) FROM claims) AS newest, (SELECT 1 FROM presses WHERE idempotency_key = ?) AS pressed,
       ${SALT} AS salt`,
    idempotency?.key ?? null,
  );
  const byMs = row && row['newest'] !== null ? claimTime(text(row, 'newest')) - request.now : 0;
  if (byMs > clockToleranceMs) return { kind: 'clock-behind', byMs };
  const earlier = row?.['pressed'] && idempotency ? yield* replay(idempotency) : null;
  if (earlier) return earlier;

  const names = namesWith(request.memberId, row?.['salt']);
  const slot = yield* findSlot({ ...request, names });
  if (slot.holder) return yield* takeUp(request, names, slot.holder);
  if (slot.opensAt !== null) return { kind: 'too-early', nextClaimAt: slot.opensAt };
  return yield* takeSlot(request, names, slot);
}

/** See `Ledger.replay`. */
export function* replay({ key, fingerprint }: { key: string; fingerprint: string }): Operation<Replay | null> {
  const press = yield* first('SELECT fingerprint, claim_id FROM presses WHERE idempotency_key = ?', key);
  if (!press) return null;
  if (text(press, 'fingerprint') !== fingerprint) return { kind: 'key-reused' };
  const claim = yield* claimById(text(press, 'claim_id'));
  return claim ? { kind: 'replayed', claim } : null;
}

function* rememberPress({ idempotency }: ReserveRequest, claimId: string): Operation<void> {
  if (!idempotency) return;
  yield* all(
    'INSERT INTO presses (idempotency_key, fingerprint, claim_id) VALUES (?, ?, ?)',
    idempotency.key,
    idempotency.fingerprint,
    claimId,
  );
}

function* takeSlot(request: ReserveRequest, names: readonly string[], slot: Slot): Operation<Reservation> {
  const { orders, ordersStreak = slot.streak } = request;
  if (slot.streak !== null && ordersStreak !== slot.streak) return { kind: 'other-streak', streak: slot.streak };
  const points = orders.reduce((sum, order) => sum + pointsOf(order), 0);
  const cap = yield* charge({ ...request, names }, request.caps, { claims: 1, points });
  if (cap) return { kind: 'capped', cap };

  const { claimId: id, action, memberId, service, fields, now, deadline } = request;
  yield* all(
    `INSERT INTO claims (id, action, member_id, service, period, next_claim_at, state, holds, streak, fields, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, 'pending', 1, ?, ?, ?, ?)`,
    id,
    action,
    memberId,
    service,
    slot.key,
    slot.nextClaimAt,
    slot.streak,
    jsonOrNull(fields),
    now,
    now,
  );
  for (const [index, order] of orders.entries()) yield* placeOrder(id, index, order, { now, deadline });
  yield* rememberPress(request, id);

  const grants = orders.map((order, index): GrantRecord => {
    const attempts = index === 0 ? 1 : 0;
    return { index, order, state: stateAtStart(index), attempts, deadline, echo: null, evidence: null };
  });
  const { key: period, nextClaimAt, streak } = slot;
  const claim = { id, action, memberId, service, period, nextClaimAt, state: 'pending', streak, fields } as const;
  return { kind: 'reserved', claim: { ...claim, createdAt: now, updatedAt: now, grants } };
}

/** One durable write both reserves the first grant and lets it be sent: the transport knows for sure whether a byte was written. */
function stateAtStart(index: number): 'sent' | 'reserved' {
  return index === 0 ? 'sent' : 'reserved';
}

function* placeOrder(
  claimId: string,
  index: number,
  order: Order,
  at: { now: number; deadline: number },
): Operation<void> {
  const state = stateAtStart(index);
  yield* all(
    'INSERT INTO grants (claim_id, idx, kind, points, ask, state, attempts, deadline) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    claimId,
    index,
    order.kind,
    pointsOf(order),
    JSON.stringify(order),
    state,
    index === 0 ? 1 : 0,
    at.deadline,
  );
  yield* record(claimId, index, null, { to: state, cause: 'reserve', now: at.now });
}

/** A claim of which some grants happened and others surely did not is taken up again for the others, under its own id. */
function* takeUp(request: ReserveRequest, names: readonly string[], claim: ClaimRecord): Operation<Reservation> {
  const missing = claim.grants.filter(({ state }) => state === 'refused' || state === 'released');
  if (claim.state === 'pending' || missing.length === 0) return { kind: 'held', claim };

  const points = missing.reduce((sum, { order }) => sum + pointsOf(order), 0);
  const cap = yield* charge({ ...request, names }, request.caps, { claims: 0, points });
  if (cap) return { kind: 'capped', cap };

  const { now, deadline } = request;
  const moved: GrantRecord[] = [];
  for (const grant of missing) {
    const placed = yield* moveGrant(claim.id, grant, { to: 'reserved', cause: 'reserve', now, deadline });
    const isFirst = grant === missing[0];
    moved.push(isFirst ? yield* moveGrant(claim.id, placed, { to: 'sent', cause: 'send', now, deadline }) : placed);
  }
  yield* rememberPress(request, claim.id);
  // The member may have been forgotten meanwhile, and gives the id anew.
  const { memberId } = request;
  yield* all('UPDATE claims SET member_id = ?, personal = ? WHERE id = ?', memberId, PERSONAL.all, claim.id);
  // The points are charged already, so what was missing counts as held before.
  const charged = claim.grants.map((grant) => moved.find(({ index }) => index === grant.index) ?? grant);
  return { kind: 'reserved', claim: yield* refresh({ ...claim, memberId, grants: charged }, [], now) };
}

/** Seats that the action has given out. */
export function* seatsTaken(action: string): Operation<number> {
  const row = yield* first('SELECT claims FROM tallies WHERE action = ?', action);
  return row ? number(row, 'claims') : 0;
}
