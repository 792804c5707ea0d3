import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GRANT_STATES, type GrantState } from '../../../src/ledger/index.ts';
import { type Cause, claimState, holds, mayMove } from '../../../src/ledger/claims/machine.ts';

const CAUSES: Cause[] = ['reserve', 'send', 'reply', 'deadline', 'operator', 'gap'];

/**
 * Every move of the drawing in design section 5, of a claim that is taken up again for what did not happen, and of one of which the ledger
 * may have lost what became of it.
 */
const BOTH = [
  'refused -> reserved by reserve',
  'released -> reserved by reserve',
  'reserved -> sent by send',
  'reserved -> released by reply',
  'sent -> granted by reply',
  'sent -> refused by reply',
  'sent -> released by reply',
  'sent -> unknown by reply',
  'unknown -> granted by reply',
  'unknown -> refused by reply',
  'unknown -> released by reply',
  'reserved -> released by deadline',
  'sent -> unknown by deadline',
  'unknown -> granted by operator',
  'unknown -> released by operator',
  'refused -> unknown by gap',
  'released -> unknown by gap',
];

function movesOf(kind: 'points' | 'role'): string[] {
  const moves: string[] = [];
  for (const cause of CAUSES) {
    for (const from of GRANT_STATES) {
      for (const to of GRANT_STATES) if (mayMove(kind, from, to, cause)) moves.push(`${from} -> ${to} by ${cause}`);
    }
  }
  return moves;
}

describe('a grant', () => {
  it('of points moves as drawn, and in no other way', () => {
    assert.deepEqual(movesOf('points').toSorted(), BOTH.toSorted());
  });

  it('of a role may be sent again besides while its outcome is unknown', () => {
    assert.deepEqual(movesOf('role').toSorted(), [...BOTH, 'unknown -> sent by send'].toSorted());
  });

  it('takes its slot unless it surely did not happen', () => {
    assert.deepEqual(GRANT_STATES.filter(holds), ['reserved', 'sent', 'granted', 'unknown']);
  });
});

describe('a claim', () => {
  const cases: [GrantState[], string][] = [
    [['granted'], 'granted'],
    [['refused'], 'refused'],
    [['released'], 'released'],
    [['reserved'], 'pending'],
    [['sent'], 'pending'],
    [['unknown'], 'pending'],
    [['granted', 'granted'], 'granted'],
    [['granted', 'refused'], 'refused'],
    [['granted', 'released'], 'released'],
    [['released', 'refused'], 'refused'],
    [['refused', 'released'], 'refused'],
    [['refused', 'unknown'], 'pending'],
    [['released', 'sent'], 'pending'],
    [['granted', 'reserved'], 'pending'],
  ];
  for (const [grants, state] of cases) {
    it(`whose grants are ${grants.join(' and ')} is ${state}`, () => {
      assert.equal(claimState(grants), state);
    });
  }
});
