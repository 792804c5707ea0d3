import * as z from 'zod/mini';
import { SignInView } from './sign-in.ts';

/** How often an action can be claimed. `rolling` counts from the member's last claim. */
export const Repeats = z.enum(['once', 'daily', 'weekly', 'monthly', 'rolling']);
export type Repeats = z.infer<typeof Repeats>;

export const ActionState = z.enum(['open', 'upcoming', 'closed', 'full']);
export type ActionState = z.infer<typeof ActionState>;

/** How the proxy learns who the member is. */
export const IdentityMode = z.enum(['typed', 'signed', 'session', 'platform']);
export type IdentityMode = z.infer<typeof IdentityMode>;

/** A grant as announced: what a claim made now would give. `points` is null where it depends on the member's streak and the member is not known. `roleColor` is a CSS colour. */
export const GrantView = z.discriminatedUnion('type', [
  z.object({ type: z.literal('points'), points: z.nullable(z.int()) }),
  z.object({
    type: z.literal('role'),
    roleId: z.string(),
    roleName: z.string(),
    roleColor: z.optional(z.string()),
  }),
]);
export type GrantView = z.infer<typeof GrantView>;

/** A field that the action asks for along with the member. */
export const FieldView = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(['text', 'email', 'tel', 'url', 'number', 'date', 'textarea', 'select', 'checkbox']),
  required: z.boolean(),
  maxLength: z.nullable(z.int()),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type FieldView = z.infer<typeof FieldView>;

/** Whether and when the member can claim. `pendingClaimId` names a claim whose outcome is not known yet. */
export const MemberStanding = z.object({
  memberId: z.string(),
  canClaim: z.boolean(),
  nextClaimAt: z.nullable(z.iso.datetime()),
  pendingClaimId: z.nullable(z.string()),
  streak: z.nullable(z.int()),
});
export type MemberStanding = z.infer<typeof MemberStanding>;

/** What a widget needs to draw itself: the reply to `GET {mount}/actions/{action}`. Instants are ISO 8601 in UTC. */
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
  signIn: z.optional(SignInView),
  challenge: z.nullable(z.record(z.string(), z.unknown())),
  fields: z.array(FieldView),
  member: z.nullable(MemberStanding),
});
export type ActionView = z.infer<typeof ActionView>;
