import type { DueDelivery, Ledger } from '../../ledger/index.ts';
import { post, type Posted, webhookHeaders } from '../alerts/index.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import { MAX_ATTEMPTS, waitAfter } from './back-off.ts';
import type { ReceiverSettings } from './config.ts';
import { eventBody, eventId } from './message.ts';

export interface QueueContext {
  ledger: Ledger;
  logger: Logger;
  secrets: Secrets;
  /** Called for a delivery that is given up. */
  failed: (receiver: string, outcome: string) => void;
  /** Epoch milliseconds. */
  now: () => number;
}

/** Events that one receiver is sent at the same time. */
const BATCH = 32;
/** How long taken events are hidden from other processes: longer than an attempt can last. */
const LEASE_MS = 60_000;
const MAX_WAIT_MS = 24 * 3_600_000;

/** Sends one receiver the events that are due. If it accepts none of a batch, the queue waits for the next poll. */
export class Queue {
  readonly #name: string;
  readonly #settings: ReceiverSettings;
  readonly #context: QueueContext;
  readonly #signing: readonly string[];
  readonly #ended = new AbortController();
  #closed = false;
  #running: Promise<void> | null = null;
  #wanted = false;
  /** When it last asked the ledger, in epoch milliseconds. `Infinity` at the start, because the clock may have been set back since an earlier process asked. */
  #lookedAt = Infinity;

  constructor(name: string, settings: ReceiverSettings, context: QueueContext) {
    this.#name = name;
    this.#settings = settings;
    this.#context = context;
    this.#signing = [settings.secret].flat();
  }

  /** Starts to send what is due. Never throws. */
  look(): void {
    this.#wanted = true;
    if (this.#closed) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#wanted) this.look();
    });
  }

  /** Takes no more events. Resolves once the attempts under way have ended, or were aborted after so many milliseconds. */
  async close(limitMs: number): Promise<void> {
    this.#closed = true;
    const timer = setTimeout(() => this.#ended.abort(new Error('the proxy was closed')), limitMs);
    await this.#running;
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    try {
      while (this.#wanted && !this.#closed) {
        this.#wanted = false;
        // oxlint-disable-next-line no-await-in-loop -- a batch after the other
        const taken = await this.#sendBatch();
        if (taken === 'some') this.#wanted = true;
      }
    } catch (error) {
      const { logger, secrets } = this.#context;
      this.#wanted = false;
      logger.warn(
        { receiver: this.#name, error: secrets.describe(error) },
        'the ledger did not say what is to be told of claims: it is looked for again',
      );
    }
  }

  /** Sends a batch. `some`: the batch was full and the receiver accepted some of it, so there may be more to send. */
  async #sendBatch(): Promise<'some' | 'none'> {
    const { ledger, now } = this.#context;
    const at = now();
    const due = await ledger.takeDeliveries({
      receiver: this.#name,
      now: at,
      until: at + LEASE_MS,
      limit: BATCH,
      clockSetBack: at < this.#lookedAt,
    });
    this.#lookedAt = at;
    const results = await Promise.all(due.map((delivery) => this.#send(delivery)));
    const gone = results.find((result) => result.gone);
    if (gone) await ledger.stopReceiver(this.#name, gone.outcome, now());
    return due.length === BATCH && results.some(({ taken }) => taken) ? 'some' : 'none';
  }

  async #send(delivery: DueDelivery): Promise<Posted> {
    const { secrets, logger, ledger, now } = this.#context;
    const { url, memberIds } = this.#settings;
    const id = eventId(delivery);
    const body = eventBody(delivery, memberIds ? delivery.memberId : null);
    const headers = webhookHeaders({ id, body, at: now() }, this.#signing);
    const posted = await post(url, { headers, body, signal: this.#ended.signal, secrets, now });
    const { taken, gone, outcome } = posted;
    const { attempts, attempt } = delivery;
    const details = { receiver: this.#name, event: id, outcome, attempt };
    if (!taken && this.#ended.signal.aborted) {
      await ledger.noteDelivery(delivery, { state: 'waiting', dueAt: now(), outcome, attempts }, now());
    } else if (taken) {
      await ledger.noteDelivery(delivery, { state: 'delivered', outcome, attempts }, now());
      logger.debug(details, 'a receiver was told of a claim');
    } else if (gone || attempt >= MAX_ATTEMPTS) {
      await ledger.noteDelivery(delivery, { state: 'failed', outcome, attempts }, now());
      logger.error(
        details,
        'a receiver was not told of a claim, and is not tried any more: send it again at the desk, or with rewards deliveries send-again',
      );
      this.#context.failed(this.#name, outcome);
    } else {
      const wait = Math.max(waitAfter(attempt, Math.random()), posted.retryAfterMs ?? 0);
      const againInMs = Math.min(wait, MAX_WAIT_MS);
      await ledger.noteDelivery(delivery, { state: 'waiting', dueAt: now() + againInMs, outcome, attempts }, now());
      logger.warn({ ...details, againInMs }, 'a receiver was not told of a claim, and is tried again');
    }
    return posted;
  }
}
