import * as z from 'zod/mini';
import * as types from '../claim.ts';
import { Proof } from './challenge.ts';

export const ClaimBody = z.strictObject({
  memberId: z.optional(z.string()),
  fields: z.optional(
    z.record(
      z.string().check(z.maxLength(64)),
      z.union([z.string().check(z.maxLength(4096)), z.number(), z.boolean()]),
    ),
  ),
  proof: z.optional(Proof),
}) satisfies z.ZodMiniType<types.ClaimBody>;
export type ClaimBody = types.ClaimBody;

export const PointsGrant = z.object({
  type: z.literal('points'),
  points: z.int(),
  remark: z.string(),
}) satisfies z.ZodMiniType<types.PointsGrant>;
export type PointsGrant = types.PointsGrant;

export const RoleGrant = z.object({
  type: z.literal('role'),
  roleId: z.string(),
  roleName: z.string(),
  remark: z.string(),
}) satisfies z.ZodMiniType<types.RoleGrant>;
export type RoleGrant = types.RoleGrant;

export const ClaimGrant = z.discriminatedUnion('type', [
  PointsGrant,
  RoleGrant,
]) satisfies z.ZodMiniType<types.ClaimGrant>;
export type ClaimGrant = types.ClaimGrant;

export const ClaimStatus = z.enum(types.CLAIM_STATUSES) satisfies z.ZodMiniType<types.ClaimStatus>;
export type ClaimStatus = types.ClaimStatus;

export const Claim = z.object({
  id: z.string().check(z.minLength(1)),
  action: z.string(),
  memberId: z.string(),
  status: ClaimStatus,
  grants: z.array(ClaimGrant),
  claimedAt: z.iso.datetime(),
  nextClaimAt: z.nullable(z.iso.datetime()),
  streak: z.nullable(z.int()),
}) satisfies z.ZodMiniType<types.Claim>;
export type Claim = types.Claim;
