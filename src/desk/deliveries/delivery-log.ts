import type { Delivery, DeliveryFilter, DeliveryKey } from '../../ledger/index.ts';
import { eventId, readEventId } from '../../proxy/deliveries/message.ts';
import type { Inside } from '../../proxy/index.ts';
import type { DeliveryLine, DeliveryPage, ReceiverFacts, SendAgainRequest } from '../api-types.ts';
import { DeskError } from '../problem.ts';

const PAGE = 50;

/** What the owner's other systems were told of claims, and what was not taken. Members are not in it. */
export class DeliveryLog {
  readonly #inside: Inside;
  readonly #now: () => number;

  constructor(inside: Inside, now: () => number) {
    this.#inside = inside;
    this.#now = now;
  }

  /** Those of the config, and those that were in it while something is kept that was for them. */
  async receivers(): Promise<ReceiverFacts[]> {
    const { ledger, receivers } = this.#inside;
    const counts = new Map((await ledger.deliveryCounts()).map((counted) => [counted.receiver, counted]));
    const names = [...new Set([...receivers, ...counts.keys()])].toSorted();
    return names.map((name) => {
      const { waiting = 0, delivered = 0, failed = 0 } = counts.get(name) ?? {};
      return { name, isTold: receivers.includes(name), waiting, delivered, failed };
    });
  }

  /** Newest claim first. */
  async page(filter: DeliveryFilter): Promise<DeliveryPage> {
    const deliveries = await this.#inside.ledger.deliveries({ ...filter, limit: PAGE + 1 });
    const shown = deliveries.slice(0, PAGE).map(lineOf);
    const last = shown.at(-1);
    return { deliveries: shown, next: deliveries.length > PAGE && last ? `${last.event}.${last.receiver}` : null };
  }

  /** Has those be sent again that the request names, which is noted with who did. Throws `DeskError` if nothing can be. */
  async sendAgain({ events, failedFor }: SendAgainRequest, who: string): Promise<number> {
    const { ledger } = this.#inside;
    const which = events ? await this.#named(events) : { failedFor: failedFor ?? null };
    const count = await ledger.sendAgain(which, who, this.#now());
    if (count === 0 && events) {
      throw new DeskError('invalid-request', 'The config names no such receiver any more, so nothing is sent to it.');
    }
    return count;
  }

  /** Nothing is sent where one of them is not there any more. */
  async #named(events: NonNullable<SendAgainRequest['events']>): Promise<DeliveryKey[]> {
    const keys: DeliveryKey[] = [];
    for (const { event, receiver } of events) {
      const id = readEventId(event);
      // oxlint-disable-next-line no-await-in-loop -- they are few
      const those = id ? await this.#inside.ledger.deliveries({ claimId: id.claimId, receiver }) : [];
      const found = those.find(({ seq }) => seq === id?.seq);
      if (!found) throw new DeskError('not-found', 'There is no such event any more: nothing is sent again.');
      keys.push(found);
    }
    return keys;
  }
}

function lineOf(delivery: Delivery): DeliveryLine {
  const { claim, seq: _, ...line } = delivery;
  return { ...line, event: eventId(delivery), action: claim.action };
}
