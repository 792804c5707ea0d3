import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ledger } from '../index.ts';
import { type Bench, grant, reserved, takeUp } from './bench.ts';
import { DAY, giving, HOUR, NOON, points, request, ROLE } from './requests.ts';
import { GRANTED_ALONE, SHOP } from './receivers.ts';

/** What is noted for a receiver, oldest first. */
async function told(ledger: Ledger, receiver = 'shop'): Promise<string[]> {
  return (await ledger.deliveries({ receiver })).map(({ type }) => type).toReversed();
}

/** What every ledger notes for those who are told of claims. */
export function telling(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: those who are told of claims`, () => {
    it('are nobody by default, and then nothing is noted', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.setReceivers([], NOON);
      await grant(ledger, request());
      assert.deepEqual(await ledger.deliveries({}), []);
      assert.deepEqual(await ledger.deliveryCounts(), []);
    });

    it('are told what a claim came to, each what it asks for, whichever process has made it', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.setReceivers([SHOP, GRANTED_ALONE], NOON);
      const other = await bench.other();
      const claim = await grant(other, request());
      const refused = reserved(await other.reserve(request({ memberId: '2', now: NOON + 1 })));
      await other.settle(refused.id, 0, { state: 'refused', evidence: null }, NOON + 2);
      assert.deepEqual(await told(ledger), ['claim.granted', 'claim.refused']);
      assert.deepEqual(await told(ledger, 'mail'), ['claim.granted']);
      const [delivery] = await ledger.deliveries({ receiver: 'mail' });
      assert.deepEqual(delivery, {
        claimId: claim.id,
        seq: 1,
        receiver: 'mail',
        type: 'claim.granted',
        at: NOON,
        claim: {
          action: 'daily',
          service: 'default',
          state: 'granted',
          streak: claim.streak,
          createdAt: NOON,
          nextClaimAt: claim.nextClaimAt,
          grants: [{ order: points(10), state: 'granted' }],
        },
        state: 'waiting',
        attempts: 0,
        dueAt: NOON,
        outcome: null,
        endedAt: null,
      });
    });

    it('are told nothing of a claim that is in flight, and once that its outcome is not known', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.setReceivers([SHOP], NOON);
      const claim = reserved(await ledger.reserve(request({ ...giving(points(5), ROLE) })));
      await ledger.settle(claim.id, 0, { state: 'unknown', evidence: null }, NOON + 1);
      assert.deepEqual(await told(ledger), []);
      await ledger.send(claim.id, 1, { now: NOON + 2, deadline: NOON + 3 });
      await ledger.settle(claim.id, 1, { state: 'unknown', evidence: null }, NOON + 3);
      assert.deepEqual(await told(ledger), ['claim.pending']);
      await ledger.send(claim.id, 1, { now: NOON + 4, deadline: NOON + 5 });
      await ledger.settle(claim.id, 1, { state: 'granted', echo: ROLE, evidence: null }, NOON + 6);
      assert.deepEqual(await told(ledger), ['claim.pending']);
      await ledger.resolve(claim.id, { state: 'granted', who: 'Wren', why: 'seen' }, NOON + HOUR);
      assert.deepEqual(await told(ledger), ['claim.pending', 'claim.granted']);
    });

    it('are told what recovery makes of a claim', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.setReceivers([SHOP], NOON);
      const claim = reserved(await ledger.reserve(request({ ...giving(points(5), ROLE) })));
      await ledger.recover(NOON + HOUR);
      assert.deepEqual(await told(ledger), ['claim.pending']);
      await ledger.resolve(claim.id, { state: 'released', who: 'Wren', why: 'not seen' }, NOON + HOUR);
      assert.deepEqual(await told(ledger), ['claim.pending', 'claim.released']);
    });

    it('are told again of a claim that is taken up again, under another number', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.setReceivers([SHOP], NOON);
      const wanted = request({ ...giving(points(5), ROLE) });
      const claim = reserved(await ledger.reserve(wanted));
      await ledger.settle(claim.id, 0, { state: 'granted', echo: points(5), evidence: null }, NOON + 1);
      await ledger.send(claim.id, 1, wanted);
      await ledger.settle(claim.id, 1, { state: 'refused', evidence: null }, NOON + 1);
      const again = await takeUp(ledger, request({ ...giving(points(5), ROLE), now: NOON + 2 }));
      assert.equal(again.kind, 'reserved');
      await ledger.settle(claim.id, 1, { state: 'granted', echo: ROLE, evidence: null }, NOON + 3);
      assert.deepEqual(await told(ledger), ['claim.refused', 'claim.granted']);
      const all = await ledger.deliveries({ claimId: claim.id });
      assert.equal(new Set(all.map(({ seq }) => seq)).size, 2);
    });

    it('are told of a claim that may have been lost, and of one that is brought back', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const by = { who: 'Wren', why: 'a disk was lost' };
      await ledger.restored({ since: NOON - DAY, until: NOON }, by, NOON);
      await ledger.setReceivers([SHOP], NOON);
      const doubted = await ledger.reserve(request());
      assert.equal(doubted.kind, 'in-doubt');
      assert.deepEqual(await told(ledger), ['claim.pending']);
      await using lostBench = await open();
      const lost = await grant(lostBench.ledger, request({ memberId: '77', now: NOON - HOUR }));
      await ledger.adopt([lost], by, NOON);
      assert.deepEqual((await told(ledger)).toSorted(), ['claim.granted', 'claim.pending']);
    });
  });
}
