import {
  type Guard,
  isBoolean,
  isCount,
  isInstant,
  isInteger,
  isString,
  listOf,
  nullable,
  object,
  optional,
  reader,
} from './guard.ts';
import type { ProblemCode } from './problem-codes.ts';
import type { FieldError, Problem, Progress } from './problem.ts';

// Only the codes: the table in problem-codes.ts would add its titles to every page.
const codes: Record<ProblemCode, true> = {
  'invalid-request': true,
  'sign-in-required': true,
  'origin-not-allowed': true,
  'challenge-failed': true,
  'not-proved': true,
  'unknown-action': true,
  'unknown-claim': true,
  'not-found': true,
  'method-not-allowed': true,
  'already-claimed': true,
  'not-yet': true,
  'not-open': true,
  closed: true,
  full: true,
  'too-large': true,
  'unsupported-media-type': true,
  refused: true,
  'rate-limited': true,
  internal: true,
  unreachable: true,
  throttled: true,
};

const isCode: Guard<ProblemCode> = (value): value is ProblemCode => isString(value) && Object.hasOwn(codes, value);

const isProblem = object<Problem>({
  type: isString,
  title: isString,
  status: isInteger,
  code: isCode,
  detail: isString,
  requestId: isString,
  nextClaimAt: optional(nullable(isInstant)),
  opens: optional(isInstant),
  closes: optional(isInstant),
  retryAfter: optional(isCount),
  ofSite: optional(isBoolean),
  reason: optional(isString),
  progress: optional(object<Progress>({ done: isCount, of: isCount })),
  errors: optional(listOf(object<FieldError>({ field: isString, message: isString }))),
});

/** A problem document, or undefined if the value is anything else. Accepts what the schema `Problem` accepts. */
export const readProblem: (value: unknown) => Problem | undefined = reader(isProblem);
