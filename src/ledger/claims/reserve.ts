import { charge } from './caps.ts';
import { claimTime, timePrefix } from './claim-id.ts';
import { type Clock, requireSameTime, storeTime } from '../keeping/clock.ts';
import { findExclusion } from './exclusions.ts';
import { GAP, isDecided, isDecidedOf, reaches } from '../keeping/gap.ts';
import { jsonOrNull, pointsOf, record } from './journal.ts';
import { findConflict, takeLinks } from '../members/links.ts';
import type { Cause } from './machine.ts';
import { findUsed, useUp } from './nonces.ts';
import { compare, type Memory, SIGHT, type Sight } from '../keeping/memory.ts';
import { all, first, lock, number, numberOrNull, type Operation, type Row, text } from '../operation.ts';
import type { Grant, GrantRecord, KeyedRequest, Nonce, Replay, Reservation, ReserveRequest } from '../port.ts';
import { KEY, namesWith, SALT } from '../members/pseudonym.ts';
import { claimById } from './records.ts';
import { noteRule, RULES, rulesOf } from '../periods/rules.ts';
import { findSlot, type Slot } from '../periods/slot.ts';
import { takeUp } from './take-up.ts';
import { tell } from '../deliveries/tell.ts';
import { traceOf } from '../members/trace.ts';

/** What a reservation came to, and what was seen of the store on the way. */
export interface Reserved {
  reservation: Reservation;
  sight: Sight;
}

/**
 * Takes the slot if nothing is in the way, with the first grant already `sent`. See `Ledger.reserve`. Throws `LedgerError` where the
 * store is not what the process remembers.
 */
export function* reserve(request: ReserveRequest, memory: Memory, clock: Clock): Operation<Reserved> {
  const { memberId, idempotency, now } = request;
  // Before the wait for the lock: some stores show the state from before it, which lacks what this process has seen since.
  const recalled = memory.recall();
  yield* lock(`member ${memberId}`);
  const row = yield* first(
    `SELECT ${SIGHT}, (SELECT 1 FROM idempotency_keys WHERE idempotency_key = ? LIMIT 1) AS pressed, ${SALT} AS salt, ${KEY} AS secret, ${GAP}, ${storeTime(clock)},
       ${RULES} FROM ledger`,
    timePrefix(now),
    recalled.latest,
    idempotency?.key ?? null,
    ...rulesOf(request),
  );
  const sight = compare(row, recalled, now);
  requireSameTime(row, clock);
  const byMs = sight.newest === null ? 0 : claimTime(sight.newest) - now;
  if (byMs > clock.toleranceMs) return { reservation: { kind: 'clock-behind', byMs }, sight };
  const reservation = yield* answer(request, row ?? {});
  const secret = row?.['secret'];
  if (reservation.kind !== 'reserved' || typeof secret !== 'string') return { reservation, sight };
  return { reservation: { ...reservation, trace: traceOf(memberId, reservation.claim.id, secret) }, sight };
}

/** `row` has what is known of the idempotency key, the salt, a gap, and the action's rules. */
function* answer(request: ReserveRequest, row: Row): Operation<Reservation> {
  const { action, memberId, idempotency, uses = [], links = [], excludes = [] } = request;
  const earlier = row['pressed'] && idempotency ? yield* replay({ action, memberId, ...idempotency }) : null;
  if (earlier) return earlier;
  const names = yield* namesNow(memberId, row);
  // Before the slot, so that a claim that is settled meanwhile is not seen as it was, and what it used as if it was over.
  const { used, inPart } = yield* findUsed(uses, names);
  if (used !== null) return { kind: 'used', id: used };

  const changed = row['known'] === 1 ? Number(row['others']) > 0 : yield* noteRule(request);
  const conflict = yield* findConflict(links, memberId);
  const excluding = yield* findExclusion(excludes, names);
  const slot = yield* findSlot({ ...request, names, changed });
  const isOpen = slot.holder?.state === 'refused' || slot.holder?.state === 'released';
  const paid = inPart.find(({ claimId }) => !isOpen || claimId !== slot.holder?.id);
  if (paid) return { kind: 'used', id: paid.id };

  const gapUntil = numberOrNull(row, 'gap_until');
  if (slot.holder) {
    if (conflict && isOpen) return { kind: 'linked', ...conflict };
    if (excluding !== null && isOpen) return { kind: 'excluded', action: excluding };
    const inDoubt = isOpen && gapUntil !== null && (yield* isTakenUpInDoubt(request, slot.holder.id, gapUntil));
    const taken = yield* takeUp(request, names, slot.holder, inDoubt);
    if (taken.kind === 'reserved' || taken.kind === 'in-doubt') yield* bind(request, taken.claim.id);
    return taken;
  }
  if (slot.opensAt !== null) return { kind: 'too-early', nextClaimAt: slot.opensAt, streak: slot.streakOnceOpen };
  if (conflict) return { kind: 'linked', ...conflict };
  if (excluding !== null) return { kind: 'excluded', action: excluding };
  const inDoubt = gapUntil !== null && (yield* isDoubted(request, { names, key: slot.key }, gapUntil));
  return yield* takeSlot(request, names, { ...slot, inDoubt });
}

/**
 * The names that the member's claims stand under. Where claims may be missing, some may be brought back under the member's pseudonym just now,
 * which waits for this lock.
 */
function* namesNow(
  memberId: string,
  { salt = null, secret = null, gap_until: gapUntil }: Row,
): Operation<readonly string[]> {
  if (typeof gapUntil !== 'number') return namesWith(memberId, salt);
  const names = namesWith(memberId, salt ?? secret);
  for (const name of names.slice(1)) yield* lock(`member ${name}`);
  return names;
}

/** Whether the ledger may have lost that what is missing of the claim was given since, or was given for what is used, and nobody has said yet that it was not. */
function* isTakenUpInDoubt(
  { grants, period, now, uses = [], triesBefore = [] }: ReserveRequest,
  holder: string,
  gapUntil: number,
): Operation<boolean> {
  if (!givesPoints(grants)) return false;
  if (reaches(period, gapUntil, now) && !(yield* isDecidedOf([holder], gapUntil))) return true;
  return !(yield* isDecidedOf(triesBefore, gapUntil)) && (yield* mayBeUsed(uses, gapUntil));
}

/** Whether the ledger may have lost that this was claimed, or that what it uses was used, and nobody has said yet that it was not. */
function* isDoubted(
  request: ReserveRequest,
  slot: { names: readonly string[]; key: string },
  gapUntil: number,
): Operation<boolean> {
  const { action, period, grants, uses = [], triesBefore = [], now } = request;
  if (!givesPoints(grants) || (yield* isDecidedOf(triesBefore, gapUntil))) return false;
  if (yield* mayBeUsed(uses, gapUntil)) return true;
  if (!reaches(period, gapUntil, now)) return false;
  // Where each event is claimed, the next slot is that of any event, so that what was said of one says nothing of another.
  return period.rollingMs === 0 || !(yield* isDecided({ action, ...slot }, gapUntil));
}

/** Whether the ledger may have lost that something of it was used, be that in a period that is over, and nobody has said yet that it was not. */
function* mayBeUsed(uses: readonly Nonce[], gapUntil: number): Operation<boolean> {
  for (const { id } of lastingOf(uses)) {
    const row = yield* first('SELECT holder FROM nonces WHERE id = ?', id);
    if (!row || !(yield* isDecidedOf([text(row, 'holder')], gapUntil))) return true;
  }
  return false;
}

function lastingOf(uses: readonly Nonce[]): Nonce[] {
  return uses.filter(({ isLasting }) => isLasting);
}

/** Roles are given again: having one twice is the same as once. */
function givesPoints(grants: readonly Grant[]): boolean {
  return grants.some(({ kind }) => kind === 'points');
}

/** See `Ledger.replay`. Beside a claim that was brought back there may be one that was asked for with its key while it was missing, and came to nothing. */
export function* replay({ action, memberId, key, fingerprint }: KeyedRequest): Operation<Replay | null> {
  const press = yield* first(
    `SELECT idempotency_keys.fingerprint, idempotency_keys.claim_id FROM idempotency_keys JOIN claims ON claims.id = idempotency_keys.claim_id
     WHERE idempotency_keys.idempotency_key = ? AND claims.action = ? AND claims.member_id = ? ORDER BY claims.holds DESC, claims.id LIMIT 1`,
    key,
    action,
    memberId,
  );
  if (!press) return null;
  if (text(press, 'fingerprint') !== fingerprint) return { kind: 'key-reused' };
  const claim = yield* claimById(text(press, 'claim_id'));
  return claim ? { kind: 'replayed', claim } : null;
}

/** Whatever named or allowed the claim stands for this one from now on, and for no other. */
function* bind(request: ReserveRequest, claimId: string): Operation<void> {
  const { idempotency, uses = [], links = [], memberId, now } = request;
  yield* takeLinks(links, { memberId, claimId, now });
  yield* useUp(uses, claimId);
  if (!idempotency) return;
  // A claim that was brought back under a pseudonym may have the key already.
  yield* all(
    'INSERT INTO idempotency_keys (idempotency_key, fingerprint, claim_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    idempotency.key,
    idempotency.fingerprint,
    claimId,
  );
}

function* takeSlot(
  request: ReserveRequest,
  names: readonly string[],
  slot: Slot & { inDoubt: boolean },
): Operation<Reservation> {
  const { grantsStreak = slot.streak } = request;
  if (slot.streak !== null && grantsStreak !== slot.streak) return { kind: 'other-streak', streak: slot.streak };
  const points = request.grants.reduce((sum, grant) => sum + pointsOf(grant), 0);
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
  const grants: GrantRecord[] = request.grants.map((order, index) => {
    const begin = slot.inDoubt ? IN_DOUBT : index === 0 ? SENT : RESERVED;
    return { ...begin, index, order, deadline, echo: null, evidence: null };
  });
  for (const grant of grants) {
    const evidence = grant.index === 0 ? request.evidence : undefined;
    yield* placeGrant(id, grant, { cause: slot.inDoubt ? 'gap' : 'reserve', evidence, now });
  }
  yield* bind(request, id);

  const { key: period, nextClaimAt, streak } = slot;
  const slotted = { id, action, memberId, service, period, nextClaimAt, state: 'pending', streak, fields } as const;
  const claim = { ...slotted, createdAt: now, updatedAt: now, grants };
  if (slot.inDoubt) yield* tell('claim.pending', claim, now);
  return { kind: slot.inDoubt ? 'in-doubt' : 'reserved', claim };
}

/** One durable write both reserves the first grant and lets it be sent: the transport knows for sure whether a byte was written. */
const SENT = { state: 'sent', attempts: 1 } as const;
const RESERVED = { state: 'reserved', attempts: 0 } as const;
const IN_DOUBT = { state: 'unknown', attempts: 0 } as const;

function* placeGrant(
  claimId: string,
  { index, order, state, attempts, deadline }: GrantRecord,
  move: { cause: Cause; evidence: unknown; now: number },
): Operation<void> {
  yield* all(
    'INSERT INTO grants (claim_id, idx, kind, points, ask, state, attempts, deadline) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    claimId,
    index,
    order.kind,
    pointsOf(order),
    JSON.stringify(order),
    state,
    attempts,
    deadline,
  );
  yield* record(claimId, index, null, { to: state, ...move });
}

/** Seats that the action has given out. */
export function* seatsTaken(action: string): Operation<number> {
  const row = yield* first('SELECT claims FROM tallies WHERE action = ?', action);
  return row ? number(row, 'claims') : 0;
}
