import { type Ledger, newClaimId, type Reservation } from '../../ledger/index.ts';
import { dependsOnStreak, grantKinds, grantsOf } from '../actions/action.ts';
import type { Upstream } from '../upstream/index.ts';
import { capsOf } from './claim-caps.ts';
import type { ClaimContext } from './claim-context.ts';
import { grantsLimitMs } from './claim-grants.ts';
import { noncesOf } from './single-use.ts';

/** A final reservation, after which no other has to be tried. */
export type Answerable = Exclude<Reservation, { kind: 'other-streak' | 'incomplete' }>;
export type Reserved = Extract<Reservation, { kind: 'reserved' }>;

/** Reserves with the grants for the member's streak, or for a claim that is to be completed: only the ledger knows these. */
export async function reserveFor(
  claim: ClaimContext,
  upstream: Upstream,
  ledger: Ledger,
  now: number,
): Promise<Answerable> {
  const { action, memberId, fields, idempotency, evidence: proofs, links } = claim;
  const excludes = claim.excludes.map(({ action: other, claims }) => ({ action: other, claims }));
  const period = claim.periodAt(now);
  const newId = newClaimId(now);
  const reserveAs = (claimId: string, streak: number | null, madeAt = now) =>
    ledger.reserve({
      claimId,
      action: action.name,
      memberId,
      service: action.service,
      idempotency,
      uses: noncesOf(claim.singleUses),
      ...(claim.triesBefore.length > 0 && { triesBefore: claim.triesBefore }),
      ...(links.length > 0 && { links }),
      ...(excludes.length > 0 && { excludes }),
      fields,
      ...(proofs.length > 0 && { evidence: { proofs } }),
      now,
      period,
      grants: grantsOf(action, streak, claimId),
      ...(streak !== null && { grantsStreak: streak }),
      caps: capsOf(action, madeAt),
      minimumGapMs: action.minimumGapMs,
      deadline: now + grantsLimitMs(upstream, grantKinds(action).length),
    });
  let reservation = await reserveAs(newId, period.previousKey !== null && dependsOnStreak(action) ? 1 : null);
  /* oxlint-disable no-await-in-loop -- only what the ledger says tells what to ask for */
  for (;;) {
    if (reservation.kind === 'other-streak') reservation = await reserveAs(newId, reservation.streak);
    else if (reservation.kind === 'incomplete') {
      const { id, streak, createdAt } = reservation.claim;
      reservation = await reserveAs(id, streak, createdAt);
    } else return reservation;
  }
  /* oxlint-enable no-await-in-loop */
}
