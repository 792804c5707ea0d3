import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Delivery } from '../../../src/ledger/index.ts';
import { eventBody, eventId, readEventId } from '../../../src/proxy/deliveries/message.ts';

const order = { kind: 'points', points: 10, remark: 'Daily check-in' } as const;

const DELIVERY: Delivery = {
  claimId: '01m83xsm8n5ba9abe4fd40f9025cb5',
  seq: 3,
  receiver: 'shop',
  type: 'claim.pending',
  at: 0,
  claim: {
    action: 'daily',
    service: 'default',
    state: 'pending',
    streak: null,
    createdAt: 0,
    nextClaimAt: null,
    grants: (['reserved', 'sent', 'unknown', 'granted', 'refused', 'released'] as const).map((state) => ({
      order,
      state,
    })),
  },
  state: 'waiting',
  attempts: 1,
  dueAt: 0,
  outcome: null,
  endedAt: null,
};

describe('an event that is told', () => {
  it('calls pending what is only on its way, and gives every other state of a grant its name', () => {
    const { data } = JSON.parse(eventBody(DELIVERY, null));
    assert.deepEqual(
      data.grants.map(({ status }: { status: string }) => status),
      ['pending', 'pending', 'unknown', 'granted', 'refused', 'released'],
    );
  });

  it('has an id that leads back to it', () => {
    const { claimId, seq } = DELIVERY;
    assert.deepEqual(readEventId(eventId(DELIVERY)), { claimId, seq });
    assert.equal(readEventId('msg_../x_1'), null);
  });
});
