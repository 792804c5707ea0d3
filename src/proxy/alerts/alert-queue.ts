import { waitAfter } from '../deliveries/back-off.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import type { AlertEvent } from './alerts.ts';
import type { Posted } from './post.ts';

/** An event as it is sent. The id stays the same at each attempt. */
export interface Message {
  id: string;
  body: string;
}

/** A way for events to reach the owner. */
export interface AlertChannel {
  /** The receiver's name in logs. */
  readonly name: string;
  /** The key of the config that sets it up. */
  readonly key: 'webhook' | 'alertChat' | 'alertMail';
  format(event: AlertEvent): string;
  /** Never rejects. The signal aborts the attempt. */
  send(message: Message, signal: AbortSignal): Promise<Posted>;
}

export interface AlertQueueOptions {
  channel: AlertChannel;
  logger: Logger;
  secrets: Secrets;
}

interface Entry extends Message {
  kind: AlertEvent['kind'];
  attempt: number;
  state: 'due' | 'sending' | 'paused';
  /** Ends the pause. */
  timer?: ReturnType<typeof setTimeout>;
}

/** Messages that are sent at the same time: few, so as not to flood the receiver, but more than one, so that a slow message does not delay the others. */
const MAX_SENDING = 4;
const MAX_WAITING = 100;
/** Time to send waiting messages when the proxy is closed. */
const CLOSE_LIMIT_MS = 5_000;
/** Together they take about half an hour. */
const MAX_ATTEMPTS = 6;
const MAX_WAIT_MS = 3_600_000;

/**
 * Sends events to the owner, at most four at the same time, with at most six attempts each. An event that waits for its next attempt does
 * not delay others. The caller never waits and never gets an error: errors are logged. If more than a hundred events wait, the oldest of the
 * most frequent kind is dropped, because visitors can cause many events of one kind, which must not push out the others. An event that the
 * receiver refuses for good is not tried again. If the receiver wants no more events (410), none is sent any more.
 */
export class AlertQueue {
  readonly #options: AlertQueueOptions;
  /** The oldest first. */
  readonly #entries = new Set<Entry>();
  readonly #sending = new Set<Promise<void>>();
  readonly #ended = new AbortController();
  #isClosing = false;
  #isGone = false;

  constructor(options: AlertQueueOptions) {
    this.#options = options;
  }

  /** Adds an event. Never throws. */
  readonly post = (event: AlertEvent): void => {
    if (this.#isGone || this.#isClosing) return;
    const { channel, secrets } = this.#options;
    const body = secrets.conceal(channel.format(event));
    this.#entries.add({ id: `msg_${crypto.randomUUID()}`, kind: event.kind, body, attempt: 1, state: 'due' });
    this.#sendDue();
    this.#dropOldest();
  };

  /** Takes no more events. Resolves once each waiting event was tried once more, or after five seconds. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const entry of this.#entries) if (entry.state === 'paused') this.#endPause(entry);
    const timer = setTimeout(() => this.#ended.abort(), CLOSE_LIMIT_MS);
    // oxlint-disable-next-line no-await-in-loop -- others are sent when these are
    while (this.#sending.size > 0) await Promise.all(this.#sending);
    clearTimeout(timer);
  }

  #sendDue(): void {
    if (this.#isGone || this.#ended.signal.aborted) return this.#forgetAll();
    for (const entry of this.#entries) {
      if (this.#sending.size >= MAX_SENDING) return;
      if (entry.state === 'due') this.#send(entry);
    }
  }

  #send(entry: Entry): void {
    entry.state = 'sending';
    const sending = this.#attempt(entry).finally(() => {
      this.#sending.delete(sending);
      this.#sendDue();
    });
    this.#sending.add(sending);
  }

  async #attempt(entry: Entry): Promise<void> {
    const posted = await this.#options.channel.send(entry, this.#ended.signal);
    if (posted.gone) this.#isGone = true;
    if (posted.taken) this.#entries.delete(entry);
    else this.#afterFailure(entry, posted);
  }

  #afterFailure(entry: Entry, { final, outcome: failure, retryAfterMs }: Posted): void {
    const { logger, channel } = this.#options;
    const details = { delivery: entry.id, failure };
    if (!final && entry.attempt < MAX_ATTEMPTS && !this.#isClosing) {
      const wait = Math.max(waitAfter(entry.attempt, Math.random()), retryAfterMs ?? 0);
      const againInMs = Math.min(wait, MAX_WAIT_MS);
      logger.warn({ ...details, againInMs }, `the ${channel.name} did not take an event`);
      this.#pause(entry, againInMs);
      return;
    }
    this.#entries.delete(entry);
    const remedy = final ? `, and is not tried again: check ${channel.key} in the config` : '';
    logger.error(details, `the ${channel.name} did not take an event, which is lost${remedy}`);
  }

  #pause(entry: Entry, ms: number): void {
    entry.state = 'paused';
    entry.attempt += 1;
    entry.timer = setTimeout(() => this.#endPause(entry), ms);
    this.#dropOldest();
  }

  #endPause(entry: Entry): void {
    clearTimeout(entry.timer);
    entry.state = 'due';
    this.#sendDue();
  }

  #dropOldest(): void {
    const waiting = [...this.#entries].filter(({ state }) => state !== 'sending');
    if (waiting.length <= MAX_WAITING) return;
    const kinds = [...Map.groupBy(waiting, ({ kind }) => kind).values()];
    const [oldest] = kinds.reduce((most, other) => (other.length > most.length ? other : most));
    if (!oldest) return;
    this.#forget(oldest);
    const { logger, channel } = this.#options;
    const details = { waiting: MAX_WAITING, kind: oldest.kind };
    logger.warn(details, `an event for the ${channel.name} was dropped, because too many wait`);
  }

  #forget(entry: Entry): void {
    clearTimeout(entry.timer);
    this.#entries.delete(entry);
  }

  #forgetAll(): void {
    for (const entry of this.#entries) if (entry.state !== 'sending') this.#forget(entry);
  }
}
