import type { DeliveryLine, DeliveryPage, ReceiverFacts, SendAgainRequest } from '../api-types.ts';
import type { DeskClient } from './desk-client.ts';
import type { ModelHost } from './model-host.ts';
import { count, fill, TEXTS } from './texts.ts';

const POLL_MS = 1000;
/** By then the outcome is known, or the receiver does not answer. */
const MAX_POLLS = 30;

/** What the dialog offers to send again: one event, or all that failed for a receiver. */
export type AskedAgain = { line: DeliveryLine } | { receiver: ReceiverFacts };

/** What the owner's other systems were told of claims. */
export class DeliveryModel {
  readonly #api: DeskClient;
  readonly #host: ModelHost;
  #query = new URLSearchParams();
  /** Counts the views that were shown, so that a late reply is not shown in another view. */
  #view = 0;

  receivers: ReceiverFacts[] | null = null;
  page: DeliveryPage | null = null;
  /** What the open dialog offers to send again. */
  asked: AskedAgain | null = null;
  /** A message about what was sent again. */
  sent: string | null = null;

  constructor(api: DeskClient, host: ModelHost) {
    this.#api = api;
    this.#host = host;
  }

  /** Shows the deliveries that the query selects. */
  async open(query: URLSearchParams): Promise<void> {
    this.close();
    this.#query = query;
    this.page = null;
    await this.#load(1);
  }

  /** Stops polling, because another view is shown. */
  close(): void {
    this.#view += 1;
    this.asked = null;
    this.sent = null;
  }

  async more(): Promise<void> {
    const { page } = this;
    if (page?.next) await this.#load(page.deliveries.length + 1);
  }

  ask(asked: AskedAgain | null): void {
    this.asked = asked;
    this.#host.draw();
  }

  /** Sends what the dialog offers. `by` is left out if the desk knows who is signed in. */
  async send(by: string | undefined): Promise<void> {
    const { asked } = this;
    if (!asked) return;
    this.asked = null;
    await this.#host.load(async () => {
      const { count: events } = await this.#api.sendAgain({ ...wanted(asked), ...(by !== undefined && { by }) });
      if (by !== undefined) this.#host.rememberName(by);
      this.sent = fill(TEXTS.deliveries.sent, { events: count(events, TEXTS.units.event) });
      await this.#reload();
    });
    this.#startPolling(this.#view, MAX_POLLS);
  }

  /** Loads as many as are shown now. */
  #reload(): Promise<void> {
    return this.#load(this.page?.deliveries.length ?? 1);
  }

  /** Loads at least so many deliveries, in whole pages. */
  async #load(least: number): Promise<void> {
    const view = this.#view;
    const found: DeliveryLine[] = [];
    const receivers = await this.#api.receivers();
    let next: string | null = null;
    do {
      const query: URLSearchParams = new URLSearchParams(
        next === null ? this.#query : [...this.#query, ['after', next]],
      );
      // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ends
      const page: DeliveryPage = await this.#api.deliveries(query);
      found.push(...page.deliveries);
      ({ next } = page);
    } while (next !== null && found.length < least);
    if (view !== this.#view) return;
    this.receivers = receivers;
    this.page = { deliveries: found, next };
  }

  /** Loads again and again until nothing waits, at most so many times. */
  #startPolling(view: number, polls: number): void {
    if (polls === 0 || view !== this.#view || !this.receivers?.some(({ waiting }) => waiting > 0)) return;
    setTimeout(() => void this.#pollOnce(view, polls), POLL_MS);
  }

  async #pollOnce(view: number, polls: number): Promise<void> {
    if (view !== this.#view) return;
    // The desk may be unreachable for a moment.
    await this.#reload().catch(() => undefined);
    this.#host.draw();
    this.#startPolling(view, polls - 1);
  }
}

function wanted(asked: AskedAgain): SendAgainRequest {
  if ('receiver' in asked) return { failedFor: asked.receiver.name };
  const { event, receiver } = asked.line;
  return { events: [{ event, receiver }] };
}
