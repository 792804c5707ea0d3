import * as z from 'zod';
import { rangeProblem } from '../client-address/index.ts';
import type { ConfigPart } from '../config/part.ts';
import { Secret } from '../config/values.ts';
import { insides, plainWords, section } from '../config/words.ts';
import type { LimitsSettings } from './policy.ts';

const MAX_AMOUNT = 1_000_000;
const DAY_SECONDS = 86_400;
/** The network of one household or machine. */
const IPV6_PREFIX = 64;

const Amount = z
  .int('must be a whole number above 0')
  .min(1, 'must be a whole number above 0; false switches the limit off')
  .max(MAX_AMOUNT, `must be at most ${MAX_AMOUNT}; false switches the limit off`);

/** At most a day, because clients have another name on the next. */
const Seconds = z
  .int('must be a whole number of seconds')
  .min(1, 'must be at least 1')
  .max(DAY_SECONDS, `must be at most ${DAY_SECONDS}, which is a day`);

const rate = (max: number, perSeconds: number) => ({
  max: Amount.default(max).describe('how many'),
  perSeconds: Seconds.default(perSeconds).describe('in how many seconds'),
});

/** The schema, or `false` to turn it off. */
function orOff<Schema extends z.ZodType>(schema: Schema) {
  const given = z.custom<z.input<Schema> | false>().register(insides, { inside: schema });
  return given.transform((value, context): z.output<Schema> | false => {
    if (value === false) return false;
    const parsed = schema.safeParse(value, { error: plainWords });
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });
}

const limit = (max: number, perSeconds: number, what: string) =>
  orOff(section(rate(max, perSeconds)))
    .prefault({})
    .describe(what);

const Limits = section({
  requests: limit(300, 60, 'requests of any kind from one address'),
  claims: limit(30, 60, 'claims from one address'),
  wrongIds: limit(10, 600, 'malformed or refused ids from one address, before its claims are refused'),
  unknowns: limit(3, 3_600, 'claims with an unknown outcome from one address, before its next claims are refused'),
  member: limit(10, 60, 'claims for one member'),
  action: limit(6_000, 60, 'claims of one action, by everybody'),
  manyIds: orOff(
    section({
      ...rate(20, 3_600),
      refuse: z.boolean().default(false).describe('whether further members are refused, and not only reported'),
    }),
  )
    .prefault({})
    .describe('how many members one address may claim for, before it is reported'),
  ipv6Prefix: z
    .int('must be a whole number')
    .min(32, 'must be 32 to 128')
    .max(128, 'must be 32 to 128')
    .default(IPV6_PREFIX)
    .describe('how many bits of an IPv6 address are one visitor'),
  shared: section({
    secret: Secret.describe('the secret for hashing addresses, the same in every process'),
  })
    .optional()
    .describe('counts claims in the ledger, for several processes together'),
  dryRun: z.boolean().default(false).describe('log what would be refused, and refuse nothing'),
});

const OFF: LimitsSettings = {
  requests: false,
  claims: false,
  wrongIds: false,
  unknowns: false,
  member: false,
  action: false,
  manyIds: false,
  ipv6Prefix: IPV6_PREFIX,
  dryRun: false,
};

/** How often something may be requested, and how clients are told apart. */
export const rateLimitConfig = {
  name: 'rate-limit',
  keys: {
    trustedProxies: z
      .array(
        z.string().superRefine((text, context) => {
          const problem = rangeProblem(text);
          if (problem !== null) context.addIssue(problem);
        }),
      )
      .default([])
      .describe("your own proxies, whose X-Forwarded-For the proxy believes, such as ['10.0.0.0/8']"),
    clientAddressHeader: z
      .string()
      .regex(/^[\w!#$%&'*+.^`|~-]+$/, "must be the name of a header, such as 'x-forwarded-for' or 'cf-connecting-ip'")
      .toLowerCase()
      .refine(
        (name) => name !== 'forwarded',
        'cannot be Forwarded, because it has more than addresses: let your proxy write X-Forwarded-For, and name that',
      )
      .optional()
      .describe(
        'the header in which your host names the visitor, if it is not X-Forwarded-For, or if the host does not say who connected; the proxy believes it, so name one that visitors cannot set',
      ),
    limits: orOff(Limits)
      .prefault({})
      .transform((limits): LimitsSettings => limits || OFF)
      .describe('limits for one address, one member and one action; false for none'),
  },
  secrets: ['limits.shared.secret'],
} satisfies ConfigPart;
