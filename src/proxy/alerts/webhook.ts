import type { Secrets } from '../monitoring/secrets.ts';
import type { AlertChannel } from './alert-queue.ts';
import type { AlertEvent } from './alerts.ts';
import { post } from './post.ts';
import { webhookHeaders } from './webhook-signature.ts';

/** Where events are posted, and the secret that they are signed with; two secrets while a new one replaces an old one. */
export interface WebhookSettings {
  url: string;
  secret: string | readonly string[];
  /** The names of events: `alert.…`, or with 1 the original `suspicious.…`. */
  version?: 1 | 2;
}

/** How an event becomes a message, and the headers of the message. */
export interface MessageForm {
  body: (event: AlertEvent) => object;
  /** `at` is the time of the attempt in epoch milliseconds. */
  headers: (message: { id: string; body: string; at: number }) => Record<string, string>;
}

export interface WebhookOptions {
  key: 'webhook' | 'alertChat';
  url: string;
  form: MessageForm;
  secrets: Secrets;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Messages in the form of Standard Webhooks 1.0.0. */
export function signedForm({ secret, version }: Pick<WebhookSettings, 'secret' | 'version'>): MessageForm {
  const signing = [secret].flat();
  const family = version === 1 ? 'suspicious' : 'alert';
  return {
    body: ({ kind, at, ...data }) => ({ type: `${family}.${kind.replaceAll('-', '_')}`, timestamp: at, data }),
    headers: (message) => webhookHeaders(message, signing),
  };
}

/** Posts events to the owner's address, in the given form. Does not follow redirects. */
export function webhookChannel({ key, url, form, secrets, now }: WebhookOptions): AlertChannel {
  return {
    name: 'webhook',
    key,
    format: (event) => JSON.stringify(form.body(event)),
    send: ({ id, body }, signal) =>
      post(url, { headers: form.headers({ id, body, at: now() }), body, signal, secrets, now }),
  };
}
