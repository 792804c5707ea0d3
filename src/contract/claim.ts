import type { Proof } from './challenge.ts';

/** The body of `POST {mount}/actions/{action}/claims`. */
export interface ClaimBody {
  memberId?: string | undefined;
  fields?: Record<string, string | number | boolean> | undefined;
  proof?: Proof | undefined;
}

/** Points as the service echoed them, or as requested while the claim is pending. */
export interface PointsGrant {
  type: 'points';
  points: number;
  remark: string;
}

/** A role as the service echoed it, or as requested while the claim is pending. */
export interface RoleGrant {
  type: 'role';
  roleId: string;
  roleName: string;
  remark: string;
}

export type ClaimGrant = PointsGrant | RoleGrant;

/**
 * `granted`: done, as the service echoed it. `pending`: the outcome is not known yet. `refused`: the service refused. `released`: certainly not
 * executed, and the period is free again. The last two occur only in `GET {mount}/claims/{id}`.
 */
export const CLAIM_STATUSES = ['granted', 'pending', 'refused', 'released'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** One member's claim. Instants are ISO 8601 in UTC; `nextClaimAt` is null if the action cannot be claimed again. */
export interface Claim {
  id: string;
  action: string;
  memberId: string;
  status: ClaimStatus;
  grants: ClaimGrant[];
  claimedAt: string;
  nextClaimAt: string | null;
  streak: number | null;
}
