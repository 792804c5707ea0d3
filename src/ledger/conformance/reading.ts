import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimReference, type Ledger } from '../index.ts';
import { DAILY, NOON, request } from './requests.ts';
import { type Bench, grant, reserved } from './bench.ts';

/** How every ledger is read. */
export function reading(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: reading`, () => {
    it('lists by state, action, member and time, a page at a time', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const a = await grant(ledger, request({ memberId: 'a', now: NOON }));
      const b = await grant(ledger, request({ memberId: 'b', now: NOON + 1, action: 'other', rule: DAILY }));
      const c = reserved(await ledger.reserve(request({ memberId: 'c', now: NOON + 2 })));
      await ledger.settle(c.id, 0, { state: 'unknown', evidence: null }, NOON + 2);
      const ids = async (filter: Parameters<Ledger['list']>[0]) => (await ledger.list(filter)).map(({ id }) => id);
      assert.deepEqual(await ids({}), [a.id, b.id, c.id]);
      assert.deepEqual(await ids({ state: 'granted' }), [a.id, b.id]);
      assert.deepEqual(await ids({ state: 'pending' }), [c.id]);
      assert.deepEqual(await ids({ state: 'unknown' }), [c.id]);
      assert.deepEqual(await ids({ action: 'other' }), [b.id]);
      assert.deepEqual(await ids({ memberId: 'a' }), [a.id]);
      assert.deepEqual(await ids({ since: NOON + 1, until: NOON + 2 }), [b.id]);
      assert.deepEqual(await ids({ since: Date.parse('1900-01-01') }), [a.id, b.id, c.id]);
      assert.deepEqual(await ids({ until: Date.parse('1900-01-01') }), []);
      assert.deepEqual(await ids({ until: 8.64e15 }), [a.id, b.id, c.id]);
      assert.deepEqual(await ids({ limit: 2 }), [a.id, b.id]);
      assert.deepEqual(await ids({ after: b.id }), [c.id]);
      assert.deepEqual(await ids({ newestFirst: true, limit: 2 }), [c.id, b.id]);
      assert.deepEqual(await ids({ newestFirst: true, after: b.id }), [a.id]);
      assert.deepEqual(await ids({ idPrefix: claimReference(b.id) }), [b.id]);
      assert.deepEqual(await ids({ idPrefix: b.id }), [b.id]);
      assert.deepEqual(await ids({ idPrefix: '00000000' }), []);
    });

    it('keeps the fields of a sign-up', async () => {
      await using bench = await open();
      const fields = { name: "Robert'); DROP TABLE claims;--", guests: 2, consent: true };
      const claim = reserved(await bench.ledger.reserve(request({ fields })));
      assert.deepEqual((await bench.ledger.find(claim.id))?.fields, fields);
    });

    it('answers a check while the store is well', async () => {
      await using bench = await open();
      await bench.ledger.check();
    });
  });
}
