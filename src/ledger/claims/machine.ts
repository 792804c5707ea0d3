import type { ClaimState, Grant, GrantState } from '../claim.ts';

/**
 * What moves a grant: the proxy's own steps, the service's reply, a deadline that passed, or an operator's decision. A reply that
 * leaves nothing open still counts where the deadline passed before it was recorded. With `gap` one begins as unknown, or becomes so
 * again, since the ledger may have lost what became of it.
 */
export type Cause = 'reserve' | 'send' | 'reply' | 'deadline' | 'operator' | 'gap';

const MOVES: Record<Cause, Partial<Record<GrantState, readonly GrantState[]>>> = {
  reserve: { refused: ['reserved'], released: ['reserved'] },
  send: { reserved: ['sent'], unknown: ['sent'] },
  reply: {
    reserved: ['released'],
    sent: ['granted', 'refused', 'released', 'unknown'],
    unknown: ['granted', 'refused', 'released'],
  },
  deadline: { reserved: ['released'], sent: ['unknown'] },
  operator: { unknown: ['granted', 'released'] },
  gap: { refused: ['unknown'], released: ['unknown'] },
};

/**
 * Whether the cause may move a grant of this kind from one state to another.
 * An unknown award is never sent again; an unknown role is, because assigning a role twice is the same as once.
 */
export function mayMove(kind: Grant['kind'], from: GrantState, to: GrantState, cause: Cause): boolean {
  if (from === 'unknown' && to === 'sent' && kind !== 'role') return false;
  return MOVES[cause][from]?.includes(to) ?? false;
}

/** Whether a grant in this state takes the slot, and counts against caps: it was executed, or may have been, or may still be. */
export function holds(state: GrantState): boolean {
  return state !== 'refused' && state !== 'released';
}

/** What the states of its grants make of a claim. */
export function claimState(grants: readonly GrantState[]): ClaimState {
  if (grants.some((state) => state === 'reserved' || state === 'sent' || state === 'unknown')) return 'pending';
  if (grants.includes('refused')) return 'refused';
  if (grants.includes('released')) return 'released';
  return 'granted';
}
