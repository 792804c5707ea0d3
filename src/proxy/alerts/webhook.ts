import { pause } from '../../service/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';
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

export interface WebhookOptions extends WebhookSettings {
  logger: Logger;
  secrets: Secrets;
  /** Epoch milliseconds. */
  now: () => number;
}

interface Message {
  id: string;
  body: string;
}

const MAX_WAITING = 100;
/** For what waits when the proxy is closed. */
const CLOSE_LIMIT_MS = 5_000;
/** Waits before the second, third and fourth time that a message is tried. */
const RETRY_MS = [5_000, 60_000, 300_000];

/**
 * Posts events to the owner's address, signed as Standard Webhooks 1.0.0 asks, one after the other and each at most four times.
 * Whoever hands an event over never waits and never hears of a failure: that is logged. Where more than a hundred wait, the
 * oldest are dropped. Redirects are not followed, and after 410 nothing is sent any more.
 */
export class Webhook {
  readonly #options: WebhookOptions;
  readonly #secrets: readonly string[];
  readonly #waiting: Message[] = [];
  readonly #closing = new AbortController();
  readonly #ended = new AbortController();
  #delivering: Promise<void> | null = null;
  #gone = false;

  constructor(options: WebhookOptions) {
    this.#options = options;
    this.#secrets = [options.secret].flat();
  }

  /** Takes an event to be posted. Never throws. */
  readonly post = ({ kind, at, ...data }: AlertEvent): void => {
    if (this.#gone || this.#closing.signal.aborted) return;
    const { secrets, logger } = this.#options;
    const type = `${this.#options.version === 1 ? 'suspicious' : 'alert'}.${kind.replaceAll('-', '_')}`;
    const body = secrets.conceal(JSON.stringify({ type, timestamp: at, data }));
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
    for (const waitMs of [...RETRY_MS, null]) {
      if (this.#gone || this.#ended.signal.aborted) return;
      // oxlint-disable-next-line no-await-in-loop -- a message is tried again only once it has failed
      const failure = await this.#attempt(message);
      if (failure === null) return;
      const again = waitMs !== null && !this.#gone && !this.#closing.signal.aborted;
      const details = { delivery: message.id, failure };
      if (!again) return logger.error(details, 'the webhook did not take an event, which is lost');
      logger.warn({ ...details, againInMs: waitMs }, 'the webhook did not take an event');
      // oxlint-disable-next-line no-await-in-loop -- see above
      await pause(waitMs, this.#closing.signal);
    }
  }

  /** Why the message was not taken, or null if it was. */
  async #attempt({ id, body }: Message): Promise<string | null> {
    const { url, now, secrets } = this.#options;
    const headers = webhookHeaders({ id, body, at: now() }, this.#secrets);
    const { taken, gone, outcome } = await post(url, { headers, body, signal: this.#ended.signal, secrets });
    if (gone) this.#gone = true;
    return taken ? null : outcome;
  }
}
