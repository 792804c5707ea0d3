import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Delivery, Ledger } from '../index.ts';
import { type Bench, grant } from './bench.ts';
import { GRANTED_ALONE, SHOP } from './receivers.ts';
import { DAY, HOUR, NOON, request } from './requests.ts';

const TAKING = { receiver: 'shop', now: NOON + HOUR, until: NOON + 2 * HOUR, limit: 100 };

async function only(ledger: Ledger): Promise<Delivery> {
  const [delivery, ...others] = await ledger.deliveries({});
  assert.ok(delivery);
  assert.deepEqual(others, []);
  return delivery;
}

/** What every ledger does with what is noted, until a receiver was told. */
export function deliveries(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: deliveries`, () => {
    it('are given to one process at a time, oldest first, and to another once the time for that is over', async () => {
      await using bench = await open();
      const [ledger, other] = [bench.ledger, await bench.other()];
      await ledger.setReceivers([SHOP], NOON);
      for (let member = 1; member <= 6; member += 1) {
        await grant(ledger, request({ memberId: String(member), now: NOON + member }));
      }
      const takes = [ledger, other, ledger, other, ledger, other, ledger, other].map((one) =>
        one.takeDeliveries({ ...TAKING, limit: 1 }),
      );
      const taken = (await Promise.all(takes)).flat();
      assert.deepEqual(new Set(taken.map(({ memberId }) => memberId)), new Set(['1', '2', '3', '4', '5', '6']));
      assert.equal(taken.length, 6);
      assert.deepEqual(await other.takeDeliveries(TAKING), []);
      const later = await other.takeDeliveries({ ...TAKING, now: TAKING.until });
      assert.equal(later.length, 6);
      assert.ok(later.every(({ attempt, attempts }) => attempt === 2 && attempts === 2));
      assert.deepEqual(await other.takeDeliveries({ ...TAKING, receiver: 'another' }), []);
    });

    it('end as delivered or failed, or wait for the next attempt', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.setReceivers([SHOP], NOON);
      await grant(ledger, request());
      const [taken] = await ledger.takeDeliveries(TAKING);
      assert.ok(taken);
      await ledger.noteDelivery(
        taken,
        { state: 'waiting', dueAt: NOON + 3 * HOUR, outcome: 'status 500', attempts: 1 },
        NOON,
      );
      assert.equal((await only(ledger)).dueAt, NOON + 3 * HOUR);
      assert.deepEqual(await ledger.takeDeliveries({ ...TAKING, now: NOON + 2 * HOUR }), []);
      const [second] = await ledger.takeDeliveries({ ...TAKING, now: NOON + 3 * HOUR, until: NOON + 4 * HOUR });
      assert.equal(second?.attempt, 2);
      await ledger.noteDelivery(taken, { state: 'failed', outcome: 'too late', attempts: 1 }, NOON);
      assert.equal((await only(ledger)).state, 'waiting');
      await ledger.noteDelivery(taken, { state: 'delivered', outcome: 'status 200', attempts: 1 }, NOON + 4 * HOUR);
      const { state, outcome, dueAt, endedAt } = await only(ledger);
      assert.deepEqual(
        { state, outcome, dueAt, endedAt },
        {
          state: 'delivered',
          outcome: 'status 200',
          dueAt: null,
          endedAt: NOON + 4 * HOUR,
        },
      );
      await ledger.noteDelivery(taken, { state: 'failed', outcome: 'status 500', attempts: 2 }, NOON);
      assert.equal((await only(ledger)).state, 'delivered');
    });

    it('that a clock which was ahead has put off are due where it was set back, and no others', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.setReceivers([SHOP], NOON);
      const take = (now: number, clockSetBack = false) =>
        ledger.takeDeliveries({ receiver: 'shop', now, until: now + 60_000, limit: 100, clockSetBack });
      const putOff = async (now: number, ms: number): Promise<void> => {
        const waiting = { state: 'waiting', dueAt: now + ms, outcome: 'status 503' } as const;
        for (const one of await take(now)) {
          await ledger.noteDelivery(one, { ...waiting, attempts: one.attempts }, now);
        }
      };
      const [ahead, now] = [NOON + 20 * HOUR, NOON + HOUR];
      await grant(ledger, request({ memberId: 'sent again' }));
      const [failed] = await take(NOON);
      assert.ok(failed);
      await ledger.noteDelivery(failed, { state: 'failed', outcome: 'status 500', attempts: 1 }, NOON);
      await grant(ledger, request({ memberId: 'put off' }));
      await putOff(ahead - HOUR, 2 * HOUR);
      await grant(ledger, request({ memberId: 'taken', now: NOON + 2 }));
      await take(ahead);
      await grant(ledger, request({ memberId: 'put off rightly', now: NOON + 1 }));
      await putOff(NOON + 1, 2 * HOUR);
      await grant(ledger, request({ memberId: 'told', now: ahead }));
      await ledger.sendAgain([failed], 'Wren', ahead);
      assert.deepEqual(await take(now), []);
      const members = (await take(now, true)).map(({ memberId }) => memberId);
      assert.deepEqual(new Set(members), new Set(['put off', 'taken', 'told', 'sent again']));
      assert.equal((await take(NOON + 3 * HOUR)).length, 5);
    });

    it('are listed newest first, a page at a time, and counted', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.setReceivers([SHOP, GRANTED_ALONE], NOON);
      for (let member = 1; member <= 3; member += 1) {
        await grant(ledger, request({ memberId: String(member), now: NOON + member }));
      }
      const all = await ledger.deliveries({});
      assert.deepEqual(
        all.map(({ at, receiver }) => `${at - NOON} ${receiver}`),
        ['3 shop', '3 mail', '2 shop', '2 mail', '1 shop', '1 mail'],
      );
      const [first, second, third] = all;
      assert.deepEqual(await ledger.deliveries({ limit: 2 }), [first, second]);
      assert.deepEqual(await ledger.deliveries({ limit: 1, ...(second && { after: second }) }), [third]);
      const [taken, other] = await ledger.takeDeliveries({ ...TAKING, limit: 2 });
      assert.ok(taken && other);
      await ledger.noteDelivery(taken, { state: 'failed', outcome: 'status 500', attempts: 1 }, NOON);
      await ledger.noteDelivery(other, { state: 'delivered', outcome: 'status 200', attempts: 1 }, NOON);
      assert.deepEqual(await ledger.deliveryCounts(), [
        { receiver: 'mail', waiting: 3, delivered: 0, failed: 0 },
        { receiver: 'shop', waiting: 1, delivered: 1, failed: 1 },
      ]);
      for (const [state, receiver, count] of [
        ['failed', 'shop', 1],
        ['failed', 'mail', 0],
        ['delivered', 'shop', 1],
        ['waiting', 'mail', 3],
      ] as const) {
        assert.equal((await ledger.deliveries({ state, receiver })).length, count, `${state} ${receiver}`);
      }
    });

    it('are sent again by somebody, which is noted', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.setReceivers([SHOP], NOON);
      const claim = await grant(ledger, request());
      const [taken] = await ledger.takeDeliveries(TAKING);
      assert.ok(taken);
      await ledger.noteDelivery(taken, { state: 'failed', outcome: 'status 500', attempts: 1 }, NOON);
      assert.equal(await ledger.sendAgain([{ ...taken, receiver: 'another' }], 'Wren', NOON), 0);
      assert.equal(await ledger.sendAgain([taken], 'Wren', NOON + 5), 1);
      const [again] = await ledger.takeDeliveries({ ...TAKING, until: NOON + 3 * HOUR });
      assert.deepEqual({ attempt: again?.attempt, attempts: again?.attempts }, { attempt: 1, attempts: 2 });
      await ledger.noteDelivery(taken, { state: 'failed', outcome: 'status 500', attempts: 2 }, NOON);
      assert.equal(await ledger.sendAgain({ failedFor: 'another' }, 'Wren', NOON + 6), 0);
      assert.equal(await ledger.sendAgain({ failedFor: null }, 'Wren', NOON + 6), 1);
      assert.deepEqual(await ledger.audit({}), [
        {
          seq: 1,
          at: NOON + 6,
          who: 'Wren',
          what: 'sent again',
          claimId: null,
          details: { receiver: null, deliveries: 1 },
        },
        { seq: 0, at: NOON + 5, who: 'Wren', what: 'sent again', claimId: claim.id, details: { receiver: 'shop' } },
      ]);
    });

    it('of a receiver that wants no more have failed, and begin anew when it is set or asked for again', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.setReceivers([SHOP], NOON);
      await grant(ledger, request());
      await ledger.stopReceiver('shop', 'status 410', NOON);
      assert.equal((await only(ledger)).state, 'failed');
      await grant(ledger, request({ memberId: '2' }));
      assert.equal((await ledger.deliveries({})).length, 1);
      await ledger.setReceivers([SHOP], NOON);
      await grant(ledger, request({ memberId: '3' }));
      assert.equal((await ledger.deliveries({})).length, 2);
      await ledger.stopReceiver('shop', 'status 410', NOON);
      assert.equal(await ledger.sendAgain({ failedFor: 'shop' }, 'Wren', NOON), 2);
      await grant(ledger, request({ memberId: '4' }));
      assert.equal((await ledger.deliveries({ state: 'waiting' })).length, 3);
    });

    it('of a receiver that the config names no more have failed', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.setReceivers([SHOP, GRANTED_ALONE], NOON);
      await grant(ledger, request());
      await ledger.setReceivers([GRANTED_ALONE], NOON);
      assert.deepEqual(await ledger.deliveryCounts(), [
        { receiver: 'mail', waiting: 1, delivered: 0, failed: 0 },
        { receiver: 'shop', waiting: 0, delivered: 0, failed: 1 },
      ]);
      assert.equal(await ledger.sendAgain({ failedFor: 'shop' }, 'Wren', NOON), 0);
      await ledger.setReceivers([], NOON);
      await grant(ledger, request({ memberId: '2' }));
      assert.deepEqual(await ledger.deliveries({ state: 'waiting' }), []);
    });

    it('name no member who was forgotten, and hold no copy of the name', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.setReceivers([SHOP], NOON);
      await grant(ledger, request({ memberId: '424242424242', fields: { email: 'noor@example.org' } }));
      assert.ok(!/424242424242|noor/.test(JSON.stringify(await ledger.deliveries({}))));
      await ledger.forget('424242424242', NOON);
      const [taken] = await ledger.takeDeliveries(TAKING);
      assert.equal(taken?.memberId, null);
    });

    it('are forgotten some time after their end, those that failed later', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.setReceivers([SHOP], NOON);
      for (const memberId of ['1', '2', '3']) await grant(ledger, request({ memberId }));
      const [one, other] = await ledger.takeDeliveries({ ...TAKING, limit: 2 });
      assert.ok(one && other);
      await ledger.noteDelivery(one, { state: 'delivered', outcome: 'status 200', attempts: 1 }, NOON);
      await ledger.noteDelivery(other, { state: 'failed', outcome: 'status 500', attempts: 1 }, NOON);
      const statesAt = async (now: number) => {
        await ledger.recover(now);
        return (await ledger.deliveries({})).map(({ state }) => state).toSorted();
      };
      assert.deepEqual(await statesAt(NOON + 7 * DAY), ['delivered', 'failed', 'waiting']);
      assert.deepEqual(await statesAt(NOON + 8 * DAY), ['failed', 'waiting']);
      assert.deepEqual(await statesAt(NOON + 91 * DAY), ['waiting']);
    });
  });
}
