import * as z from 'zod';
import { FieldView, IdentityMode, Repeats } from '../../contract/index.ts';
import { type ApiKeySource, serviceUrl } from '../../service/index.ts';
import type { SessionMember } from '../identity/index.ts';
import { ABUSE_KEYS } from './abuse-schema.ts';
import { ChallengeSetting } from './challenge-setting.ts';
import { LIMIT_KEYS } from './limits-schema.ts';
import { MemberIdsSchema } from './member-ids-schema.ts';
import { PlatformSchema } from './platform-schema.ts';
import { ReplyRuleSetting } from './reply-rule-setting.ts';
import { Secret, Text } from './texts.ts';
import { section } from './words.ts';
import { originProblem } from './origin-problem.ts';

const MAX_TIMEOUT_MS = 120_000;
const MAX_FIELD_LENGTH = 4096;
const MAX_CONCURRENCY = 1024;

const Milliseconds = z.int().min(1, 'must be at least 1').max(MAX_TIMEOUT_MS, `must be at most ${MAX_TIMEOUT_MS}`);
const Count = z.int('must be a whole number above 0').min(1, 'must be a whole number above 0');
const Hours = z.number().gt(0, 'must be above 0').max(8784, 'must be at most 8784, which is a year');
const Points = z
  .int({ error: ({ input }) => (input === undefined ? undefined : 'must be a positive whole number') })
  .min(1, 'must be a positive whole number');

const TimeZone = z
  .string()
  .refine(isTimeZone, "must be the name of a time zone in the IANA list, such as 'Europe/London' or 'UTC'");

const Instant = z.iso.datetime({
  offset: true,
  error: "must be a date and time with its offset, such as '2026-06-01T18:00:00+01:00' or '2026-06-01T17:00:00Z'",
});

const API_KEY =
  "the secret that /api-key create made, best given as env('REWARDS_API_KEY'); service takes it from that variable by itself";

export const ServiceSchema = section({
  baseUrl: checked(serviceUrl).describe(
    "the service's base address, such as https://service.example; service takes it from the variable REWARDS_BASE_URL by itself",
  ),
  apiKey: z
    .union([Text, z.custom<ApiKeySource>(isFunction)], {
      error: ({ input }) =>
        input === undefined ? `is missing: ${API_KEY}` : 'must be text, or a function that gives it',
    })
    .describe(API_KEY),
  connectTimeoutMs: Milliseconds.default(3_000).describe('milliseconds to reach the service'),
  replyTimeoutMs: Milliseconds.default(10_000).describe('milliseconds until its whole reply is there'),
  refusedStatuses: z
    .array(z.int().min(400, 'must be 400 to 599').max(599, 'must be 400 to 599'))
    .default([])
    .describe('further HTTP statuses that are known to mean "not executed"'),
  rules: z
    .array(ReplyRuleSetting)
    .default([])
    .describe('what you have seen replies to mean; the first that fits counts'),
  maxConcurrency: Count.max(MAX_CONCURRENCY, `must be at most ${MAX_CONCURRENCY}`)
    .default(64)
    .describe('most claims that may be under way with the service at once; others wait for a moment'),
});

const Choice = section({
  value: Text.describe('what is kept with the claim'),
  label: Text.describe('what visitors read'),
});

const Field = section({
  label: Text.describe("what visitors read beside the field, such as 'Your name'"),
  type: z.enum(FieldView.shape.type.options).describe('what kind of field it is'),
  required: z.boolean().default(false).describe('whether it must be filled in'),
  maxLength: Count.max(MAX_FIELD_LENGTH, `must be at most ${MAX_FIELD_LENGTH}`)
    .optional()
    .describe('most characters of a text'),
  options: z
    .array(z.union([Text, Choice], { error: 'must be text, or { value, label }' }))
    .min(1, 'must have at least one entry')
    .optional()
    .describe('what a select offers'),
});

const Action = section({
  title: Text.describe("what visitors read above the button, such as 'Daily check-in'"),
  description: Text.optional().describe('a sentence or two below the title'),
  repeats: z.enum(Repeats.options).describe('how often a member can claim it: once, daily, weekly, monthly or rolling'),
  everyHours: Hours.optional().describe("hours between two claims, with repeats: 'rolling' alone"),
  timeZone: TimeZone.optional().describe("where its days, weeks and months begin; the config's timeZone if left out"),
  points: z
    .union(
      [
        Points,
        z.array(Points).min(1, 'must have at least one entry'),
        z.custom<(streak: number) => number>(isFunction),
      ],
      {
        error:
          'must be a positive whole number, a list of them (for the first, second, third … claim in a row), or a function of the streak',
      },
    )
    .optional()
    .describe('points to award: a number, a list by streak, or a function of the streak'),
  role: section({
    id: z
      .string("must be text in quotes, because ids exceed what a number can hold; copy it in the platform's client")
      .min(1, 'must not be empty')
      .describe("the role's id, in quotes"),
    name: Text.describe("the role's name, as visitors know it"),
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, "must be a colour such as '#2f80ed'")
      .optional()
      .describe("the role's colour, as in '#2f80ed'"),
  })
    .optional()
    .describe('role to assign'),
  remark: Text.describe('the reason that the service records with every grant'),
  remarkReference: z
    .boolean()
    .default(false)
    .describe('whether the remark ends with a short reference, by which rewards claims show finds the claim'),
  service: Text.optional().describe('which of services it belongs to'),
  identity: z.enum(IdentityMode.options).default('typed').describe('how the proxy learns who the member is'),
  acceptTypedRole: z
    .boolean()
    .default(false)
    .describe('accept that anybody can give the role to any member by typing an id'),
  challenge: ChallengeSetting.optional().describe('what shows that a visitor is no bot'),
  opens: Instant.optional().describe('when claiming begins'),
  closes: Instant.optional().describe('when claiming ends'),
  capacity: Count.optional().describe('most claims, ever: the seats of an event'),
  budget: Points.optional().describe('most points that its claims give in all, ever'),
  minimumGapHours: Hours.optional().describe('least hours between two claims by one member'),
  fields: z
    .record(
      z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'is no name for a field: letters, digits, _ and -, 64 at most'),
      Field,
    )
    .default({})
    .describe('what visitors fill in beside their id'),
});

/** Everything that an owner can set, once references to environment variables are resolved. Each key is described. */
export const ConfigSchema = section(
  {
    service: ServiceSchema.optional().describe('the community server that grants go to'),
    services: z
      .record(z.string().min(1, 'must have a name'), ServiceSchema)
      .optional()
      .describe('several community servers by name, instead of service'),
    origins: z
      .array(checked(requireOrigin))
      .min(1, "must name at least one site, such as 'https://example.org'")
      .describe("the sites that may use the proxy, such as ['https://example.org']"),
    timeZone: TimeZone.default('UTC').describe('where days, weeks and months begin, such as Europe/London'),
    budget: Points.optional().describe('most points that all actions give together, ever'),
    memberPoints: section({
      points: Points.describe('most points that one member gets in a period, over all actions'),
      per: z.enum(['daily', 'weekly', 'monthly']).describe("the period, in the config's time zone"),
    })
      .optional()
      .describe("most points for one member in a period, such as { points: 100, per: 'daily' }"),
    memberIds: MemberIdsSchema.optional().describe('what the ids of members look like'),
    memberTokens: section({
      secrets: z
        .array(Secret)
        .optional()
        .describe('what your server signs tokens with; two of them while one takes the place of the other'),
      publicKeys: z
        .array(
          z.looseObject({
            kty: z.enum(['EC', 'OKP']).describe('the kind of key; the rest of the JWK stands beside it'),
          }),
        )
        .optional()
        .describe('the public keys of your server as JWK, EC P-256 or Ed25519, in place of secrets'),
      audience: Text.optional().describe("the tokens' aud, if your server sets another than 'rewards-elements'"),
    })
      .optional()
      .describe("how your server signs tokens for its members, for actions with identity: 'signed'"),
    member: z
      .custom<SessionMember>(
        isFunction,
        'must be a function of the request that gives the id of the signed-in member, or null',
      )
      .optional()
      .describe("who is signed in, for actions with identity: 'session'"),
    ...ABUSE_KEYS,
    ...LIMIT_KEYS,
    challengeSecret: Secret.optional().describe(
      "what the proxy signs its challenges with, where an action has challenge: 'altcha'; taken from the variable REWARDS_CHALLENGE_SECRET by itself",
    ),
    platform: PlatformSchema.optional().describe(
      "how members sign in with the community's platform, for actions with identity: 'platform'",
    ),
    mount: z
      .string()
      .regex(
        /^(?:\/|(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)+)$/,
        "must be a path such as '/rewards': it begins with a slash and does not end with one",
      )
      .default('/rewards')
      .describe('the path that the proxy answers below'),
    actions: z
      .record(
        z
          .string()
          .regex(
            /^[a-z0-9][a-z0-9-]{0,63}$/,
            'is no name for an action: small letters, digits and -, 64 at most, such as daily-check-in',
          ),
        Action,
      )
      .refine((actions) => Object.keys(actions).length > 0, 'must have at least one action')
      .describe('what members are rewarded for, by name'),
  },
  ['ledger', 'logger', 'transport', 'now', 'env'],
);

export type ServiceConfig = z.output<typeof ServiceSchema>;
export type ActionConfig = z.output<typeof Action>;
export type FieldConfig = z.output<typeof Field>;
export type ConfigOutput = z.output<typeof ConfigSchema>;

/** A text that the check takes without throwing; what it throws says what to mend. */
function checked(check: (text: string) => unknown): z.ZodString {
  return z.string().superRefine((text, context) => {
    try {
      check(text);
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : 'is not valid');
    }
  });
}

function requireOrigin(text: string): void {
  const problem = originProblem(text);
  if (problem !== null) throw new TypeError(problem);
}

function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
