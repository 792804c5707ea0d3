/** What one action gives: points or a role. Ids are strings. */
export type Grant =
  | { kind: 'points'; points: number; remark: string }
  | { kind: 'role'; roleId: string; roleName: string; remark: string };

/** Whether both give the same points or the same role, whatever the remark says, or the role is called by now. */
export function isSameGrant(one: Grant, other: Grant): boolean {
  if (one.kind === 'points') return other.kind === 'points' && one.points === other.points;
  return other.kind === 'role' && one.roleId === other.roleId;
}

/** The remark of a grant that is known from a log alone, which has no remarks. */
export const REMARK_UNKNOWN = 'brought back from the log';

/**
 * `reserved`: recorded, nothing written upstream. `sent`: the request may be on its way. `granted`: executed.
 * `refused`, `released`: not executed, and the slot is free. `unknown`: may have been executed.
 */
export type GrantState = (typeof GRANT_STATES)[number];

export const GRANT_STATES = ['reserved', 'sent', 'granted', 'refused', 'released', 'unknown'] as const;

/**
 * One grant of a claim. `order` is what was asked of the service, and `echo` what the service gave back; `evidence` is what is known of the last
 * call. Exports of claims, the owner's desk and the events that wait for delivery have these names, so they stay.
 */
export interface GrantRecord {
  index: number;
  order: Grant;
  state: GrantState;
  /** How often it was sent. */
  attempts: number;
  /** Epoch milliseconds after which `reserved` and `sent` are settled by recovery. */
  deadline: number;
  echo: Grant | null;
  evidence: unknown;
}

/**
 * What the claim as a whole amounts to: `granted` when all grants are, `pending` while one is reserved, sent or unknown,
 * `refused` or `released` when the rest is settled and at least one grant did not happen.
 */
export type ClaimState = (typeof CLAIM_STATES)[number];

export const CLAIM_STATES = ['granted', 'pending', 'refused', 'released'] as const;

/** One member's request for one action in one period, with its outcome. Times are epoch milliseconds. */
export interface ClaimRecord {
  id: string;
  action: string;
  /** `purged:` and the claim's id, or `forgotten:` and a pseudonym, where the member's id was taken away. */
  memberId: string;
  service: string;
  period: string;
  nextClaimAt: number | null;
  state: ClaimState;
  streak: number | null;
  fields: Record<string, string | number | boolean> | null;
  createdAt: number;
  updatedAt: number;
  grants: GrantRecord[];
}
