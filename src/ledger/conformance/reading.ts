import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimReference, type Ledger } from '../index.ts';
import { DAILY, DAY, NOON, POINTS, request, ROLE } from './requests.ts';
import { type Bench, grant, reserved, takeUp } from './bench.ts';

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

    it('lists what a member has claimed over the years, under any of several names', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const days = [0, 1, 13, 400, 4000];
      const own: string[] = [];
      for (const [index, day] of days.entries()) {
        const now = NOON + day * DAY;
        // oxlint-disable-next-line no-await-in-loop -- in the order of time
        own.push((await grant(ledger, request({ memberId: index % 2 ? 'a' : 'b', now }))).id);
        // oxlint-disable-next-line no-await-in-loop -- in the order of time
        await grant(ledger, request({ memberId: 'c', now }));
      }
      const ids = async (filter: Parameters<Ledger['list']>[0]) => (await ledger.list(filter)).map(({ id }) => id);
      assert.deepEqual(await ids({ memberId: ['a', 'b'] }), own);
      assert.deepEqual(await ids({ memberId: ['b', 'a'], newestFirst: true, limit: 2 }), own.slice(-2).toReversed());
      assert.deepEqual(await ids({ memberId: ['a'], since: NOON + 2 * DAY }), own.slice(3, 4));
      assert.deepEqual(await ids({ memberId: 'nobody' }), []);
    });

    it('keeps the fields of a sign-up', async () => {
      await using bench = await open();
      const fields = { name: "Robert'); DROP TABLE claims;--", guests: 2, consent: true };
      const claim = reserved(await bench.ledger.reserve(request({ fields })));
      assert.deepEqual((await bench.ledger.find(claim.id))?.fields, fields);
    });

    it('keeps in the history what was found out before the claim, and takes it out with the rest', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const evidence = { proofs: [{ type: 'code' }] };
      const claim = await grant(ledger, request({ evidence, grants: [POINTS, ROLE] }));
      const found = async () => (await ledger.history(claim.id)).filter(({ cause }) => cause === 'reserve');
      assert.deepEqual(
        (await found()).map((event) => event.evidence),
        [evidence, null],
      );
      assert.equal(await ledger.purge({ before: NOON + DAY, now: NOON, limit: 10 }), 1);
      assert.deepEqual(
        (await found()).map((event) => event.evidence),
        [null, null],
      );
    });

    it('keeps it, too, where a claim is taken up again, and only there', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const wanted = request({ grants: [POINTS, ROLE] });
      const half = reserved(await ledger.reserve(wanted));
      await ledger.settle(half.id, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
      assert.ok(await ledger.send(half.id, 1, wanted));
      await ledger.settle(half.id, 1, { state: 'refused', evidence: { status: 422 } }, NOON);
      const again = reserved(await takeUp(ledger, request({ grants: [POINTS, ROLE], evidence: { proofs: [] } })));
      assert.deepEqual(again.grants[1]?.evidence, { status: 422 });
      const history = await ledger.history(half.id);
      assert.deepEqual(history.findLast(({ cause }) => cause === 'reserve')?.evidence, { proofs: [] });
    });

    it('counts the claims of an action that a member was granted', async () => {
      await using bench = await open();
      const { ledger } = bench;
      for (const day of [0, 1, 2]) await grant(ledger, request({ memberId: 'm', now: NOON + day * DAY }));
      await grant(ledger, request({ memberId: 'm', now: NOON + 2 * DAY, action: 'other' }));
      await grant(ledger, request({ memberId: 'n', now: NOON + 2 * DAY }));
      const counted = () => ledger.grantedTo({ action: 'daily', memberId: 'm' });
      assert.deepEqual(await counted(), { granted: 3, open: 0 });
      const last = reserved(await ledger.reserve(request({ memberId: 'm', now: NOON + 3 * DAY })));
      assert.deepEqual(await counted(), { granted: 3, open: 1 });
      await ledger.settle(last.id, 0, { state: 'refused', evidence: null }, NOON + 3 * DAY);
      assert.deepEqual(await counted(), { granted: 3, open: 0 });
      assert.deepEqual(await ledger.grantedTo({ action: 'daily', memberId: 'nobody' }), { granted: 0, open: 0 });
    });

    it('counts as open what is unknown, or was given in part', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const counted = () => ledger.grantedTo({ action: 'daily', memberId: 'm' });
      const both = request({ memberId: 'm', grants: [POINTS, ROLE] });
      const { id } = reserved(await ledger.reserve(both));
      await ledger.settle(id, 0, { state: 'unknown', evidence: null }, NOON);
      assert.ok(await ledger.send(id, 1, both));
      await ledger.settle(id, 1, { state: 'refused', evidence: null }, NOON);
      assert.deepEqual(await counted(), { granted: 0, open: 1 });
      await ledger.resolve(id, { state: 'granted', who: 'ada', why: 'seen' }, NOON);
      assert.deepEqual(await counted(), { granted: 0, open: 1 });
    });

    it('answers a check while the store is well', async () => {
      await using bench = await open();
      await bench.ledger.check();
    });
  });
}
