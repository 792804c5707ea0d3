import type { Secrets } from '../monitoring/secrets.ts';
import type { AlertChannel } from './alert-queue.ts';
import type { AlertEvent } from './alerts.ts';
import { post } from './post.ts';
import { webhookHeaders } from './webhook-signature.ts';

/** Where events are posted to, and what they are signed with; two secrets while one takes the place of the other. */
export interface WebhookSettings {
  url: string;
  secret: string | readonly string[];
  /** How events are named: `alert.…`, or with 1 as they were at first, `suspicious.…`. */
  version?: 1 | 2;
}

/** How an event is put into a message, and by which headers its receiver knows that. */
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

/** Messages as Standard Webhooks 1.0.0 asks. */
export function signedForm({ secret, version }: Pick<WebhookSettings, 'secret' | 'version'>): MessageForm {
  const signing = [secret].flat();
  const family = version === 1 ? 'suspicious' : 'alert';
  return {
    body: ({ kind, at, ...data }) => ({ type: `${family}.${kind.replaceAll('-', '_')}`, timestamp: at, data }),
    headers: (message) => webhookHeaders(message, signing),
  };
}

/** Posts events to the owner's address, in the form that it takes. Redirects are not followed. */
export function webhookChannel({ key, url, form, secrets, now }: WebhookOptions): AlertChannel {
  return {
    name: 'webhook',
    key,
    format: (event) => JSON.stringify(form.body(event)),
    send: ({ id, body }, signal) =>
      post(url, { headers: form.headers({ id, body, at: now() }), body, signal, secrets, now }),
  };
}
