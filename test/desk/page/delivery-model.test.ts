import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { DeliveryLine, DeliveryPage, ReceiverFacts, SendAgainRequest } from '../../../src/desk/api-types.ts';
import { DeliveryModel } from '../../../src/desk/page/delivery-model.ts';
import { DeskClient } from '../../../src/desk/page/desk-client.ts';
import { SilentHost } from './host.ts';

const SHOP: ReceiverFacts = { name: 'shop', isTold: true, waiting: 0, delivered: 0, failed: 2 };
const LINE: DeliveryLine = {
  event: 'event-1',
  action: 'daily',
  claimId: 'claim-1',
  receiver: 'shop',
  type: 'claim.granted',
  at: 0,
  state: 'failed',
  attempts: 3,
  outcome: 'HTTP 500',
  dueAt: null,
  endedAt: 1,
};

class ToldDesk extends DeskClient {
  readonly sent: SendAgainRequest[] = [];
  override receivers = async (): Promise<ReceiverFacts[]> => [SHOP];
  override deliveries = async (_query: URLSearchParams): Promise<DeliveryPage> => ({
    deliveries: [LINE],
    next: null,
  });
  override sendAgain = async (wanted: SendAgainRequest): Promise<{ count: number }> => {
    this.sent.push(wanted);
    return { count: 1 };
  };
}

describe("what is sent again from the desk's page", () => {
  it('is what was asked about, and nothing else: one event for one receiver, or all that failed for one', async () => {
    const [api, host] = [new ToldDesk(), new SilentHost()];
    const model = new DeliveryModel(api, host);
    await model.open(new URLSearchParams());
    await model.send('Wren');
    assert.deepEqual(api.sent, []);
    model.ask({ line: LINE });
    await model.send('Wren');
    model.ask({ receiver: SHOP });
    await model.send(undefined);
    assert.deepEqual(api.sent, [
      { events: [{ event: 'event-1', receiver: 'shop' }], by: 'Wren' },
      { failedFor: 'shop' },
    ]);
    assert.equal(model.asked, null);
  });

  it('has stood in a list that goes on, of the view that was opened last', async () => {
    const line = (event: string): DeliveryLine => ({ ...LINE, event });
    const late = Promise.withResolvers<void>();
    class LongDesk extends ToldDesk {
      override deliveries = async (query: URLSearchParams): Promise<DeliveryPage> => {
        if (query.get('receiver') === 'slow') await late.promise;
        const after = Number(query.get('after') ?? 0);
        return { deliveries: [line(`${query.get('receiver')}-${after}`)], next: after < 2 ? String(after + 1) : null };
      };
    }
    const model = new DeliveryModel(new LongDesk(), new SilentHost());
    const slow = model.open(new URLSearchParams({ receiver: 'slow' }));
    await turn();
    await model.open(new URLSearchParams({ receiver: 'shop' }));
    await model.more();
    late.resolve();
    await slow;
    assert.deepEqual(
      model.page?.deliveries.map(({ event }) => event),
      ['shop-0', 'shop-1'],
    );
    assert.equal(model.page?.next, '2');
  });
});
