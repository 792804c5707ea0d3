import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimReference, type Ledger } from '../../../src/ledger/index.ts';
import { DAILY, DAY, HOUR, NOON, POINTS, points, request, ROLE } from '../requests.ts';
import { durableAllowances } from './allowances.ts';
import { type Bench, grant, reserved } from './bench.ts';
import { figures } from './figures.ts';
import { forgetting } from './forgetting.ts';
import { oneTime } from './one-time.ts';
import { retention } from './retention.ts';
import { sessions } from './sessions.ts';
import { settling } from './settling.ts';
import { spans } from './spans.ts';

const member = (n: number) => ({ memberId: `member-${n}`, now: NOON + n });

/** What every ledger must do, whatever it keeps its claims in. */
export function conformance(store: string, open: () => Promise<Bench>): void {
  durableAllowances(store, open);
  sessions(store, open);
  settling(store, open);
  spans(store, open);

  describe(`${store}: a slot`, () => {
    it('is taken by one claim, whose first grant may be sent at once', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request({ orders: [POINTS, ROLE] })));
      assert.equal(claim.state, 'pending');
      assert.deepEqual(
        claim.grants.map(({ state, attempts }) => [state, attempts]),
        [
          ['sent', 1],
          ['reserved', 0],
        ],
      );
      assert.deepEqual(await bench.ledger.find(claim.id), claim);
    });

    it('is held while the claim is pending, and once it is granted', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request()));
      assert.deepEqual(await bench.ledger.reserve(request()), { kind: 'held', claim });
      const granted = await bench.ledger.settle(claim.id, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
      assert.deepEqual(await bench.ledger.reserve(request()), { kind: 'held', claim: granted });
    });

    for (const state of ['refused', 'released'] as const) {
      it(`is free again after a ${state} grant`, async () => {
        await using bench = await open();
        const claim = reserved(await bench.ledger.reserve(request()));
        const settled = await bench.ledger.settle(claim.id, 0, { state, evidence: { status: 422 } }, NOON);
        assert.equal(settled.state, state);
        assert.notEqual(reserved(await bench.ledger.reserve(request())).id, claim.id);
      });
    }

    it('stays held by an unknown award', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request()));
      const unknown = await bench.ledger.settle(claim.id, 0, { state: 'unknown', evidence: null }, NOON);
      assert.equal(unknown.state, 'pending');
      assert.equal((await bench.ledger.reserve(request())).kind, 'held');
      assert.equal(await bench.ledger.send(claim.id, 0, request()), false, 'an unknown award is never sent again');
    });

    it('is one for each member, action and period', async () => {
      await using bench = await open();
      for (const change of [{}, { memberId: 'another' }, { action: 'weekly' }, { now: NOON + DAY }]) {
        assert.equal((await bench.ledger.reserve(request(change))).kind, 'reserved');
      }
    });

    it('goes to exactly one of many that ask at once, over two connections', async () => {
      await using bench = await open();
      const ledgers = [bench.ledger, await bench.other()];
      const kinds = await Promise.all(
        Array.from({ length: 40 }, async (_, i) => (await ledgers[i % 2]?.reserve(request()))?.kind),
      );
      assert.equal(kinds.filter((kind) => kind === 'reserved').length, 1);
      assert.equal(kinds.filter((kind) => kind === 'held').length, 39);
    });
  });

  describe(`${store}: a claim with several grants`, () => {
    it('is granted when all of its grants are', async () => {
      await using bench = await open();
      const claim = await grant(bench.ledger, request({ orders: [POINTS, ROLE] }));
      assert.equal(claim.state, 'granted');
      assert.deepEqual(
        claim.grants.map(({ echo }) => echo),
        [POINTS, ROLE],
      );
    });

    it('is taken up again, under its id, for just what did not happen', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request({ orders: [POINTS, ROLE] })));
      await bench.ledger.settle(claim.id, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
      assert.ok(await bench.ledger.send(claim.id, 1, request()));
      const partial = await bench.ledger.settle(claim.id, 1, { state: 'refused', evidence: null }, NOON);
      assert.equal(partial.state, 'refused');

      const again = reserved(await bench.ledger.reserve(request({ orders: [POINTS, ROLE], now: NOON + HOUR })));
      assert.equal(again.id, claim.id);
      assert.deepEqual(
        again.grants.map(({ state }) => state),
        ['granted', 'sent'],
      );
      const whole = await bench.ledger.settle(
        claim.id,
        1,
        { state: 'granted', echo: ROLE, evidence: null },
        NOON + HOUR,
      );
      assert.equal(whole.state, 'granted');
    });

    it('may send an unknown role again, and counts how often', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request({ orders: [ROLE] })));
      await bench.ledger.settle(claim.id, 0, { state: 'unknown', evidence: null }, NOON);
      assert.ok(await bench.ledger.send(claim.id, 0, request()));
      assert.deepEqual(
        (await bench.ledger.find(claim.id))?.grants.map(({ state, attempts }) => [state, attempts]),
        [['sent', 2]],
      );
    });

    it('lets a grant be sent by one caller only', async () => {
      await using bench = await open();
      const other = await bench.other();
      const claim = reserved(await bench.ledger.reserve(request({ orders: [POINTS, ROLE] })));
      const sent = await Promise.all(
        [bench.ledger, other, bench.ledger, other].map((ledger) => ledger.send(claim.id, 1, request())),
      );
      assert.equal(sent.filter(Boolean).length, 1);
    });
  });

  describe(`${store}: an idempotency key`, () => {
    const idempotency = { key: 'press-1', fingerprint: 'a' };

    it('gets its claim again, in its present state', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request({ idempotency })));
      assert.deepEqual(await bench.ledger.reserve(request({ idempotency })), { kind: 'replayed', claim });
      const refused = await bench.ledger.settle(claim.id, 0, { state: 'refused', evidence: null }, NOON);
      assert.deepEqual(await bench.ledger.reserve(request({ idempotency })), { kind: 'replayed', claim: refused });
    });

    it('cannot be used for another request', async () => {
      await using bench = await open();
      await bench.ledger.reserve(request({ idempotency }));
      const reused = request({ idempotency: { key: 'press-1', fingerprint: 'b' }, memberId: 'another' });
      assert.deepEqual(await bench.ledger.reserve(reused), { kind: 'key-reused' });
    });

    it('wins once among many of the same key, over two connections', async () => {
      await using bench = await open();
      const ledgers = [bench.ledger, await bench.other()];
      const results = await Promise.all(
        Array.from({ length: 30 }, async (_, i) => ledgers[i % 2]?.reserve(request({ idempotency }))),
      );
      assert.equal(results.filter((result) => result?.kind === 'reserved').length, 1);
      assert.equal(results.filter((result) => result?.kind === 'replayed').length, 29);
    });
  });

  describe(`${store}: periods, streaks and gaps`, () => {
    it('counts a streak over days that follow one another, and starts again after a gap', async () => {
      await using bench = await open();
      const streaks: (number | null)[] = [];
      for (const day of [0, 1, 2, 4, 5]) {
        const claim = await grant(bench.ledger, request({ now: NOON + day * DAY }));
        streaks.push(claim.streak);
      }
      assert.deepEqual(streaks, [1, 2, 3, 1, 2]);
    });

    it('reserves nothing for orders that were made for another streak, and says which it is', async () => {
      await using bench = await open();
      await grant(bench.ledger, request());
      const tomorrow = request({ now: NOON + DAY, ordersStreak: 1 });
      assert.deepEqual(await bench.ledger.reserve(tomorrow), { kind: 'other-streak', streak: 2 });
      assert.equal((await bench.ledger.list({})).length, 1);
      assert.equal(reserved(await bench.ledger.reserve({ ...tomorrow, ordersStreak: 2 })).streak, 2);
    });

    it('does not count a refused day', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request()));
      await bench.ledger.settle(claim.id, 0, { state: 'refused', evidence: null }, NOON);
      assert.equal((await grant(bench.ledger, request({ now: NOON + DAY }))).streak, 1);
    });

    it('opens a rolling period a number of hours after the last claim', async () => {
      await using bench = await open();
      const rule = { repeats: 'rolling', everyHours: 36 } as const;
      const claim = await grant(bench.ledger, request({ rule }));
      assert.equal(claim.nextClaimAt, NOON + 36 * HOUR);
      assert.equal((await bench.ledger.reserve(request({ rule, now: NOON + 36 * HOUR - 1 }))).kind, 'held');
      assert.equal((await bench.ledger.reserve(request({ rule, now: NOON + 36 * HOUR }))).kind, 'reserved');
    });

    it('gives a rolling period to one of many that ask at once', async () => {
      await using bench = await open();
      const rule = { repeats: 'rolling', everyHours: 1 } as const;
      const ledgers = [bench.ledger, await bench.other()];
      const kinds = await Promise.all(
        Array.from({ length: 20 }, async (_, i) => (await ledgers[i % 2]?.reserve(request({ rule })))?.kind),
      );
      assert.equal(kinds.filter((kind) => kind === 'reserved').length, 1);
    });

    it('keeps a minimum gap across the end of a day', async () => {
      await using bench = await open();
      const late = Date.parse('2026-11-20T23:00:00Z');
      const minimumGapMs = 8 * HOUR;
      const claim = await grant(bench.ledger, request({ now: late, minimumGapMs }));
      assert.equal(claim.nextClaimAt, late + 8 * HOUR);
      assert.deepEqual(await bench.ledger.reserve(request({ now: late + 2 * HOUR, minimumGapMs })), {
        kind: 'too-early',
        nextClaimAt: late + 8 * HOUR,
      });
      assert.equal((await bench.ledger.reserve(request({ now: late + 8 * HOUR, minimumGapMs }))).kind, 'reserved');
    });

    it('tells where a member stands', async () => {
      await using bench = await open();
      const { action, memberId } = request();
      const at = async (now: number) =>
        bench.ledger.standing({ action, memberId, now, period: request({ now }).period });
      assert.deepEqual(await at(NOON), { claim: null, nextClaimAt: null, streak: 0, streakIfClaimed: 1 });
      const claim = await grant(bench.ledger, request());
      assert.deepEqual(await at(NOON), { claim, nextClaimAt: claim.nextClaimAt, streak: 1, streakIfClaimed: 1 });
      assert.deepEqual(await at(NOON + DAY), { claim: null, nextClaimAt: null, streak: 1, streakIfClaimed: 2 });
      assert.deepEqual(await at(NOON + 2 * DAY), { claim: null, nextClaimAt: null, streak: 0, streakIfClaimed: 1 });
    });

    it('holds claims back while the clock is behind the newest one', async () => {
      await using bench = await open();
      await bench.ledger.reserve(request());
      assert.equal((await bench.ledger.reserve(request({ memberId: 'b', now: NOON - 60_000 }))).kind, 'reserved');
      assert.deepEqual(await bench.ledger.reserve(request({ memberId: 'c', now: NOON - 60_001 })), {
        kind: 'clock-behind',
        byMs: 60_001,
      });
    });
  });

  describe(`${store}: caps`, () => {
    it('fill an action to its capacity and no further, and free the seat of a refused claim', async () => {
      await using bench = await open();
      const ledgers = [bench.ledger, await bench.other()];
      const caps = { capacity: 5 };
      const results = await Promise.all(
        Array.from({ length: 20 }, async (_, n) => ledgers[n % 2]?.reserve(request({ ...member(n), caps }))),
      );
      assert.equal(results.filter((result) => result?.kind === 'reserved').length, 5);
      assert.ok(
        results.every(
          (result) => result?.kind === 'reserved' || (result?.kind === 'capped' && result.cap === 'capacity'),
        ),
      );
      assert.equal(await bench.ledger.seatsTaken('daily'), 5);

      const winner = results.find((result) => result?.kind === 'reserved');
      assert.ok(winner && 'claim' in winner);
      await bench.ledger.settle(winner.claim.id, 0, { state: 'refused', evidence: null }, NOON);
      assert.equal(await bench.ledger.seatsTaken('daily'), 4);
      assert.equal((await bench.ledger.reserve(request({ ...member(50), caps }))).kind, 'reserved');
      assert.deepEqual(await bench.ledger.reserve(request({ ...member(51), caps })), {
        kind: 'capped',
        cap: 'capacity',
      });
    });

    it('keep an unknown claim counted', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request({ caps: { capacity: 1 } })));
      await bench.ledger.settle(claim.id, 0, { state: 'unknown', evidence: null }, NOON);
      assert.deepEqual(await bench.ledger.reserve(request({ ...member(1), caps: { capacity: 1 } })), {
        kind: 'capped',
        cap: 'capacity',
      });
    });

    it('bound the points of an action', async () => {
      await using bench = await open();
      const caps = { actionBudget: 25 };
      await grant(bench.ledger, request({ ...member(1), caps }));
      await grant(bench.ledger, request({ ...member(2), caps }));
      assert.deepEqual(await bench.ledger.reserve(request({ ...member(3), caps })), {
        kind: 'capped',
        cap: 'actionBudget',
      });
      assert.equal((await bench.ledger.reserve(request({ ...member(3), caps, orders: [points(5)] }))).kind, 'reserved');
    });

    it('bound the points of all actions together', async () => {
      await using bench = await open();
      const ledgers = [bench.ledger, await bench.other()];
      const results = await Promise.all(
        Array.from({ length: 12 }, async (_, n) =>
          ledgers[n % 2]?.reserve(request({ ...member(n), action: `action-${n % 3}`, caps: { totalBudget: 40 } })),
        ),
      );
      assert.equal(results.filter((result) => result?.kind === 'reserved').length, 4);
    });

    it('bound the points of a member since an instant', async () => {
      await using bench = await open();
      const caps = { memberPoints: { points: 20, since: NOON } };
      await grant(bench.ledger, request({ action: 'yesterday', now: NOON - 1 }));
      await grant(bench.ledger, request({ action: 'a', caps }));
      await grant(bench.ledger, request({ action: 'b', caps }));
      assert.deepEqual(await bench.ledger.reserve(request({ action: 'c', caps })), {
        kind: 'capped',
        cap: 'memberPoints',
      });
      assert.equal((await bench.ledger.reserve(request({ action: 'c', caps, memberId: 'another' }))).kind, 'reserved');
    });

    it('are charged again when a claim is taken up again', async () => {
      await using bench = await open();
      const caps = { actionBudget: 10 };
      const claim = reserved(await bench.ledger.reserve(request({ caps, orders: [POINTS, ROLE] })));
      await bench.ledger.settle(claim.id, 0, { state: 'refused', evidence: null }, NOON);
      await bench.ledger.send(claim.id, 1, request());
      await bench.ledger.settle(claim.id, 1, { state: 'granted', echo: ROLE, evidence: null }, NOON);
      const rival = reserved(await bench.ledger.reserve(request({ ...member(1), caps })));
      assert.deepEqual(await bench.ledger.reserve(request({ caps })), { kind: 'capped', cap: 'actionBudget' });
      await bench.ledger.settle(rival.id, 0, { state: 'refused', evidence: null }, NOON);
      assert.equal(reserved(await bench.ledger.reserve(request({ caps }))).id, claim.id);
      assert.equal(await bench.ledger.seatsTaken('daily'), 1);
      assert.deepEqual(await bench.ledger.reserve(request({ ...member(2), caps })), {
        kind: 'capped',
        cap: 'actionBudget',
      });
      assert.equal(
        (await bench.ledger.reserve(request({ ...member(2), caps: { actionBudget: 20 } }))).kind,
        'reserved',
        'the points are charged once',
      );
    });
  });

  describe(`${store}: recovery and operators`, () => {
    it('settles what is past its deadline: sent becomes unknown, reserved is released', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request({ orders: [POINTS, ROLE] })));
      assert.deepEqual(await bench.ledger.recover(NOON + 15_000), []);
      const [recovered] = await bench.ledger.recover(NOON + 15_001);
      assert.equal(recovered?.id, claim.id);
      assert.deepEqual(
        recovered?.grants.map(({ state }) => state),
        ['unknown', 'released'],
      );
      assert.equal(
        await bench.ledger.send(claim.id, 1, request()),
        false,
        'nothing is sent for a grant that was released',
      );
    });

    it('does no harm when two recover at once', async () => {
      await using bench = await open();
      const other = await bench.other();
      for (let n = 0; n < 10; n += 1) await bench.ledger.reserve(request({ memberId: `member-${n}` }));
      const both = await Promise.all([bench.ledger.recover(NOON + DAY), other.recover(NOON + DAY)]);
      assert.equal(both.flat().length, 10);
    });

    it('settles however many there are, with all of their grants', async () => {
      await using bench = await open();
      const count = 250;
      await Promise.all(
        Array.from({ length: count }, (_, n) =>
          bench.ledger.reserve(request({ memberId: `member-${n}`, orders: [POINTS, ROLE] })),
        ),
      );
      const recovered = await bench.ledger.recover(NOON + DAY);
      assert.equal(new Set(recovered.map(({ id }) => id)).size, count);
      assert.equal(recovered.length, count);
      assert.deepEqual(await bench.ledger.recover(NOON + DAY), []);
    });

    it('leaves the record as it is where a late reply comes after recovery', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request()));
      await bench.ledger.recover(NOON + DAY);
      const late = await bench.ledger.settle(
        claim.id,
        0,
        { state: 'granted', echo: POINTS, evidence: null },
        NOON + DAY,
      );
      assert.equal(late.grants[0]?.state, 'unknown');
    });

    it('lets an operator decide on the unknown, with who and why in the history', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request()));
      await bench.ledger.settle(claim.id, 0, { state: 'unknown', evidence: { failure: 'reset' } }, NOON + 1);
      const released = await bench.ledger.resolve(
        claim.id,
        { state: 'released', who: 'ada', why: 'not in the log' },
        NOON + 2,
      );
      assert.equal(released?.state, 'released');
      assert.equal((await bench.ledger.reserve(request({ now: NOON + 3 }))).kind, 'reserved');
      assert.deepEqual(await bench.ledger.history(claim.id), [
        { at: NOON, grant: 0, from: null, to: 'sent', cause: 'reserve', evidence: null },
        { at: NOON + 1, grant: 0, from: 'sent', to: 'unknown', cause: 'reply', evidence: { failure: 'reset' } },
        {
          at: NOON + 2,
          grant: 0,
          from: 'unknown',
          to: 'released',
          cause: 'operator: ada: not in the log',
          evidence: null,
        },
      ]);
    });

    it('counts an unknown that the operator calls granted as its order', async () => {
      await using bench = await open();
      const claim = reserved(await bench.ledger.reserve(request()));
      await bench.ledger.recover(NOON + DAY);
      const granted = await bench.ledger.resolve(claim.id, { state: 'granted', who: 'ada', why: 'seen' }, NOON + DAY);
      assert.deepEqual([granted?.state, granted?.grants[0]?.echo], ['granted', POINTS]);
    });

    it('has nothing to resolve in a settled claim, and no claim that was never made', async () => {
      await using bench = await open();
      const claim = await grant(bench.ledger, request());
      assert.equal(
        (await bench.ledger.resolve(claim.id, { state: 'released', who: 'ada', why: '' }, NOON))?.state,
        'granted',
      );
      assert.equal(await bench.ledger.resolve('nothing', { state: 'released', who: 'ada', why: '' }, NOON), null);
      assert.equal(await bench.ledger.find('nothing'), null);
    });
  });

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

  figures(store, open);
  retention(store, open);
  forgetting(store, open);
  oneTime(store, open);
}
