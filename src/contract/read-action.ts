import type { ActionView, FieldView } from './action.ts';
import {
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
  optional,
  reader,
} from './guard.ts';
import { isSignIn } from './read-sign-in.ts';
import { isPlainAction, type PlainAction } from './read-plain-action.ts';

const isHint = optional(isString);

const isField = object<FieldView>({
  name: isString,
  label: isString,
  type: oneOf('text', 'email', 'tel', 'url', 'number', 'date', 'textarea', 'select', 'checkbox'),
  required: isBoolean,
  maxLength: nullable(isInteger),
  options: listOf(object<FieldView['options'][number]>({ value: isString, label: isString })),
  autocomplete: isHint,
  inputMode: isHint,
  enterKeyHint: isHint,
});

const hasTheRest = object<Omit<ActionView, Exclude<keyof PlainAction, 'identity' | 'grants'> | 'onchain' | 'ticket'>>({
  action: isString,
  grants: (value): value is ActionView['grants'] => Array.isArray(value) && value.length > 0,
  identity: oneOf('typed', 'signed', 'session', 'platform'),
  memberIdExample: optional(nullable(isString)),
  signIn: optional(isSignIn),
  closes: nullable(isInstant),
  seatsLeft: nullable(isCount),
  challenge: nullable(isRecord),
  fields: listOf(isField),
});

/** The reply to `GET {mount}/actions/{action}`, or undefined if the value is anything else. Accepts what the schema `ActionView` accepts. */
export const readAction: (value: unknown) => ActionView | undefined = reader(
  (value): value is ActionView => isPlainAction(value) && hasTheRest(value),
);
