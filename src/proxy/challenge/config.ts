import * as z from 'zod';
import { isRecord } from '../../contract/guard.ts';
import type { ConfigPart } from '../config/part.ts';
import { Secret, Text } from '../config/values.ts';
import { insides, plainWords, section } from '../config/words.ts';

const USUAL_PER_MINUTE = 60;
const MAX_PER_MINUTE = 100_000;

const Hostname = Text.refine(
  (name) => URL.parse(`https://${name}`)?.hostname === name,
  "must be only the name of a host, such as 'www.example.org'",
);

const ChallengeSchema = z.discriminatedUnion(
  'type',
  [
    section({
      type: z.literal('altcha').describe('a proof of work that the proxy sets and checks'),
      usualPerMinute: z
        .int('must be a whole number above 0')
        .min(1, 'must be a whole number above 0')
        .max(MAX_PER_MINUTE, `must be at most ${MAX_PER_MINUTE}`)
        .default(USUAL_PER_MINUTE)
        .describe(
          'the usual claims a minute; beyond that each costs more work, up to eight times, and so it does for one visitor who asks for more challenges than that',
        ),
    }),
    section({
      type: z.enum(['turnstile', 'hcaptcha']).describe('a service that judges'),
      siteKey: Text.describe('the site key that the service gave you, which pages show to everybody'),
      secret: Text.describe("the secret that belongs to the site key, best given as env('CHALLENGE_SERVICE_SECRET')"),
      hostnames: z
        .array(Hostname)
        .min(1, 'must name at least one host')
        .optional()
        .describe('the hosts whose pages may solve it; default: those of origins'),
    }),
  ],
  { error: "must be 'altcha', or { type: 'turnstile', siteKey: …, secret: … }, or the same with type: 'hcaptcha'" },
);

/** What an action asks for against bots, with all that was left out. */
export type ChallengeConfig = z.output<typeof ChallengeSchema>;

/** The longest name of an action that Turnstile accepts (its documentation, widget configurations). */
const MAX_TURNSTILE_ACTION_LENGTH = 32;

/** A challenge of the config. The type alone stands for one without other settings. */
const ChallengeSetting = z
  .custom<'altcha' | z.input<typeof ChallengeSchema>>()
  .register(insides, { inside: ChallengeSchema })
  .transform((given, context): ChallengeConfig => {
    const parsed = ChallengeSchema.safeParse(typeof given === 'string' ? { type: given } : given, {
      error: plainWords,
    });
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path: [...path], message });
    return z.NEVER;
  });

/** What claims must show to prove that they do not come from bots. */
export const challengeConfig = {
  name: 'challenge',
  keys: {
    challengeSecret: Secret.optional().describe(
      "the secret for challenges (challenge: 'altcha'), texts for wallets and tickets of pages; taken from the variable REWARDS_CHALLENGE_SECRET by itself",
    ),
  },
  actionKeys: {
    challenge: ChallengeSetting.optional().describe('what shows that a visitor is no bot'),
  },
  secrets: ['challengeSecret', 'actions.*.challenge.secret'],
  checkAction({ challenge }, report, { name }) {
    if (!isRecord(challenge) || challenge['type'] !== 'turnstile' || name.length <= MAX_TURNSTILE_ACTION_LENGTH) return;
    report(
      ['challenge'],
      `needs an action with a shorter name: Turnstile takes ${MAX_TURNSTILE_ACTION_LENGTH} characters`,
    );
  },
} satisfies ConfigPart;
