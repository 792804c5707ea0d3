import type { ActionView, FieldView, GrantView, MemberStanding } from './action.ts';
import {
  either,
  isBoolean,
  isCount,
  isInstant,
  isInteger,
  isRecord,
  isString,
  listOf,
  nullable,
  object,
  oneOf,
  reader,
} from './guard.ts';

const areGrants = listOf(
  either(
    object<GrantView & { type: 'points' }>({ type: oneOf('points'), points: nullable(isInteger) }),
    object<GrantView & { type: 'role' }>({ type: oneOf('role'), roleId: isString, roleName: isString }),
  ),
);

const isField = object<FieldView>({
  name: isString,
  label: isString,
  type: oneOf('text', 'email', 'tel', 'url', 'number', 'date', 'textarea', 'select', 'checkbox'),
  required: isBoolean,
  maxLength: nullable(isInteger),
  options: listOf(object<FieldView['options'][number]>({ value: isString, label: isString })),
});

const isStanding = object<MemberStanding>({
  memberId: isString,
  canClaim: isBoolean,
  nextClaimAt: nullable(isInstant),
  pendingClaimId: nullable(isString),
  streak: nullable(isInteger),
});

const isAction = object<ActionView>({
  action: isString,
  title: isString,
  description: nullable(isString),
  grants: (value): value is GrantView[] => areGrants(value) && value.length > 0,
  repeats: oneOf('once', 'daily', 'weekly', 'monthly', 'rolling'),
  timeZone: isString,
  opens: nullable(isInstant),
  closes: nullable(isInstant),
  state: oneOf('open', 'upcoming', 'closed', 'full'),
  seatsLeft: nullable(isCount),
  identity: oneOf('typed', 'signed', 'session', 'platform'),
  challenge: nullable(isRecord),
  fields: listOf(isField),
  member: nullable(isStanding),
});

/** The reply to `GET {mount}/actions/{action}`, or undefined where the value is anything else. Accepts what the schema `ActionView` accepts. */
export const readAction: (value: unknown) => ActionView | undefined = reader(isAction);
