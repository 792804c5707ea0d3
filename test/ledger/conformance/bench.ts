import assert from 'node:assert/strict';
import type { ClaimRecord, Ledger, Reservation } from '../../../src/ledger/index.ts';

/** A store under test: an empty ledger, and a second connection to the same store. */
export interface Bench extends AsyncDisposable {
  ledger: Ledger;
  other: () => Promise<Ledger>;
}

/** The claim of a reservation that won its slot. */
export function reserved(reservation: Reservation): ClaimRecord {
  assert.equal(reservation.kind, 'reserved');
  assert.ok('claim' in reservation);
  return reservation.claim;
}
