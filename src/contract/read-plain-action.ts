import type { ActionView, GrantView, MemberStanding, StreakStep } from './action.ts';
import {
  either,
  type Guard,
  isBoolean,
  isInstant,
  isInteger,
  isString,
  listOf,
  nullable,
  object,
  oneOf,
  optional,
  reader,
} from './guard.ts';

/** The part of an action that matters to widgets that ask only for the member id. */
export type PlainAction = Omit<
  ActionView,
  | 'action'
  | 'identity'
  | 'memberIdExample'
  | 'signIn'
  | 'fields'
  | 'closes'
  | 'seatsLeft'
  | 'challenge'
  | 'onchain'
  | 'ticket'
> & {
  identity: string;
};

const areGrants = listOf(
  either(
    object<GrantView & { type: 'points' }>({ type: oneOf('points'), points: nullable(isInteger) }),
    object<GrantView & { type: 'role' }>({
      type: oneOf('role'),
      roleId: isString,
      roleName: isString,
      roleColor: optional(isString),
    }),
  ),
);

const isStanding = object<MemberStanding>({
  memberId: isString,
  canClaim: isBoolean,
  nextClaimAt: nullable(isInstant),
  pendingClaimId: nullable(isString),
  streak: nullable(isInteger),
  nextStep: optional(object<StreakStep>({ streak: isInteger, points: isInteger })),
});

export const isPlainAction: Guard<PlainAction> = object<PlainAction>({
  title: isString,
  description: nullable(isString),
  grants: areGrants,
  memberIdLabel: optional(isString),
  repeats: oneOf('once', 'daily', 'weekly', 'monthly', 'rolling'),
  timeZone: isString,
  opens: nullable(isInstant),
  state: oneOf('open', 'upcoming', 'closed', 'full'),
  identity: isString,
  member: nullable(isStanding),
});

/** The part of the reply to `GET {mount}/actions/{action}` that matters to such widgets, or undefined if that part is anything else. */
export const readPlainAction: (value: unknown) => PlainAction | undefined = reader(isPlainAction);
