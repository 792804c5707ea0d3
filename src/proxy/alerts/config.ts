import * as z from 'zod';
import { isRecord } from '../../contract/guard.ts';
import { isLoopback } from '../../service/index.ts';
import type { ConfigPart } from '../config/part.ts';
import { Count, isFunction } from '../config/values.ts';
import { section } from '../config/words.ts';
import type { AlertHook } from './alerts.ts';
import { CHAT_FORMS, chatFormAt } from './chat-forms.ts';
import { isWebhookSecret, WEBHOOK_SECRET_RULE } from './webhook-secret.ts';

const Hook = z.custom<AlertHook>(isFunction, 'must be a function of an event');

/** Where signed messages are sent to. */
export const WebhookUrl = z
  .string()
  .refine(
    isWebhookUrl,
    "must be an address such as 'https://alerts.example.org/rewards'; http:// is for this machine alone",
  );

const WebhookSecret = z.string('must be text').refine(isWebhookSecret, WEBHOOK_SECRET_RULE);

export const SIGNED_WITH = 'what they are signed with, or two of them while one takes the place of the other';

/** What messages are signed with. */
export const WebhookSecrets = z.union([WebhookSecret, z.array(WebhookSecret).min(1, 'must have at least one entry')], {
  error: ({ input }) => (input === undefined ? `is missing: ${SIGNED_WITH}` : WEBHOOK_SECRET_RULE),
});

const MAIL_RULE = "must be a mail address such as 'owner@example.org' or 'Rewards <rewards@example.org>'";
const MAIL_ADDRESS = /^(?:[^\r\n<>@]+ <[^\s@<>,]+@[^\s@<>,]+>|[^\s@<>,]+@[^\s@<>,]+)$/;
const MailAddress = z.string(MAIL_RULE).regex(MAIL_ADDRESS, MAIL_RULE);

/** What the owner is told of, and how. */
export const alertsConfig = {
  name: 'alerts',
  keys: {
    abuse: section({
      dryRun: z.boolean().default(false).describe('log whom members would turn away, and turn nobody away'),
      memberIds: z
        .boolean()
        .default(false)
        .describe('name members by their ids in logs and events; by default by a hash that cannot be turned back'),
      refusals: Count.default(20).describe(
        'how many claims of an action the service has to refuse within ten minutes to be reported',
      ),
    })
      .prefault({})
      .describe('what is done about suspicious patterns'),
    onAlert: Hook.optional().describe('is told of suspicious patterns'),
    onSuspicious: Hook.optional().describe('the older name of onAlert'),
    webhook: section({
      url: WebhookUrl.describe('where suspicious patterns are posted to'),
      secret: WebhookSecrets.describe(SIGNED_WITH),
      version: z
        .union([z.literal(1), z.literal(2)], 'must be 1 or 2')
        .default(2)
        .describe('how events are named: alert.…, or with 1 as they were at first, suspicious.…'),
    })
      .optional()
      .describe('where suspicious patterns are posted to, signed as Standard Webhooks asks'),
    alertChat: section({
      url: WebhookUrl.describe('the address of an incoming webhook of the chat'),
      form: z
        .enum(CHAT_FORMS)
        .optional()
        .describe('what its webhooks are like; by default what the address tells, where it is one of Discord or Slack'),
    })
      .optional()
      .describe('a channel of a chat where they are told of in words, with what to do'),
    alertMail: section({
      smtp: z
        .string()
        .refine(
          isSmtpUrl,
          "must be an address such as 'smtps://user:password@mail.example.org:465', in which what is special in a password stands as in all addresses (%40 for @)",
        )
        .describe(
          'the mail server: smtps:// with TLS from the beginning, smtp:// with STARTTLS, which only one on this machine can do without',
        ),
      from: MailAddress.describe('whom they are from'),
      to: z
        .union([MailAddress, z.array(MailAddress).min(1, 'must have at least one entry')], {
          error: ({ input }) => (input === undefined ? 'is missing: whom they are for' : MAIL_RULE),
        })
        .describe('whom they are for, one or a list'),
    })
      .optional()
      .describe('mail in which they are told of in words, with what to do; it needs the package nodemailer'),
  },
  check({ onAlert, onSuspicious, alertChat }, report) {
    if (onAlert !== undefined && onSuspicious !== undefined) {
      report(['onSuspicious'], 'is the older name of onAlert, which is there as well: leave it out');
    }
    if (!isRecord(alertChat) || alertChat['form'] !== undefined || typeof alertChat['url'] !== 'string') return;
    if (isWebhookUrl(alertChat['url']) && chatFormAt(alertChat['url']) === null) {
      report(
        ['alertChat', 'form'],
        "must be 'discord' or 'slack', since the address does not tell: chats such as Mattermost and Rocket.Chat are like slack",
      );
    }
  },
  // Its address counts: many receivers are told from others by a secret part of it.
  secrets: ['alertChat.url', 'alertMail.smtp', 'webhook.url', 'webhook.secret', 'webhook.secret.*'],
} satisfies ConfigPart;

/** Whether signed messages may be sent there. The address is not repeated in errors: in many of them a part is secret. */
export function isWebhookUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** Whether it names a mail server. */
function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.hostname === '') return false;
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    return false;
  }
  return /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '';
}
