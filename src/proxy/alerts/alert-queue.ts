import { pause } from '../../service/index.ts';
import { waitAfter } from '../deliveries/back-off.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import type { AlertEvent } from './alerts.ts';
import type { Posted } from './post.ts';

/** An event as it is sent. The id stays the same however often it is. */
export interface Message {
  id: string;
  body: string;
}

/** How events reach the owner. */
export interface Carrier {
  /** What takes them, for logs. */
  readonly name: string;
  write(event: AlertEvent): string;
  /** Never rejects. The signal breaks it off. */
  carry(message: Message, signal: AbortSignal): Promise<Posted>;
}

export interface AlertQueueOptions {
  carrier: Carrier;
  logger: Logger;
  secrets: Secrets;
}

const MAX_WAITING = 100;
/** For what waits when the proxy is closed. */
const CLOSE_LIMIT_MS = 5_000;
/** They take about half an hour. */
const MAX_ATTEMPTS = 6;
const MAX_WAIT_MS = 3_600_000;

/**
 * Sends events to the owner, one after the other and each at most six times. The caller never waits and never gets a
 * failure: that is logged. Where more than a hundred wait, the oldest are dropped. If the receiver wants no more, nothing is sent any more.
 */
export class AlertQueue {
  readonly #options: AlertQueueOptions;
  readonly #waiting: Message[] = [];
  readonly #closing = new AbortController();
  readonly #ended = new AbortController();
  #delivering: Promise<void> | null = null;
  #gone = false;

  constructor(options: AlertQueueOptions) {
    this.#options = options;
  }

  /** Takes an event to be posted. Never throws. */
  readonly post = (event: AlertEvent): void => {
    if (this.#gone || this.#closing.signal.aborted) return;
    const { carrier, secrets, logger } = this.#options;
    const body = secrets.conceal(carrier.write(event));
    this.#waiting.push({ id: `msg_${crypto.randomUUID()}`, body });
    if (this.#waiting.length > MAX_WAITING) {
      this.#waiting.shift();
      logger.warn({ waiting: MAX_WAITING }, `an event for the ${carrier.name} was dropped, because too many wait`);
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
    const { logger, carrier } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      if (this.#gone || this.#ended.signal.aborted) return;
      // oxlint-disable-next-line no-await-in-loop -- a message is tried again only once it has failed
      const { taken, outcome: failure, retryAfterMs } = await this.#attempt(message);
      if (taken) return;
      const again = attempt < MAX_ATTEMPTS && !this.#gone && !this.#closing.signal.aborted;
      const details = { delivery: message.id, failure };
      if (!again) return logger.error(details, `the ${carrier.name} did not take an event, which is lost`);
      const againInMs = Math.min(Math.max(waitAfter(attempt, Math.random()), retryAfterMs ?? 0), MAX_WAIT_MS);
      logger.warn({ ...details, againInMs }, `the ${carrier.name} did not take an event`);
      // oxlint-disable-next-line no-await-in-loop -- see above
      await pause(againInMs, this.#closing.signal);
    }
  }

  async #attempt(message: Message): Promise<Posted> {
    const posted = await this.#options.carrier.carry(message, this.#ended.signal);
    if (posted.gone) this.#gone = true;
    return posted;
  }
}
