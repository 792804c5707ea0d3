import { pause } from '../../service/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import type { AlertEvent } from './alerts.ts';
import { post, type Posted } from './post.ts';
import { waitAfter } from '../deliveries/back-off.ts';
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
  url: string;
  form: MessageForm;
  logger: Logger;
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

interface Message {
  id: string;
  body: string;
}

const MAX_WAITING = 100;
/** For what waits when the proxy is closed. */
const CLOSE_LIMIT_MS = 5_000;
/** They take about half an hour. */
const MAX_ATTEMPTS = 6;
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Posts events to the owner's address, in the form that it takes, one after the other and each at most six times.
 * Whoever hands an event over never waits and never hears of a failure: that is logged. Where more than a hundred wait, the
 * oldest are dropped. Redirects are not followed, and after 410 nothing is sent any more.
 */
export class Webhook {
  readonly #options: WebhookOptions;
  readonly #waiting: Message[] = [];
  readonly #closing = new AbortController();
  readonly #ended = new AbortController();
  #delivering: Promise<void> | null = null;
  #gone = false;

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /** Takes an event to be posted. Never throws. */
  readonly post = (event: AlertEvent): void => {
    if (this.#gone || this.#closing.signal.aborted) return;
    const { form, secrets, logger } = this.#options;
    const body = secrets.conceal(JSON.stringify(form.body(event)));
    this.#waiting.push({ id: `msg_${crypto.randomUUID()}`, body });
    if (this.#waiting.length > MAX_WAITING) {
      this.#waiting.shift();
      logger.warn({ waiting: MAX_WAITING }, 'an event for the webhook was dropped, because too many wait');
    }
    this.#delivering ??= this.#deliverAll();
  };

  /** Takes no more events, and resolves once those that wait were tried once more each, or five seconds are over. */
  async close(): Promise<void> {
    this.#closing.abort();
    const timer = setTimeout(() => this.#ended.abort(), CLOSE_LIMIT_MS);
    await this.#delivering;
    clearTimeout(timer);
  }

  async #deliverAll(): Promise<void> {
    for (let message = this.#waiting.shift(); message; message = this.#waiting.shift()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that the receiver is not flooded
      await this.#deliver(message);
    }
    this.#delivering = null;
  }

  async #deliver(message: Message): Promise<void> {
    const { logger } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      if (this.#gone || this.#ended.signal.aborted) return;
      // oxlint-disable-next-line no-await-in-loop -- a message is tried again only once it has failed
      const { taken, outcome: failure, retryAfterMs } = await this.#attempt(message);
      if (taken) return;
      const again = attempt < MAX_ATTEMPTS && !this.#gone && !this.#closing.signal.aborted;
      const details = { delivery: message.id, failure };
      if (!again) return logger.error(details, 'the webhook did not take an event, which is lost');
      const againInMs = Math.min(Math.max(waitAfter(attempt, Math.random()), retryAfterMs ?? 0), LONGEST_WAIT_MS);
      logger.warn({ ...details, againInMs }, 'the webhook did not take an event');
      // oxlint-disable-next-line no-await-in-loop -- see above
      await pause(againInMs, this.#closing.signal);
    }
  }

  async #attempt({ id, body }: Message): Promise<Posted> {
    const { url, form, now, secrets } = this.#options;
    const headers = form.headers({ id, body, at: now() });
    const posted = await post(url, { headers, body, signal: this.#ended.signal, secrets });
    if (posted.gone) this.#gone = true;
    return posted;
  }
}
