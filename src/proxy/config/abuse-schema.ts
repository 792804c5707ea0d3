import * as z from 'zod';
import { isLoopback } from '../../service/index.ts';
import { isWebhookSecret, type MemberList, type SuspicionHook, WEBHOOK_SECRET_RULE } from '../alerts/index.ts';
import { section } from './words.ts';

/** What an id looks like, the rules look after. */
const MemberId = z.string(
  "must be text in quotes, because ids exceed what a number can hold; copy it in the platform's client",
);

const NO_LIST = 'must be a list of member ids in quotes, or a function of an id that says whether it is on the list';

/** A function, or a list of ids whose single entries are complained of by themselves. */
const List = z
  .custom<MemberList>((value) => typeof value === 'function' || Array.isArray(value), NO_LIST)
  .superRefine((list, context) => {
    if (typeof list === 'function') return;
    for (const [index, id] of list.entries()) {
      const [issue] = MemberId.safeParse(id).error?.issues ?? [];
      if (issue) context.addIssue({ code: 'custom', path: [index], message: issue.message });
    }
  });

const WebhookSecret = z.string('must be text').refine(isWebhookSecret, WEBHOOK_SECRET_RULE);

const SIGNED_WITH = 'what they are signed with, or two of them while one takes the place of the other';

/** The keys of the config that concern abuse. */
export const ABUSE_KEYS = {
  members: section({
    block: List.optional().describe('members who may claim nothing: their ids, or a function of an id'),
    allow: List.refine(
      (list) => typeof list === 'function' || list.length > 0,
      'must have at least one entry: leave it out where everybody may claim',
    )
      .optional()
      .describe('the only members who may claim: their ids, or a function of an id'),
  })
    .optional()
    .describe('who may claim, such as { block: […] }'),
  abuse: section({
    dryRun: z.boolean().default(false).describe('log whom members would turn away, and turn nobody away'),
    memberIds: z
      .boolean()
      .default(false)
      .describe('name members by their ids in logs and events; by default by a hash that cannot be turned back'),
    refusals: z
      .int('must be a whole number above 0')
      .min(1, 'must be a whole number above 0')
      .default(20)
      .describe('how many claims of an action the service has to refuse within ten minutes to be reported'),
  })
    .prefault({})
    .describe('what is done about suspicious patterns'),
  onSuspicious: z
    .custom<SuspicionHook>((value) => typeof value === 'function', 'must be a function of an event')
    .optional()
    .describe('is told of suspicious patterns'),
  webhook: section({
    url: z
      .string()
      .refine(
        isWebhookUrl,
        "must be an address such as 'https://alerts.example.org/rewards'; http:// is for this machine alone",
      )
      .describe('where suspicious patterns are posted to'),
    secret: z
      .union([WebhookSecret, z.array(WebhookSecret).min(1, 'must have at least one entry')], {
        error: ({ input }) => (input === undefined ? `is missing: ${SIGNED_WITH}` : WEBHOOK_SECRET_RULE),
      })
      .describe(SIGNED_WITH),
  })
    .optional()
    .describe('where suspicious patterns are posted to, signed as Standard Webhooks asks'),
};

/** The address is not repeated in errors: in many of them a part is secret. */
function isWebhookUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}
