import { noteAudit } from '../keeping/audit.ts';
import { type Move, moveGrant, refresh, tryToMoveGrant } from './journal.ts';
import { contradicts, isAbout, recordLate } from './late-reply.ts';
import { mayMove } from './machine.ts';
import { all, first, lock, type Operation, text } from '../operation.ts';
import type { ClaimRecord, GrantRecord, Settlement } from '../port.ts';
import { claimById } from './records.ts';

/** See `Ledger.send`. */
export function* send(
  claimId: string,
  index: number,
  { now, deadline, attempt }: { now: number; deadline: number; attempt?: number },
): Operation<boolean> {
  const { claim, grant } = yield* grantOf(claimId, index);
  if (attempt !== undefined && attempt !== grant.attempts + 1) return false;
  if (!mayMove(grant.order.kind, grant.state, 'sent', 'send')) return false;
  const sent = yield* moveGrant(claimId, grant, { to: 'sent', cause: 'send', now, deadline });
  yield* refresh(claim, [sent], now);
  return true;
}

/** See `Ledger.settle`. `known` is the claim as it was reserved, where the process has it still. */
export function* settle(
  claimId: string,
  index: number,
  settlement: Settlement,
  now: number,
  known: ClaimRecord | null,
): Operation<ClaimRecord> {
  const settled = known && (yield* settleAsKnown(known, index, settlement, now));
  if (settled) return settled;
  const { claim, grant } = yield* grantEver(claimId, index);
  if (!grant || !mayBeSettled(grant, settlement)) {
    if (contradicts(grant, settlement)) yield* recordLate(claimId, index, grant, settlement, now);
    return claim;
  }
  return yield* refresh(claim, [yield* moveGrant(claimId, grant, moveOf(settlement, now))], now);
}

/** Settles a claim that has one grant without reading it first. Null, with nothing done, where the grant is no longer as it is known. */
function* settleAsKnown(
  claim: ClaimRecord,
  index: number,
  settlement: Settlement,
  now: number,
): Operation<ClaimRecord | null> {
  const grant = claim.grants.find((candidate) => candidate.index === index);
  if (!grant || !mayBeSettled(grant, settlement)) return null;
  const settled = yield* tryToMoveGrant(claim.id, grant, moveOf(settlement, now));
  return settled && (yield* refresh(claim, [settled], now));
}

function mayBeSettled(grant: GrantRecord, settlement: Settlement): boolean {
  return isAbout(grant, settlement) && mayMove(grant.order.kind, grant.state, settlement.state, 'reply');
}

function moveOf({ state: to, echo, evidence }: Settlement, now: number): Move {
  return { to, cause: 'reply', now, evidence, ...(echo && { echo }) };
}

/** See `Ledger.abandon`. The lock is the one under which the reservation was made, so that it is over by then. */
export function* abandon(reserved: ClaimRecord, evidence: unknown, now: number): Operation<ClaimRecord | null> {
  yield* lock(`member ${reserved.memberId}`);
  const claim = yield* claimById(reserved.id);
  if (!claim) return null;
  const moved: GrantRecord[] = [];
  for (const { index, state, attempts } of reserved.grants) {
    const grant = claim.grants.find((candidate) => candidate.index === index);
    const isTaken = (state === 'sent' || state === 'reserved') && grant?.attempts === attempts;
    if (!isTaken || !mayMove(grant.order.kind, grant.state, 'released', 'reply')) continue;
    moved.push(yield* moveGrant(claim.id, grant, { to: 'released', cause: 'reply', now, evidence }));
  }
  return moved.length > 0 ? yield* refresh(claim, moved, now) : claim;
}

/**
 * See `Ledger.recover`. Settles the claims of at most `limit` grants, so that the store is not held for long; where there is
 * nothing to settle it returns none.
 */
export function* recover(now: number, limit: number): Operation<ClaimRecord[]> {
  // Not DISTINCT, for which SQLite would read the whole table in the order of its key.
  const rows = yield* all(
    `SELECT claim_id FROM grants WHERE (state = 'reserved' OR state = 'sent') AND deadline < ? ORDER BY deadline LIMIT ${limit}`,
    now,
  );
  const settled: ClaimRecord[] = [];
  for (const id of new Set(rows.map((row) => text(row, 'claim_id')))) {
    const claim = yield* claimById(id);
    if (!claim) continue;
    const moved: GrantRecord[] = [];
    for (const grant of claim.grants) {
      const inFlight = grant.state === 'reserved' || grant.state === 'sent';
      if (!inFlight || grant.deadline >= now) continue;
      const to = grant.state === 'sent' ? 'unknown' : 'released';
      moved.push(yield* moveGrant(claim.id, grant, { to, cause: 'deadline', now }));
    }
    // Another process may have settled it since the ids were read.
    if (moved.length > 0) settled.push(yield* refresh(claim, moved, now));
  }
  return settled;
}

/** See `Ledger.resolve`. */
export function* resolve(
  claimId: string,
  { state: to, who, why }: { state: 'granted' | 'released'; who: string; why: string },
  now: number,
): Operation<ClaimRecord | null> {
  const claim = yield* claimById(claimId);
  if (!claim) return null;
  const moved: GrantRecord[] = [];
  for (const grant of claim.grants) {
    if (grant.state !== 'unknown') continue;
    const echo = to === 'granted' ? { echo: grant.order } : {};
    moved.push(yield* moveGrant(claimId, grant, { to, cause: 'operator', note: `${who}: ${why}`, now, ...echo }));
  }
  if (moved.length === 0) return claim;
  yield* noteAudit({ at: now, who, what: 'decided', claimId, details: { state: to, why } });
  return yield* refresh(claim, moved, now);
}

function* grantOf(claimId: string, index: number): Operation<{ claim: ClaimRecord; grant: GrantRecord }> {
  const { claim, grant } = yield* grantEver(claimId, index);
  if (!grant) throw noGrant(claimId, index);
  return { claim, grant };
}

/** The same, but for a grant that the claim had once: it is gone where the action gives it no more. */
function* grantEver(claimId: string, index: number): Operation<{ claim: ClaimRecord; grant: GrantRecord | undefined }> {
  const claim = yield* claimById(claimId);
  if (!claim) throw noGrant(claimId, index);
  const grant = claim.grants.find((candidate) => candidate.index === index);
  const known = grant ?? (yield* first('SELECT 1 AS known FROM events WHERE claim_id = ? AND idx = ?', claimId, index));
  if (!known) throw noGrant(claimId, index);
  return { claim, grant };
}

function noGrant(claimId: string, index: number): RangeError {
  return new RangeError(`claim ${claimId} has no grant ${index}`);
}
