import * as z from 'zod';
import { isRecord } from '../../contract/guard.ts';
import { isLoopback } from '../../service/index.ts';
import type { ConfigPart } from '../config/part.ts';
import { Count, isFunction } from '../config/values.ts';
import { section } from '../config/words.ts';
import type { AlertHook } from './alerts.ts';
import { CHAT_FORMS, chatFormAt } from './chat-forms.ts';
import { isMailbox } from './mailbox.ts';
import { isWebhookSecret, WEBHOOK_SECRET_RULE } from './webhook-secret.ts';

const Hook = z.custom<AlertHook>(isFunction, 'must be a function of an event');

/** The address that signed messages are sent to. */
export const WebhookUrl = z
  .string()
  .refine(
    isWebhookUrl,
    "must be an address such as 'https://alerts.example.org/rewards'; http:// works only on this machine",
  );

const WebhookSecret = z.string('must be text').refine(isWebhookSecret, WEBHOOK_SECRET_RULE);

export const SIGNED_WITH = 'the secret that signs them, or two while you replace one';

/** The secrets that messages are signed with. */
export const WebhookSecrets = z.union([WebhookSecret, z.array(WebhookSecret).min(1, 'must have at least one entry')], {
  error: ({ input }) => (input === undefined ? `is missing: ${SIGNED_WITH}` : WEBHOOK_SECRET_RULE),
});

const MAIL_RULE = "must be a mail address such as 'owner@example.org' or 'Rewards <rewards@example.org>'";
const MailAddress = z.string(MAIL_RULE).refine(isMailbox, MAIL_RULE);

/** What the owner is alerted to, and how. */
export const alertsConfig = {
  name: 'alerts',
  keys: {
    abuse: section({
      dryRun: z.boolean().default(false).describe('log whom members would refuse, and refuse nobody'),
      memberIds: z
        .boolean()
        .default(false)
        .describe('show member ids in logs and events; by default they are one-way hashes'),
      refusals: Count.default(20).describe('how many refused claims of an action within ten minutes are reported'),
    })
      .prefault({})
      .describe('what happens with suspicious patterns'),
    onAlert: Hook.optional().describe('is told of each alert'),
    onSuspicious: Hook.optional().describe('the older name of onAlert'),
    webhook: section({
      url: WebhookUrl.describe('where alerts are posted to'),
      secret: WebhookSecrets.describe(SIGNED_WITH),
      version: z
        .union([z.literal(1), z.literal(2)], 'must be 1 or 2')
        .default(2)
        .describe('how events are named: alert.…, or with 1 the older suspicious.…'),
    })
      .optional()
      .describe('where alerts are posted to, signed as Standard Webhooks asks'),
    alertChat: section({
      url: WebhookUrl.describe('the address of an incoming webhook of the chat'),
      form: z
        .enum(CHAT_FORMS)
        .optional()
        .describe('what its webhooks are like; by default what the address tells, where it is one of Discord or Slack'),
    })
      .optional()
      .describe('a chat channel that gets alerts as text, with what to do'),
    alertMail: section({
      smtp: z
        .string()
        .refine(
          isSmtpUrl,
          "must be an address such as 'smtps://user:password@mail.example.org:465', with special characters of the password encoded (%40 for @)",
        )
        .describe(
          'the mail server: smtps:// with TLS from the start, smtp:// with STARTTLS, which is optional only on this machine',
        ),
      from: MailAddress.describe('the sender'),
      to: z
        .union([MailAddress, z.array(MailAddress).min(1, 'must have at least one entry')], {
          error: ({ input }) => (input === undefined ? 'is missing: the recipient' : MAIL_RULE),
        })
        .describe('the recipient, or a list'),
    })
      .optional()
      .describe('mail that brings alerts as text, with what to do; needs the package nodemailer'),
  },
  check({ onAlert, onSuspicious, alertChat }, report) {
    if (onAlert !== undefined && onSuspicious !== undefined) {
      report(['onSuspicious'], 'is the older name of onAlert, which is also set: remove it');
    }
    if (!isRecord(alertChat) || alertChat['form'] !== undefined || typeof alertChat['url'] !== 'string') return;
    if (isWebhookUrl(alertChat['url']) && chatFormAt(alertChat['url']) === null) {
      report(
        ['alertChat', 'form'],
        "must be 'discord' or 'slack', because the address does not show it: Mattermost and Rocket.Chat work like slack",
      );
    }
  },
  // The address is a secret too: for many receivers a part of it is the password.
  secrets: ['alertChat.url', 'alertMail.smtp', 'webhook.url', 'webhook.secret', 'webhook.secret.*'],
} satisfies ConfigPart;

/** Whether signed messages may be sent to this address. Errors do not repeat it, because a part of it is often secret. */
export function isWebhookUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** Whether it is the address of a mail server. */
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
