import assert from 'node:assert/strict';
import type { ClaimRecord, ClaimState, Ledger, Reservation, ReserveRequest } from '../index.ts';
import type { Store } from '../sql-ledger.ts';

/** A store under test, which is thrown away after a test. */
export interface Bench extends AsyncDisposable {
  /** Empty. */
  ledger: Ledger;
  /** A second connection to the same store, as another process has it; the same ledger where there can be only one. */
  other: () => Promise<Ledger>;
  /** The store of the ledger, or another on the same database: its transactions are tried by themselves. It may be closed. */
  store?: Store;
}

/** The claim that was reserved; fails where none was. */
export function reserved(reservation: Reservation): ClaimRecord {
  assert.equal(reservation.kind, 'reserved');
  assert.ok('claim' in reservation);
  return reservation.claim;
}

/** The id of the claim that waits for a decision, as claims may be missing; fails where none does. */
export function inDoubt(reservation: Reservation): string {
  assert.equal(reservation.kind, 'in-doubt');
  assert.ok('claim' in reservation);
  return reservation.claim.id;
}

/** Makes the claim and has all of its grants granted. */
export async function grant(ledger: Ledger, wanted: ReserveRequest): Promise<ClaimRecord> {
  let claim = reserved(await ledger.reserve(wanted));
  for (const { index, order, state } of claim.grants) {
    if (state === 'reserved') assert.ok(await ledger.send(claim.id, index, wanted));
    if (state === 'reserved' || state === 'sent') {
      claim = await ledger.settle(
        claim.id,
        index,
        { state: 'granted', echo: order, evidence: { status: 200 } },
        wanted.now,
      );
    }
  }
  return claim;
}

/** Reserves anew what a claim is missing that was refused or released in part; fails where there is no such claim. */
export async function takeUp(ledger: Ledger, wanted: ReserveRequest): Promise<Reservation> {
  const asked = await ledger.reserve(wanted);
  assert.ok(asked.kind === 'incomplete', asked.kind);
  return ledger.reserve({ ...wanted, claimId: asked.claim.id });
}

/** The states of the claims with these ids; undefined where there is none. */
export function statesOf(ledger: Ledger, ids: readonly string[]): Promise<(ClaimState | undefined)[]> {
  return Promise.all(ids.map(async (id) => (await ledger.find(id))?.state));
}
