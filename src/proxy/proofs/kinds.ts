import * as z from 'zod';
import { closest } from '../../common/closest.ts';
import { isRecord } from '../../contract/guard.ts';
import { isWebhookUrl } from '../alerts/config.ts';
import { isWebhookSecret, WEBHOOK_SECRET_RULE } from '../alerts/webhook-secret.ts';
import { Count, Id, isFunction, Text } from '../config/values.ts';
import { VisitorText } from '../config/visitor-text.ts';
import { section } from '../config/words.ts';
import { base32Bytes } from './base32.ts';
import { wordOf } from './words.ts';

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const NO_NAME = 'is not a valid name for a field: letters, digits, _ and -, at most 64';
/** The least length of a code if there are many. With many codes, a guess is more likely to match one of them. */
const MIN_CODE_LENGTH = 8;
const MIN_KEY_BYTES = 10;
const MAX_MINUTES = 60;
/** An hour: nobody stays longer, and a page that is open for a day is worth no more. */
const MAX_SECONDS_OPEN = 3600;

const Word = z.string().refine((text) => wordOf(text) !== '', 'must have a letter or digit');
export const Refusal = VisitorText.optional().describe('what visitors read if it is not proved');

function oneOrMore<Schema extends z.ZodType>(schema: Schema) {
  return z.union([schema, z.array(schema).min(1, 'must have at least one entry')]);
}

const Field = z.string().regex(NAME, NO_NAME).default('code').describe('the name of the field for it');
const Label = VisitorText.default('Code').describe('what visitors read beside that field');

const Code = section({
  type: z.literal('code').describe('a secret code that visitors type'),
  code: oneOrMore(Word)
    .optional()
    .describe("the code for everybody, or several codes that all count, best given as env('MEETUP_CODE')"),
  sha256: oneOrMore(z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 small hexadecimal digits'))
    .optional()
    .describe('the SHA-256 of the code instead (small letters, no blanks, no hyphens)'),
  codes: z
    .array(
      Word.refine(
        (text) => wordOf(text).length >= MIN_CODE_LENGTH,
        `must have at least ${MIN_CODE_LENGTH} letters and digits: one of many is soon guessed`,
      ),
    )
    .min(1, 'must have at least one entry')
    .optional()
    .describe('many codes instead, each good for one claim'),
  field: Field,
  label: Label,
  refusal: Refusal,
});

const RotatingCode = section({
  type: z.literal('rotating-code').describe('a code that changes every 30 seconds, as in an authenticator app'),
  secret: z
    .string()
    .refine(
      (text) => (base32Bytes(text)?.byteLength ?? 0) >= MIN_KEY_BYTES,
      `must be at least ${MIN_KEY_BYTES} bytes in base32: make one with "openssl rand 20 | base32"`,
    )
    .describe("the secret of the app, in base32, best given as env('MEETUP_CODE_SECRET')"),
  minutes: z
    .int('must be a whole number of minutes')
    .min(1, 'must be at least 1')
    .max(MAX_MINUTES, `must be at most ${MAX_MINUTES}`)
    .default(5)
    .describe('how many minutes a code counts after it was shown'),
  field: Field,
  label: Label,
  refusal: Refusal,
});

const Question = section({
  label: VisitorText.describe('the question'),
  answer: oneOrMore(Word).describe('the right answer, or several right answers'),
  options: z
    .array(Text)
    .min(2, 'must have at least two entries')
    .optional()
    .describe('the answers to choose from; default: visitors type one'),
});

const Quiz = section({
  type: z.literal('quiz').describe('questions, whose answers are checked on the server'),
  questions: z
    .record(z.string().regex(NAME, NO_NAME), Question)
    .refine((questions) => Object.keys(questions).length > 0, 'must have at least one question')
    .describe('the questions, by the name of the field for each'),
  refusal: Refusal,
});

const Ticket = section({
  type: z.literal('ticket').describe('the time that the page with the widget has been open'),
  seconds: z
    .int('must be a whole number of seconds')
    .min(1, 'must be at least 1')
    .max(MAX_SECONDS_OPEN, `must be at most ${MAX_SECONDS_OPEN}`)
    .describe('for how many seconds it must have been open'),
  tooSoon: VisitorText.optional().describe('what visitors read until then, beside the time that is left'),
  refusal: Refusal,
});

const Prerequisite = section({
  type: z.literal('prerequisite').describe('another action that the member must have claimed before'),
  action: Text.describe('the name of that action'),
  claims: Count.default(1).describe('how often it must have been claimed'),
  refusal: Refusal,
});

/** Returns whether the member is on the list. */
export type IsListed = (memberId: string) => boolean | Promise<boolean>;

const List = section({
  type: z.literal('list').describe('members on a list'),
  members: z
    .union([Text, z.array(Id).min(1, 'must have at least one entry'), z.custom<IsListed>(isFunction)], {
      error: 'must be a list of member ids in quotes, a CSV as text, or a function',
    })
    .optional()
    .describe('their ids, a CSV as text whose first column has them, or a function of an id'),
  file: Text.optional().describe(
    'a CSV file instead, or a .json file with a list; rewards serve reads it from the folder of the config',
  ),
  refusal: Refusal,
});

const Endpoint = section({
  type: z.literal('http').describe('your own endpoint, which gets a signed message'),
  url: z
    .string()
    .refine(isWebhookUrl, "must be an address such as 'https://example.org/verify'; http:// works only on this machine")
    .describe('its address'),
  secret: oneOrMore(z.string().refine(isWebhookSecret, WEBHOOK_SECRET_RULE)).describe(
    'the secret that signs the messages (Standard Webhooks), or two while you replace one',
  ),
  refusal: Refusal,
});

export const KINDS = ['code', 'rotating-code', 'quiz', 'ticket', 'prerequisite', 'list', 'http'] as const;

/** The kinds of proof that a config can describe in JSON. */
export const ProofSchema = z.discriminatedUnion(
  'type',
  [Code, RotatingCode, Quiz, Ticket, Prerequisite, List, Endpoint],
  {
    error: ({ input }) => noKind(isRecord(input) ? input['type'] : undefined),
  },
);

function noKind(given: unknown): string {
  const meant = typeof given === 'string' ? closest(given, KINDS) : undefined;
  const list = KINDS.map((kind) => `'${kind}'`).join(', ');
  return `must be one of ${list}${meant === undefined ? '' : `; did you mean '${meant}'?`}`;
}

export type CodeSettings = z.output<typeof Code>;
export type RotatingCodeSettings = z.output<typeof RotatingCode>;
export type QuizSettings = z.output<typeof Quiz>;
export type TicketSettings = z.output<typeof Ticket>;
export type PrerequisiteSettings = z.output<typeof Prerequisite>;
export type ListSettings = z.output<typeof List>;
export type EndpointSettings = z.output<typeof Endpoint>;
