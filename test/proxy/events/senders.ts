import { createHmac } from 'node:crypto';

/** A message as a sender posts it. */
export interface Message {
  headers: Record<string, string>;
  body: string;
}

/** What a message is made of. `seconds` is when it was signed, since the epoch. */
export interface Sent {
  id: string;
  type: string;
  member?: string | number | null;
  seconds: number;
  secret?: string;
}

export const NAMES = ['standard', 'github', 'stripe', 'shopify', 'tally', 'typeform'] as const;
export type SenderName = (typeof NAMES)[number];

/** A sender, by what its documentation says of messages. */
export interface Sender {
  secret: string;
  /** Where the config finds the member. */
  member: string;
  /** The header of the signature. */
  header: string;
  isTimed: boolean;
  send: (sent: Sent) => Message;
}

const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text);

function message(body: unknown, headersOf: (text: string) => Record<string, string>): Message {
  const text = JSON.stringify(body);
  return { body: text, headers: { 'content-type': 'application/json', ...headersOf(text) } };
}

const standardKey = (secret: string) => Buffer.from(secret.replace('whsec_', ''), 'base64');

const SECRETS = {
  standard: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  github: 'a secret of GitHub for tests',
  stripe: 'whsec_a_secret_of_Stripe_for_tests',
  shopify: 'shpss_a_secret_of_Shopify_for_tests',
  tally: 'a secret of Tally for tests',
  typeform: 'a secret of Typeform for tests',
};

export const SENDERS: Record<SenderName, Sender> = {
  standard: {
    secret: SECRETS.standard,
    member: 'data.member',
    header: 'webhook-signature',
    isTimed: true,
    send: ({ id, type, member, seconds, secret = SECRETS.standard }) =>
      message({ type, timestamp: new Date(seconds * 1000).toISOString(), data: { member } }, (text) => ({
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': `v1,${hmac(standardKey(secret), `${id}.${seconds}.${text}`).digest('base64')}`,
      })),
  },
  github: {
    secret: SECRETS.github,
    member: 'client_payload.member',
    header: 'x-hub-signature-256',
    isTimed: false,
    send: ({ id, type, member, secret = SECRETS.github }) =>
      message(
        { action: 'merged', client_payload: { member, run: id }, repository: { full_name: 'octocat/Hello-World' } },
        (text) => ({
          'user-agent': 'GitHub-Hookshot/044aadd',
          'x-github-event': type,
          'x-github-delivery': id,
          'x-hub-signature-256': `sha256=${hmac(secret, text).digest('hex')}`,
        }),
      ),
  },
  stripe: {
    secret: SECRETS.stripe,
    member: 'data.object.metadata.member',
    header: 'stripe-signature',
    isTimed: true,
    send: ({ id, type, member, seconds, secret = SECRETS.stripe }) =>
      message({ id, object: 'event', type, data: { object: { metadata: { member } } } }, (text) => ({
        'stripe-signature': `t=${seconds},v1=${hmac(secret, `${seconds}.${text}`).digest('hex')},v0=${'0'.repeat(64)}`,
      })),
  },
  shopify: {
    secret: SECRETS.shopify,
    member: 'note_attributes[name=member].value',
    header: 'x-shopify-hmac-sha256',
    isTimed: false,
    send: ({ id, type, member, secret = SECRETS.shopify }) =>
      message(
        {
          id: 820982911946154508n.toString(),
          order_key: id,
          note_attributes: [
            { name: 'gift', value: 'no' },
            { name: 'member', value: member },
          ],
        },
        (text) => ({
          'x-shopify-topic': type,
          'x-shopify-webhook-id': id,
          'x-shopify-shop-domain': 'lanternkeep.myshopify.com',
          'x-shopify-hmac-sha256': hmac(secret, text).digest('base64'),
        }),
      ),
  },
  tally: {
    secret: SECRETS.tally,
    member: 'data.fields[label=member].value',
    header: 'tally-signature',
    isTimed: false,
    send: ({ id, type, member, secret = SECRETS.tally }) =>
      message(
        {
          eventId: id,
          eventType: type,
          createdAt: '2026-03-10T12:00:00.000Z',
          data: {
            formId: 'VwbNEw',
            fields: [{ key: 'question_1', label: 'member', type: 'HIDDEN_FIELDS', value: member }],
          },
        },
        (text) => ({ 'tally-signature': hmac(secret, text).digest('base64') }),
      ),
  },
  typeform: {
    secret: SECRETS.typeform,
    member: 'form_response.hidden.member',
    header: 'typeform-signature',
    isTimed: false,
    send: ({ id, type, member, secret = SECRETS.typeform }) =>
      message({ event_id: id, event_type: type, form_response: { form_id: 'lT4Z3j', hidden: { member } } }, (text) => ({
        'typeform-signature': `sha256=${hmac(secret, text).digest('base64')}`,
      })),
  },
};
