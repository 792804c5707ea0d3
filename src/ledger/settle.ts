import { moveGrant, refresh } from './journal.ts';
import { mayMove } from './machine.ts';
import { all, type Operation, text } from './operation.ts';
import type { ClaimRecord, GrantRecord, Settlement } from './port.ts';
import { claimById } from './records.ts';

/** See `Ledger.send`. */
export function* send(claimId: string, index: number, at: { now: number; deadline: number }): Operation<boolean> {
  const { claim, grant } = yield* grantOf(claimId, index);
  if (!mayMove(grant.order.kind, grant.state, 'sent', 'send')) return false;
  const sent = yield* moveGrant(claimId, grant, { to: 'sent', cause: 'send', ...at });
  yield* refresh(claim, [sent], at.now);
  return true;
}

/** See `Ledger.settle`. */
export function* settle(claimId: string, index: number, settlement: Settlement, now: number): Operation<ClaimRecord> {
  const { claim, grant } = yield* grantOf(claimId, index);
  if (!mayMove(grant.order.kind, grant.state, settlement.state, 'reply')) return claim;
  const { state: to, echo, evidence } = settlement;
  const settled = yield* moveGrant(claimId, grant, { to, cause: 'reply', now, evidence, ...(echo && { echo }) });
  return yield* refresh(claim, [settled], now);
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
  return moved.length > 0 ? yield* refresh(claim, moved, now) : claim;
}

function* grantOf(claimId: string, index: number): Operation<{ claim: ClaimRecord; grant: GrantRecord }> {
  const claim = yield* claimById(claimId);
  const grant = claim?.grants.find((candidate) => candidate.index === index);
  if (!claim || !grant) throw new RangeError(`claim ${claimId} has no grant ${index}`);
  return { claim, grant };
}
