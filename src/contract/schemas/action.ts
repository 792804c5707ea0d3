import * as z from 'zod/mini';
import * as types from '../action.ts';
import { SignInView } from './sign-in.ts';

export const Repeats = z.enum(types.REPEATS) satisfies z.ZodMiniType<types.Repeats>;
export type Repeats = types.Repeats;

export const ActionState = z.enum(types.ACTION_STATES) satisfies z.ZodMiniType<types.ActionState>;
export type ActionState = types.ActionState;

export const IdentityMode = z.enum(types.IDENTITY_MODES) satisfies z.ZodMiniType<types.IdentityMode>;
export type IdentityMode = types.IdentityMode;

export const GrantView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('points'), points: z.nullable(z.int()) }),
  z.object({
    type: z.literal('role'),
    roleId: z.string(),
    roleName: z.string(),
    roleColor: z.optional(z.string()),
  }),
]) satisfies z.ZodMiniType<types.GrantView>;
export type GrantView = types.GrantView;

export const FieldView = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(types.FIELD_TYPES),
  required: z.boolean(),
  maxLength: z.nullable(z.int()),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  autocomplete: z.optional(z.string()),
  inputMode: z.optional(z.string()),
  enterKeyHint: z.optional(z.string()),
}) satisfies z.ZodMiniType<types.FieldView>;
export type FieldView = types.FieldView;

export const StreakStep = z.object({
  streak: z.int(),
  points: z.int(),
}) satisfies z.ZodMiniType<types.StreakStep>;
export type StreakStep = types.StreakStep;

export const MemberStanding = z.object({
  memberId: z.string(),
  canClaim: z.boolean(),
  nextClaimAt: z.nullable(z.iso.datetime()),
  pendingClaimId: z.nullable(z.string()),
  streak: z.nullable(z.int()),
  nextStep: z.optional(StreakStep),
}) satisfies z.ZodMiniType<types.MemberStanding>;
export type MemberStanding = types.MemberStanding;

export const ActionView = z.object({
  action: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  grants: z.array(GrantView).check(z.minLength(1)),
  repeats: Repeats,
  timeZone: z.string(),
  opens: z.nullable(z.iso.datetime()),
  closes: z.nullable(z.iso.datetime()),
  state: ActionState,
  seatsLeft: z.nullable(z.int().check(z.minimum(0))),
  identity: IdentityMode,
  memberIdExample: z.optional(z.nullable(z.string())),
  memberIdLabel: z.optional(z.string()),
  signIn: z.optional(SignInView),
  challenge: z.nullable(z.record(z.string(), z.unknown())),
  onchain: z.optional(z.unknown()),
  ticket: z.optional(z.unknown()),
  fields: z.array(FieldView),
  member: z.nullable(MemberStanding),
}) satisfies z.ZodMiniType<types.ActionView>;
export type ActionView = types.ActionView;
