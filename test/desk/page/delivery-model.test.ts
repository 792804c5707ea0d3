import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
  override deliveries = async (): Promise<DeliveryPage> => ({ deliveries: [LINE], next: null });
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
});
