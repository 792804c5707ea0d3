import * as z from 'zod/mini';
import { Proof } from './challenge.ts';

/** The body of `POST {mount}/actions/{action}/claims`. */
export const ClaimBody = z.strictObject({
  memberId: z.optional(z.string()),
  fields: z.optional(
    z.record(
      z.string().check(z.maxLength(64)),
      z.union([z.string().check(z.maxLength(4096)), z.number(), z.boolean()]),
    ),
  ),
  proof: z.optional(Proof),
});
export type ClaimBody = z.infer<typeof ClaimBody>;

/** Points as the service echoed them, or as asked for while the claim is pending. */
export const PointsGrant = z.object({ type: z.literal('points'), points: z.int(), remark: z.string() });
export type PointsGrant = z.infer<typeof PointsGrant>;

/** A role as the service echoed it, or as asked for while the claim is pending. */
export const RoleGrant = z.object({
  type: z.literal('role'),
  roleId: z.string(),
  roleName: z.string(),
  remark: z.string(),
});
export type RoleGrant = z.infer<typeof RoleGrant>;

export const Grant = z.discriminatedUnion('type', [PointsGrant, RoleGrant]);
export type Grant = z.infer<typeof Grant>;

/**
 * `granted`: done, as the service echoed it. `pending`: the outcome is not known yet. `refused`: the service said no.
 * `released`: surely not executed, and the period is free again. The last two occur only in `GET {mount}/claims/{id}`.
 */
export const ClaimStatus = z.enum(['granted', 'pending', 'refused', 'released']);
export type ClaimStatus = z.infer<typeof ClaimStatus>;

/** One member's claim. Instants are ISO 8601 in UTC; `nextClaimAt` is null where the action cannot be claimed again. */
export const Claim = z.object({
  id: z.string().check(z.minLength(1)),
  action: z.string(),
  memberId: z.string(),
  status: ClaimStatus,
  grants: z.array(Grant),
  claimedAt: z.iso.datetime(),
  nextClaimAt: z.nullable(z.iso.datetime()),
  streak: z.nullable(z.int()),
});
export type Claim = z.infer<typeof Claim>;
