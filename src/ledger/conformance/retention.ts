import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ledger } from '../index.ts';
import { DAILY, DAY, NOON, keyedRequestOf, request } from './requests.ts';
import { type Bench, grant, reserved } from './bench.ts';

const ONCE = { repeats: 'once' } as const;
const YEAR = 365 * DAY;
const later = NOON + YEAR;

/** Purges everything that is old enough a year later. */
const purgeAll = (ledger: Ledger) => ledger.purge({ before: later, now: later, limit: 100 });

/** What retention must do on every ledger. */
export function retention(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: retention`, () => {
    it('takes fields, evidence and idempotency keys out of old claims', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const idempotency = { key: 'k', fingerprint: 'f' };
      const wanted = request({ fields: { name: 'Ada' }, idempotency });
      const old = await grant(ledger, wanted);
      const young = await grant(ledger, request({ memberId: 'other', now: NOON + DAY, fields: { name: 'Bob' } }));
      assert.equal(await ledger.purge({ before: NOON + 1, now: NOON + DAY, limit: 100 }), 1);

      const purged = await ledger.find(old.id);
      assert.deepEqual([purged?.fields, purged?.grants[0]?.evidence], [null, null]);
      assert.ok((await ledger.history(old.id)).every(({ evidence }) => evidence === null));
      assert.equal(await ledger.replay(keyedRequestOf(wanted)), null);
      assert.equal(purged?.state, 'granted');
      assert.deepEqual(purged?.grants[0]?.echo, old.grants[0]?.echo);
      assert.deepEqual(await ledger.find(young.id), young);
    });

    it('takes the member away once the period after the claim is over', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const claim = await grant(ledger, request());
      const before = NOON + 1;
      await ledger.purge({ before, now: NOON + 30 * DAY, limit: 100 });
      assert.equal((await ledger.find(claim.id))?.memberId, claim.memberId);
      await ledger.purge({ before, now: NOON + 40 * DAY, limit: 100 });
      assert.equal((await ledger.find(claim.id))?.memberId, `purged:${claim.id}`);
      assert.deepEqual(await ledger.list({ memberId: claim.memberId }), []);
    });

    it('names the member of a claim that counts once for ever by a pseudonym, so that it stays once', async () => {
      await using bench = await open();
      const claim = await grant(bench.ledger, request({ rule: ONCE, fields: { name: 'Ada' } }));
      while ((await purgeAll(bench.ledger)) > 0);
      const purged = await bench.ledger.find(claim.id);
      assert.match(purged?.memberId ?? '', /^forgotten:[0-9a-f]{64}$/);
      assert.deepEqual(await bench.ledger.list({ memberId: claim.memberId }), []);
      const again = await bench.ledger.reserve(request({ rule: ONCE, now: later }));
      assert.equal(again.kind, 'held');
      assert.ok('claim' in again && again.claim.id === claim.id && again.claim.fields === null);
    });

    it('leaves the pseudonym of a claim that was brought back as it is, so that it stays once', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const { id, memberId } = await grant(ledger, request({ rule: ONCE }));
      await ledger.forget(memberId, NOON);
      const pseudonym = (await ledger.find(id))?.memberId ?? '';
      const lost = await grant(source.ledger, request({ action: 'meetup', rule: ONCE }));
      await ledger.adopt([{ ...lost, memberId: pseudonym }], { who: 'Wren', why: 'the disk died' }, NOON);
      while ((await purgeAll(ledger)) > 0);
      assert.equal((await ledger.find(lost.id))?.memberId, pseudonym);
      const again = await ledger.reserve(request({ action: 'meetup', rule: ONCE, now: later }));
      assert.equal(again.kind, 'held');
    });

    it('keeps streaks', async () => {
      await using bench = await open();
      const monthly = { repeats: 'monthly', timeZone: 'UTC' } as const;
      await grant(bench.ledger, request({ rule: monthly, now: Date.parse('2026-01-01T00:00:00Z') }));
      const now = Date.parse('2026-02-28T23:59:00Z');
      await bench.ledger.purge({ before: now, now, limit: 100 });
      assert.equal((await grant(bench.ledger, request({ rule: monthly, now }))).streak, 2);
    });

    it('keeps what caps count', async () => {
      await using bench = await open();
      const caps = { capacity: 2, actionBudget: 25 };
      for (const memberId of ['a', 'b']) await grant(bench.ledger, request({ memberId, caps }));
      while ((await purgeAll(bench.ledger)) > 0);
      const third = await bench.ledger.reserve(request({ memberId: 'c', caps, now: later }));
      assert.deepEqual(third, { kind: 'capped', cap: 'capacity' });
      assert.equal(await bench.ledger.seatsTaken('daily'), 2);
    });

    it('leaves claims alone whose outcome is not known', async () => {
      await using bench = await open();
      for (const rule of [DAILY, ONCE]) {
        const action = rule.repeats;
        const claim = reserved(await bench.ledger.reserve(request({ action, rule, fields: { name: 'Ada' } })));
        await bench.ledger.settle(claim.id, 0, { state: 'unknown', evidence: { status: 502 } }, NOON);
        assert.equal(await purgeAll(bench.ledger), 0);
        const left = await bench.ledger.find(claim.id);
        assert.deepEqual([left?.memberId, left?.fields], [claim.memberId, { name: 'Ada' }]);
      }
    });

    it('goes in steps of a limit until nothing is left', async () => {
      await using bench = await open();
      for (let n = 0; n < 5; n += 1) await grant(bench.ledger, request({ memberId: `member-${n}` }));
      const counts: number[] = [];
      for (let n = 0; n < 6; n += 1) {
        counts.push(await bench.ledger.purge({ before: later, now: later, limit: 2 }));
      }
      assert.deepEqual(counts, [2, 2, 1, 0, 0, 0]);
    });

    it('purges what a claim learns when it is taken up again afterwards', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const wanted = request({ rule: ONCE, grants: [...request().grants, ...request().grants] });
      const claim = reserved(await ledger.reserve(wanted));
      await ledger.settle(claim.id, 0, { state: 'granted', evidence: { status: 200 } }, NOON);
      await ledger.send(claim.id, 1, wanted);
      await ledger.settle(claim.id, 1, { state: 'refused', evidence: { status: 400 } }, NOON);
      while ((await purgeAll(ledger)) > 0);
      const again = reserved(await ledger.reserve({ ...wanted, now: later, deadline: later + 1 }));
      await ledger.settle(again.id, 1, { state: 'granted', evidence: { status: 200 } }, later);
      assert.equal(await purgeAll(ledger), 1);
      assert.ok((await ledger.find(claim.id))?.grants.every(({ evidence }) => evidence === null));
    });
  });
}
