import type { DeliveryLine, DeliveryPage, ReceiverFacts, SendAgainRequest } from '../api-types.ts';
import type { DeskClient } from './desk-client.ts';
import type { ModelHost } from './model-host.ts';
import { count, fill, TEXTS } from './texts.ts';

const POLL_MS = 1000;
/** What is sent again has come to something by then, or its receiver does not answer. */
const MAX_LOOKS = 30;

/** What is asked to be sent again: one event, or all that failed for a receiver. */
export type AskedAgain = { line: DeliveryLine } | { receiver: ReceiverFacts };

/** What the owner's other systems were told of claims. */
export class DeliveryModel {
  readonly #api: DeskClient;
  readonly #host: ModelHost;
  #query = new URLSearchParams();
  /** Counts what is shown, so that an answer that comes late is not taken for that of another view. */
  #view = 0;

  receivers: ReceiverFacts[] | null = null;
  page: DeliveryPage | null = null;
  /** What it is asked of whether it shall be sent. */
  asked: AskedAgain | null = null;
  /** What was sent again, in words. */
  sent: string | null = null;

  constructor(api: DeskClient, host: ModelHost) {
    this.#api = api;
    this.#host = host;
  }

  /** Shows those that the query asks for. */
  async open(query: URLSearchParams): Promise<void> {
    this.leave();
    this.#query = query;
    this.page = null;
    await this.#look(1);
  }

  /** Has nothing be looked for any more, as something else is shown. */
  leave(): void {
    this.#view += 1;
    this.asked = null;
    this.sent = null;
  }

  async more(): Promise<void> {
    const { page } = this;
    if (page?.next) await this.#look(page.deliveries.length + 1);
  }

  ask(asked: AskedAgain | null): void {
    this.asked = asked;
    this.#host.draw();
  }

  /** Sends what it is asked of. `by` is left out where the desk knows who is at it. */
  async send(by: string | undefined): Promise<void> {
    const { asked } = this;
    if (!asked) return;
    this.asked = null;
    await this.#host.load(async () => {
      const { count: events } = await this.#api.sendAgain({ ...wanted(asked), ...(by !== undefined && { by }) });
      if (by !== undefined) this.#host.named(by);
      this.sent = fill(TEXTS.deliveries.sent, { events: count(events, TEXTS.units.event) });
      await this.#lookAgain();
    });
    this.#follow(this.#view, MAX_LOOKS);
  }

  /** So many as are shown now. */
  #lookAgain(): Promise<void> {
    return this.#look(this.page?.deliveries.length ?? 1);
  }

  /** Looks for at least so many, in whole pages. */
  async #look(least: number): Promise<void> {
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

  /** Looks what comes of it until nothing waits, or so many times. */
  #follow(view: number, looks: number): void {
    if (looks === 0 || view !== this.#view || !this.receivers?.some(({ waiting }) => waiting > 0)) return;
    setTimeout(() => void this.#followOnce(view, looks), POLL_MS);
  }

  async #followOnce(view: number, looks: number): Promise<void> {
    if (view !== this.#view) return;
    // The desk may be away for a moment.
    await this.#lookAgain().catch(() => undefined);
    this.#host.draw();
    this.#follow(view, looks - 1);
  }
}

function wanted(asked: AskedAgain): SendAgainRequest {
  if ('receiver' in asked) return { failedFor: asked.receiver.name };
  const { event, receiver } = asked.line;
  return { events: [{ event, receiver }] };
}
