import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Gap, PeriodRule, ReserveRequest } from '../index.ts';
import { BY, DAY, GAP, giving, HOUR, NOON, points, POINTS, request, ROLE } from './requests.ts';
import { type Bench, grant, inDoubt, reserved, takeUp } from './bench.ts';

const ONCE: PeriodRule = { repeats: 'once' };
const EACH: PeriodRule = { repeats: 'rolling', everyHours: 0 };

/** A ledger after its store was put back to an older state. */
export function restoring(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: after a restore`, () => {
    it('holds back what may have been claimed already, and sends nothing of it', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const before = await grant(ledger, request({ memberId: 'known', now: NOON - 3 * HOUR }));
      await ledger.restored(GAP, BY, NOON);
      assert.deepEqual(await ledger.reserve(request({ memberId: 'known' })), { kind: 'held', claim: before });

      const wanted = request({ memberId: 'lost', caps: { capacity: 2, actionBudget: 20 } });
      const id = inDoubt(await ledger.reserve(wanted));
      const claim = await ledger.find(id);
      assert.equal(claim?.state, 'pending');
      assert.deepEqual(
        claim?.grants.map(({ state, attempts }) => [state, attempts]),
        [['unknown', 0]],
      );
      assert.equal(await ledger.send(id, 0, wanted), false);
      assert.deepEqual(await ledger.recover(NOON + DAY), []);
      assert.deepEqual(await ledger.unknown(), { count: 1, oldestAt: NOON });
      assert.deepEqual(await ledger.history(id), [
        { at: NOON, grant: 0, from: null, to: 'unknown', cause: 'gap', evidence: null },
      ]);
      // It takes its seat and its points: it may have been given.
      const another = await ledger.reserve({ ...wanted, ...request({ memberId: 'another' }), caps: wanted.caps });
      assert.deepEqual(another, { kind: 'capped', cap: 'capacity' });
      assert.deepEqual(await ledger.reserve(wanted), { kind: 'held', claim });
    });

    it('gives to whom an operator says it was not given, and not to the others', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.restored(GAP, BY, NOON);
      const [had, hadNot] = [request({ memberId: 'had' }), request({ memberId: 'had-not' })];
      await ledger.resolve(inDoubt(await ledger.reserve(had)), { state: 'granted', ...BY }, NOON);
      await ledger.resolve(inDoubt(await ledger.reserve(hadNot)), { state: 'released', ...BY }, NOON);
      assert.equal((await ledger.reserve(request({ memberId: 'had' }))).kind, 'held');
      const claim = await grant(ledger, request({ memberId: 'had-not' }));
      assert.equal(claim.state, 'granted');
      assert.equal(await ledger.seatsTaken('daily'), 2);
    });

    it('holds back what is good for long also in a later period, until somebody says that it was not used', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.restored(GAP, BY, NOON);
      const now = NOON + DAY;
      const [code, another] = ['code', 'another'].map((id) => ({
        id,
        expiresAt: now + DAY,
        returns: true,
        isLasting: true,
      }));
      assert.ok(code && another);
      const short = { id: 'short', expiresAt: now + DAY };
      assert.equal((await ledger.reserve(request({ memberId: 'short', now, uses: [short] }))).kind, 'reserved');
      const roleAlone = request({ memberId: 'role', now, uses: [another], ...giving(ROLE) });
      assert.equal((await ledger.reserve(roleAlone)).kind, 'reserved');
      const waiting = inDoubt(await ledger.reserve(request({ now, uses: [code] })));
      await ledger.resolve(waiting, { state: 'released', ...BY }, now);
      assert.equal((await ledger.reserve(request({ now, uses: [code] }))).kind, 'reserved');
    });

    it('takes what an operator said of one event for no other', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.restored(GAP, BY, NOON);
      const one = inDoubt(await ledger.reserve(request({ rule: EACH })));
      await ledger.resolve(one, { state: 'released', ...BY }, NOON);
      inDoubt(await ledger.reserve(request({ rule: EACH, now: NOON + 1 })));
      reserved(await ledger.reserve(request({ rule: EACH, now: NOON + 2, triesBefore: [one] })));
    });

    it('asks again after another restore: what an operator said of an earlier gap may have been given since', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const once = request({ memberId: 'once', rule: ONCE });
      const wanted = (at: number) => request({ memberId: 'partly', grants: [ROLE, points(7)], now: at });
      const { id } = reserved(await ledger.reserve(wanted(NOON)));
      await ledger.settle(id, 0, { state: 'granted', echo: ROLE, evidence: null }, NOON);
      await ledger.settle(id, 1, { state: 'released', evidence: null }, NOON);
      await ledger.restored(GAP, BY, NOON);
      for (const doubt of [inDoubt(await ledger.reserve(once)), inDoubt(await takeUp(ledger, wanted(NOON)))]) {
        await ledger.resolve(doubt, { state: 'released', ...BY }, NOON);
      }
      // Both were given after that, and then the disk died once more.
      const now = NOON + HOUR;
      await ledger.restored({ since: NOON, until: now }, BY, now);
      const again = inDoubt(await ledger.reserve(request({ memberId: 'once', rule: ONCE, now })));
      assert.equal(inDoubt(await takeUp(ledger, wanted(now))), id);
      for (const doubt of [again, id]) await ledger.resolve(doubt, { state: 'released', ...BY }, now);
      reserved(await ledger.reserve(request({ memberId: 'once', rule: ONCE, now })));
      reserved(await takeUp(ledger, wanted(now)));
    });

    it('holds back for the whole time of two losses, until nothing is missing', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const gapAfter = async (gap: Gap | null) => (await ledger.restored(gap, BY, NOON)).gap;
      const { since, until } = GAP;
      assert.deepEqual(await gapAfter(GAP), GAP);
      assert.deepEqual(await gapAfter({ since: since + 1, until: until - 1 }), GAP);
      assert.deepEqual(await gapAfter({ since: since - 1, until: since }), { since: since - 1, until });
      assert.deepEqual(await gapAfter({ since: until, until: until + 1 }), { since: since - 1, until: until + 1 });
      assert.equal(await gapAfter(null), null);
      assert.deepEqual(await gapAfter(GAP), GAP);
    });

    it('holds back points that a claim here is missing, which may have been given since', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const partly = request({ memberId: 'partly', grants: [ROLE, points(7)] });
      const { id } = reserved(await ledger.reserve(partly));
      await ledger.settle(id, 0, { state: 'granted', echo: ROLE, evidence: null }, NOON);
      await ledger.settle(id, 1, { state: 'released', evidence: null }, NOON);
      await ledger.restored(GAP, BY, NOON);
      const again = request({ memberId: 'partly', grants: [ROLE, points(7)] });
      assert.equal(inDoubt(await takeUp(ledger, again)), id);
      assert.deepEqual(
        (await ledger.find(id))?.grants.map(({ state }) => state),
        ['granted', 'unknown'],
      );
      assert.equal(await ledger.send(id, 1, again), false);
      assert.equal(await ledger.pointsHeld({ action: 'daily' }), 7);
      assert.equal((await ledger.reserve(again)).kind, 'held');
      await ledger.resolve(id, { state: 'released', ...BY }, NOON);
      assert.equal(await ledger.pointsHeld({ action: 'daily' }), 0);
      reserved(await takeUp(ledger, again));
      assert.deepEqual(
        (await ledger.find(id))?.grants.map(({ state }) => state),
        ['granted', 'sent'],
      );
    });

    it('holds back only what the gap reaches', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.restored(GAP, BY, NOON);
      const kindOf = async (wanted: Parameters<typeof request>[0]) => (await ledger.reserve(request(wanted))).kind;
      const rolling: PeriodRule = { repeats: 'rolling', everyHours: 5 };
      assert.equal(await kindOf({ memberId: 'today' }), 'in-doubt');
      assert.equal(await kindOf({ action: 'a', rule: rolling, now: NOON + 4 * HOUR - 1 }), 'in-doubt');
      assert.equal(await kindOf({ action: 'b', rule: rolling, now: NOON + 4 * HOUR }), 'reserved');
      assert.equal(await kindOf({ memberId: 'tomorrow', now: NOON + DAY }), 'reserved');
      assert.equal(await kindOf({ action: 'welcome', rule: ONCE, now: NOON + 300 * DAY }), 'in-doubt');
      const forEach: PeriodRule = { repeats: 'rolling', everyHours: 0 };
      assert.equal(await kindOf({ action: 'c', rule: forEach, now: NOON + 300 * DAY }), 'in-doubt');
    });

    it('gives roles all the same, which may be given twice, and assigns again what waits with points', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.restored(GAP, BY, NOON);
      assert.equal((await ledger.reserve(request({ memberId: 'a', ...giving(ROLE) }))).kind, 'reserved');
      const id = inDoubt(await ledger.reserve(request({ memberId: 'b', ...giving(POINTS, ROLE) })));
      assert.deepEqual(
        (await ledger.retryable(2)).map((claim) => claim.id),
        [id],
      );
      assert.ok(await ledger.send(id, 1, { now: NOON, deadline: NOON + 1 }));
      assert.equal(await ledger.send(id, 0, { now: NOON, deadline: NOON + 1 }), false);
    });

    it('holds nothing back once all is known, and says what was done', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const fresh = await ledger.about();
      assert.deepEqual([fresh.claims, fresh.newestClaimAt, fresh.gap, fresh.halted], [0, null, null, null]);
      await ledger.restored(GAP, BY, NOON);
      const wider = await ledger.restored({ since: NOON - HOUR, until: NOON + HOUR }, BY, NOON);
      assert.deepEqual(wider.gap, { since: GAP.since, until: NOON + HOUR });
      await ledger.restored(null, { ...BY, why: 'all is known' }, NOON + 1);
      await ledger.backedUp(NOON + 2);
      assert.equal((await ledger.reserve(request())).kind, 'reserved');
      const { claims, ...glance } = await ledger.about();
      const { id, gap, newestClaimAt, backedUpAt } = glance;
      assert.deepEqual([id, gap, claims, newestClaimAt, backedUpAt], [fresh.id, null, 1, NOON, NOON + 2]);
      assert.deepEqual(await ledger.glance(), glance);
      const history = await ledger.ledgerHistory();
      assert.deepEqual(
        history.map(({ at, what, who, why }) => [at, what, who, why]),
        [
          [NOON, 'restored', 'Wren', 'the disk died'],
          [NOON, 'restored', 'Wren', 'the disk died'],
          [NOON + 1, 'restored', 'Wren', 'all is known'],
        ],
      );
    });

    it('holds back what is good for long also where a claim is taken up again with it', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await ledger.restored(GAP, BY, NOON);
      const now = NOON + DAY;
      const code = { id: 'code', expiresAt: now + DAY, returns: true, isLasting: true };
      const wanted = (uses: readonly (typeof code)[]) => request({ now, grants: [ROLE, points(7)], uses });
      const { id } = reserved(await ledger.reserve(wanted([])));
      await ledger.settle(id, 0, { state: 'granted', echo: ROLE, evidence: null }, now);
      await ledger.settle(id, 1, { state: 'released', evidence: null }, now);
      assert.equal(inDoubt(await takeUp(ledger, wanted([code]))), id);
      await ledger.resolve(id, { state: 'released', ...BY }, now);
      reserved(await takeUp(ledger, wanted([code])));
    });

    it('holds back nothing of a claim that is taken up again beyond what its caps allow', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const partly = request({ memberId: 'partly', grants: [ROLE, points(7)] });
      const { id } = reserved(await ledger.reserve(partly));
      await ledger.settle(id, 0, { state: 'granted', echo: ROLE, evidence: null }, NOON);
      await ledger.settle(id, 1, { state: 'released', evidence: null }, NOON);
      await ledger.restored(GAP, BY, NOON);
      const again = (caps: ReserveRequest['caps']) =>
        takeUp(ledger, request({ memberId: 'partly', grants: [ROLE, points(7)], caps }));
      assert.deepEqual(await again({ actionBudget: 6 }), { kind: 'capped', cap: 'actionBudget' });
      assert.deepEqual(await again({ totalBudget: 6 }), { kind: 'capped', cap: 'totalBudget' });
      const memberPoints = { points: 6, since: NOON };
      assert.deepEqual(await again({ memberPoints }), { kind: 'capped', cap: 'memberPoints' });
      assert.equal(await ledger.pointsHeld({ action: 'daily' }), 0);
      inDoubt(
        await again({ actionBudget: 7, totalBudget: 7, memberPoints: { ...memberPoints, points: 7 }, capacity: 1 }),
      );
      assert.equal(await ledger.pointsHeld({ action: 'daily' }), 7);
      await ledger.resolve(id, { state: 'released', ...BY }, NOON);
      assert.equal(await ledger.pointsHeld({ action: 'daily' }), 0);
    });
  });
}
