import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import * as fc from 'fast-check';
import type * as z from 'zod/mini';
import { isThorough } from '../support/thorough.ts';
import { ACTION_STATES, FIELD_TYPES, IDENTITY_MODES, REPEATS } from '../../src/contract/action.ts';
import { CLAIM_STATUSES } from '../../src/contract/claim.ts';
import {
  ActionView,
  AltchaChallenge,
  ChallengeView,
  Claim,
  Problem,
  PROBLEMS,
  readAction,
  readAltchaChallenge,
  readChallengeView,
  OnchainMessage,
  OnchainView,
  readClaim,
  readOnchainMessage,
  readOnchainView,
  readProblem,
  readSignInToken,
  SignInToken,
  SignInView,
} from '../../src/contract/index.ts';
import { isSignIn } from '../../src/contract/read-sign-in.ts';

/** As many as fast-check tries by itself, or enough for what is spoiled at each place in each of some ways anyhow. */
const SPOILED = isThorough ? 100 : 40;

const nullable = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const integer = fc.oneof(fc.integer(), fc.maxSafeInteger());
const count = fc.nat();
const instant = fc
  .date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .chain((date) => fc.constantFrom('Z', '.5Z', '.123456789Z').map((end) => date.toISOString().replace(/\.\d+Z$/, end)));

const grantView = fc.oneof(
  fc.record({ type: fc.constant('points'), points: nullable(integer) }),
  fc.record(
    { type: fc.constant('role'), roleId: fc.string(), roleName: fc.string(), roleColor: fc.string() },
    { requiredKeys: ['type', 'roleId', 'roleName'] },
  ),
);
const grant = fc.oneof(
  fc.record({ type: fc.constant('points'), points: integer, remark: fc.string() }),
  fc.record({ type: fc.constant('role'), roleId: fc.string(), roleName: fc.string(), remark: fc.string() }),
);
const field = fc.record(
  {
    name: fc.string(),
    label: fc.string(),
    type: fc.constantFrom(...FIELD_TYPES),
    required: fc.boolean(),
    maxLength: nullable(integer),
    options: fc.array(fc.record({ value: fc.string(), label: fc.string() }), { maxLength: 2 }),
    autocomplete: fc.string(),
    inputMode: fc.string(),
    enterKeyHint: fc.string(),
  },
  { requiredKeys: ['name', 'label', 'type', 'required', 'maxLength', 'options'] },
);
const standing = fc.record(
  {
    memberId: fc.string(),
    canClaim: fc.boolean(),
    nextClaimAt: nullable(instant),
    pendingClaimId: nullable(fc.string()),
    streak: nullable(integer),
    nextStep: fc.record({ streak: integer, points: integer }),
  },
  { requiredKeys: ['memberId', 'canClaim', 'nextClaimAt', 'pendingClaimId', 'streak'] },
);
const signIn = fc.record({ platform: fc.string(), url: fc.string(), member: nullable(fc.string()) });
const plainAction = fc.record({
  action: fc.string(),
  title: fc.string(),
  description: nullable(fc.string()),
  grants: fc.array(grantView, { minLength: 1, maxLength: 3 }),
  repeats: fc.constantFrom(...REPEATS),
  timeZone: fc.string(),
  opens: nullable(instant),
  closes: nullable(instant),
  state: fc.constantFrom(...ACTION_STATES),
  seatsLeft: nullable(count),
  identity: fc.constantFrom(...IDENTITY_MODES),
  challenge: nullable(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }))),
  fields: fc.array(field, { maxLength: 2 }),
  member: nullable(standing),
});
const action = fc.oneof(
  plainAction,
  fc.tuple(plainAction, signIn).map(([all, one]) => ({ ...all, signIn: one })),
);
const signInToken = fc.record({ token: fc.string({ minLength: 1 }), expiresAt: instant });
const claim = fc.record({
  id: fc.string({ minLength: 1 }),
  action: fc.string(),
  memberId: fc.string(),
  status: fc.constantFrom(...CLAIM_STATUSES),
  grants: fc.array(grant, { maxLength: 3 }),
  claimedAt: instant,
  nextClaimAt: nullable(instant),
  streak: nullable(integer),
});
const problem = fc.record(
  {
    type: fc.string(),
    title: fc.string(),
    status: integer,
    code: fc.constantFrom(...Object.keys(PROBLEMS)),
    detail: fc.string(),
    requestId: fc.string(),
    nextClaimAt: nullable(instant),
    opens: instant,
    closes: instant,
    retryAfter: count,
    reason: fc.string(),
    progress: fc.record({ done: count, of: count }),
    errors: fc.array(fc.record({ field: fc.string(), message: fc.string() }), { maxLength: 2 }),
  },
  { requiredKeys: ['type', 'title', 'status', 'code', 'detail', 'requestId'] },
);

const challengeView = fc.oneof(
  fc.record({ type: fc.constant('altcha'), endpoint: fc.string() }),
  fc.record({ type: fc.constantFrom('turnstile', 'hcaptcha'), siteKey: fc.string() }),
);
const hex = (bytes: number) => {
  const length = { minLength: bytes, maxLength: bytes };
  return fc.uint8Array(length).map((array) => Buffer.from(array).toString('hex'));
};
const altchaChallenge = fc.record({
  parameters: fc.record({
    algorithm: fc.constant('PBKDF2/SHA-256'),
    cost: fc.integer({ min: 1 }),
    data: fc.record({ for: hex(32) }),
    expiresAt: fc.integer({ min: 1 }),
    keyLength: fc.constant(32),
    keyPrefix: hex(16),
    keySignature: hex(32),
    nonce: hex(16),
    salt: hex(16),
  }),
  signature: hex(32),
});

const onchainView = fc.record({
  asks: fc.constantFrom('address', 'transaction'),
  chains: fc.array(fc.record({ id: fc.integer({ min: 1 }), name: fc.string() }), { minLength: 1, maxLength: 3 }),
});
const onchainMessage = fc.record({ message: fc.string({ minLength: 1 }), expiresAt: instant });

/** What a careless or hostile proxy might put where something else belongs. */
const oddities: unknown[] = [
  [],
  {},
  null,
  true,
  -1,
  0.5,
  1e21,
  '',
  'points',
  'role',
  'toString',
  'altcha',
  'a'.repeat(32),
  'A'.repeat(64),
  'constructor',
  '2024-02-29T00:00:00Z',
  '2023-02-29T00:00:00Z',
  '2000-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2023-04-31T00:00:00Z',
  '2023-13-01T00:00:00Z',
  '2023-04-30T24:00:00Z',
  '2023-04-30T23:59:60Z',
  '2023-04-30T23:59Z',
  '2023-04-30T12:00:00+01:00',
  '2023-04-30 12:00:00Z',
  '2023-04-30T12:00:00.Z',
  '2023-04-30T12:00:00Z\n',
];

/** Every place in a JSON value, as a list of keys. */
function places(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([key, child]) => places(child).map((rest) => [key, ...rest]))];
}

/** The value with another one, or nothing at all, at one place. */
function replaced(value: unknown, [key, ...rest]: string[], substitute: { value: unknown } | null): unknown {
  if (key === undefined) return substitute?.value;
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === key ? replaced(item, rest, substitute) : item));
  const { [key]: child, ...others } = value as Record<string, unknown>;
  return rest.length === 0 && !substitute ? others : { ...others, [key]: replaced(child, rest, substitute) };
}

const replies: [string, z.ZodMiniType, (value: unknown) => unknown, fc.Arbitrary<unknown>][] = [
  ['an action', ActionView, readAction, action],
  ['a claim', Claim, readClaim, claim],
  ['a problem', Problem, readProblem, problem],
  ['what an action asks for against bots', ChallengeView, readChallengeView, challengeView],
  ['a proof of work', AltchaChallenge, readAltchaChallenge, altchaChallenge],
  ['what an action asks for on chain', OnchainView, readOnchainView, onchainView],
  ['a text to sign', OnchainMessage, readOnchainMessage, onchainMessage],
  ['a way to sign in', SignInView, (value) => (isSignIn(value) ? value : undefined), signIn],
  ['a token', SignInToken, readSignInToken, signInToken],
];

for (const [name, schema, read, valid] of replies) {
  suite(`the browser's check of ${name}`, () => {
    test('accepts every value of the schema, and gives it back', () => {
      fc.assert(
        fc.property(valid, (value) => {
          assert.ok(schema.safeParse(value).success, 'the generator is out of step with the schema');
          assert.equal(read(value), value);
        }),
        { numRuns: 500 },
      );
    });

    test('accepts a value spoiled at any one place if and only if the schema does', () => {
      fc.assert(
        fc.property(valid, fc.jsonValue({ maxDepth: 2 }), (value, random) => {
          for (const place of places(value)) {
            for (const substitute of [null, ...[random, ...oddities].map((odd) => ({ value: odd }))]) {
              const spoiled = replaced(value, place, substitute);
              assert.equal(read(spoiled) !== undefined, schema.safeParse(spoiled).success, JSON.stringify(spoiled));
            }
          }
        }),
        { numRuns: SPOILED },
      );
    });

    test('accepts any JSON at all if and only if the schema does', () => {
      fc.assert(
        fc.property(fc.jsonValue(), (value) =>
          assert.equal(read(value) !== undefined, schema.safeParse(value).success),
        ),
      );
    });
  });
}

test('the browser knows every problem code and no other', () => {
  const sample = { type: 'about:blank', title: '', status: 400, detail: '', requestId: '' };
  for (const code of Object.keys(PROBLEMS)) assert.ok(readProblem({ ...sample, code }), code);
  assert.equal(readProblem({ ...sample, code: 'teapot' }), undefined);
});
