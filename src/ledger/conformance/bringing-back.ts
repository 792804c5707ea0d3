import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Ledger, type PeriodRule, ruleName } from '../index.ts';
import { BY, GAP, giving, HOUR, NOON, points, POINTS, request, ROLE } from './requests.ts';
import { type Bench, grant, inDoubt, reserved, statesOf } from './bench.ts';

/** A claim of a rolling action, so many hours after noon. */
const at = (hours: number) => request({ rule: { repeats: 'rolling', everyHours: 2 }, now: NOON + hours * HOUR });

/** Claims that a ledger has lost, which another one or a log knows. */
export function bringingBack(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: what is brought back`, () => {
    it('takes back what another ledger knows, once', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const lost = [
        await grant(source.ledger, request({ memberId: 'a', grants: [points(7)], fields: { name: 'Ada' } })),
        await grant(source.ledger, request({ memberId: 'b', now: NOON + 1, grants: [points(7), ROLE] })),
        reserved(await source.ledger.reserve(request({ memberId: 'c', now: NOON + 2, grants: [points(7)] }))),
      ];
      const ids = lost.map(({ id }) => id);
      assert.deepEqual(await ledger.adopt(lost, BY, NOON + HOUR), { added: ids, known: [], decided: [], twice: [] });
      assert.deepEqual(await ledger.adopt(lost, BY, NOON + HOUR), { added: [], known: ids, decided: [], twice: [] });
      for (const claim of lost) {
        assert.deepEqual(await ledger.find(claim.id), { ...claim, updatedAt: NOON + HOUR });
        assert.equal((await ledger.reserve(request({ memberId: claim.memberId }))).kind, 'held');
      }
      assert.equal(await ledger.seatsTaken('daily'), 3);
      assert.equal(await ledger.pointsHeld({ action: 'daily' }), 21);
      assert.match(
        (await ledger.history(ids[0] ?? ''))[0]?.cause ?? '',
        /^operator: Wren: the disk died; brought back$/,
      );
      // What was in flight is settled as any other.
      const settled = await ledger.recover(NOON + HOUR);
      assert.deepEqual(
        settled.map(({ id, grants }) => [id, grants[0]?.state]),
        [[ids[2], 'unknown']],
      );
    });

    it('has no role assigned again to a member of whom only a pseudonym is known', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      for (const memberId of [request().memberId, `forgotten:${'0'.repeat(64)}`]) {
        const { id } = reserved(await source.ledger.reserve(request({ memberId, ...giving(ROLE) })));
        const lost = await source.ledger.settle(id, 0, { state: 'unknown', evidence: null }, NOON);
        await ledger.adopt([lost], BY, NOON);
      }
      assert.equal((await ledger.unknown()).count, 2);
      assert.deepEqual(
        (await ledger.retryable(3)).map(({ memberId }) => memberId),
        [request().memberId],
      );
    });

    it('knows from another ledger by which rules was claimed, so that another rule pays nobody again', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const rules: PeriodRule[] = [
        { repeats: 'daily', timeZone: 'UTC' },
        { repeats: 'weekly', timeZone: 'UTC' },
      ];
      const other: PeriodRule = { repeats: 'rolling', everyHours: 2 };
      const lost = [];
      for (const rule of rules) {
        const claim = await grant(source.ledger, request({ action: rule.repeats, rule }));
        lost.push({ ...claim, rules: [{ rule: ruleName(rule), since: NOON }] });
      }
      await ledger.adopt(lost, BY, NOON);
      const now = NOON + HOUR;
      assert.equal((await ledger.reserve(request({ action: 'daily', rule: rules[1] ?? other, now }))).kind, 'held');
      assert.equal((await ledger.reserve(request({ action: 'weekly', rule: other, now }))).kind, 'held');
      const [changed] = await ledger.ruleChanges([{ action: 'daily', rule: other }]);
      assert.deepEqual(changed?.before, ['weekly in UTC', 'daily in UTC']);
    });

    it('settles those who wait by what another ledger knows, and names who was paid twice', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const lost = [];
      for (const memberId of ['waits', 'twice', 'missed']) {
        lost.push(await grant(source.ledger, request({ memberId, now: NOON - HOUR })));
      }
      const [waits = '', twice = '', missed = ''] = lost.map(({ id }) => id);
      // Somebody went back to an old copy without saying so.
      await grant(ledger, request({ memberId: 'twice' }));
      await ledger.restored(GAP, BY, NOON);
      const waiting = inDoubt(await ledger.reserve(request({ memberId: 'waits' })));
      const expected = { added: [missed], known: [], decided: [waits], twice: [twice] };
      assert.deepEqual(await ledger.adopt(lost, BY, NOON), expected);
      const settled = await ledger.find(waiting);
      assert.equal(settled?.state, 'granted');
      assert.deepEqual(settled?.grants[0]?.echo, POINTS);
      assert.deepEqual(await ledger.adopt(lost, BY, NOON), {
        added: [],
        known: [waits, missed],
        decided: [],
        twice: [twice],
      });
      assert.equal(await ledger.seatsTaken('daily'), 3);
    });

    it('takes what was claimed since for something else, where each event is claimed', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const event = (now: number) => request({ rule: { repeats: 'rolling', everyHours: 0 }, now });
      const before = event(NOON - 3 * HOUR);
      const { id } = reserved(await ledger.reserve(before));
      await ledger.settle(id, 0, { state: 'released', evidence: null }, before.now);
      const paid = await grant(source.ledger, before);
      const lost = [paid, await grant(source.ledger, event(NOON - 2 * HOUR))];
      await ledger.restored(GAP, BY, NOON);
      const waiting = [inDoubt(await ledger.reserve(event(NOON))), inDoubt(await ledger.reserve(event(NOON + 1)))];
      const ids = lost.map((claim) => claim.id);
      const [known, added] = [ids.slice(0, 1), ids.slice(1)];
      assert.deepEqual(await ledger.adopt(lost, BY, NOON), { added, known: [], decided: known, twice: [] });
      assert.deepEqual(await statesOf(ledger, [...ids, ...waiting]), ['granted', 'granted', 'pending', 'pending']);
      assert.deepEqual((await ledger.adopt(lost, BY, NOON)).known, ids);
      assert.equal(await ledger.pointsHeld({ action: 'daily' }), 40);
      assert.equal((await ledger.reserve(event(NOON + 2))).kind, 'in-doubt');
    });

    for (const [name, from] of [
      ['', 'a ledger'],
      [', also under a pseudonym', 'a log'],
    ]) {
      it(`takes what was claimed since for another span of a rolling action, and counts from the newest of all${name}`, async () => {
        await using bench = await open();
        const { ledger } = bench;
        await using source = await open();
        const given = [await grant(source.ledger, at(0)), await grant(source.ledger, at(3))];
        const memberId = from === 'a log' ? await pseudonymIn(ledger) : request().memberId;
        const lost = given.map((claim) => ({ ...claim, memberId }));
        await ledger.restored({ since: NOON, until: NOON + 4 * HOUR }, BY, NOON + 4 * HOUR);
        const waiting = inDoubt(await ledger.reserve(at(4.5)));
        await ledger.resolve(waiting, { state: 'released', ...BY }, NOON);
        await grant(ledger, at(7));
        const ids = lost.map(({ id }) => id);
        assert.deepEqual(await ledger.adopt(lost, BY, NOON), { added: ids, known: [], decided: [], twice: [] });
        assert.deepEqual(await ledger.adopt(lost, BY, NOON), { added: [], known: ids, decided: [], twice: [] });
        assert.equal((await ledger.reserve(at(8))).kind, 'held');
        await grant(ledger, at(9));
        await ledger.forget(request().memberId, NOON + 9 * HOUR);
        assert.equal((await ledger.reserve(at(10))).kind, 'held');
        assert.equal((await ledger.reserve(at(11))).kind, 'reserved');
      });
    }

    it('lets a member be forgotten of whom two claims of one day are here, one of them under a pseudonym', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const memberId = await pseudonymIn(ledger);
      const { id } = reserved(await ledger.reserve(request()));
      await ledger.settle(id, 0, { state: 'unknown', evidence: null }, NOON);
      const lost = await grant(source.ledger, request({ now: NOON + HOUR }));
      assert.deepEqual((await ledger.adopt([{ ...lost, memberId }], BY, NOON)).added, [lost.id]);
      await ledger.resolve(id, { state: 'granted', ...BY }, NOON);
      await ledger.forget(request().memberId, NOON + HOUR);
      assert.notEqual((await ledger.find(id))?.memberId, request().memberId);
      assert.equal((await ledger.reserve(request({ now: NOON + 2 * HOUR }))).kind, 'held');
    });

    it('settles by what another ledger knows only who waits for the same span of a rolling action', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const lost = [await grant(source.ledger, at(0)), await grant(source.ledger, at(3))];
      await ledger.restored({ since: NOON, until: NOON + 4 * HOUR }, BY, NOON + 4 * HOUR);
      const waiting = inDoubt(await ledger.reserve(at(4.5)));
      const [added, decided] = lost.map(({ id }) => [id]);
      assert.deepEqual(await ledger.adopt(lost, BY, NOON), { added, known: [], decided, twice: [] });
      assert.deepEqual(await statesOf(ledger, [waiting]), ['granted']);
    });

    it('takes back what begins as another span of a rolling action ends, or ends as one begins', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const lost = [await grant(source.ledger, at(2))];
      await grant(ledger, at(0));
      await grant(ledger, at(4));
      assert.deepEqual((await ledger.adopt(lost, BY, NOON)).added, [lost[0]?.id]);
    });

    it('takes no event for another where there has to be some time between two', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const event = (now: number) => request({ rule: { repeats: 'rolling', everyHours: 0 }, minimumGapMs: HOUR, now });
      const lost = await grant(source.ledger, event(NOON - 2 * HOUR));
      await ledger.restored(GAP, BY, NOON);
      const waiting = inDoubt(await ledger.reserve(event(NOON)));
      assert.deepEqual((await ledger.adopt([lost], BY, NOON)).added, [lost.id]);
      assert.deepEqual(await statesOf(ledger, [lost.id, waiting]), ['granted', 'pending']);
    });

    it('calls nobody paid twice of whom an operator knew already that they were paid', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const lost = await grant(source.ledger, request({ now: NOON - HOUR }));
      await ledger.restored(GAP, BY, NOON);
      await ledger.resolve(inDoubt(await ledger.reserve(request())), { state: 'granted', ...BY }, NOON);
      assert.deepEqual(await ledger.adopt([lost], BY, NOON), { added: [], known: [lost.id], decided: [], twice: [] });
    });

    it('settles what was in flight when it was copied by what another ledger knows', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const [sent, given, refused] = ['a', 'b', 'c'].map((memberId) => request({ memberId }));
      assert.ok(sent && given && refused);
      for (const wanted of [sent, given, refused]) reserved(await ledger.reserve(wanted));
      await ledger.restored(GAP, BY, NOON);
      const known = [reserved(await source.ledger.reserve(sent)), await grant(source.ledger, given)];
      const { id } = reserved(await source.ledger.reserve(refused));
      known.push(await source.ledger.settle(id, 0, { state: 'refused', evidence: { status: 400 } }, NOON));
      // Some of it has been looked at since.
      await ledger.recover(NOON + HOUR);
      const ids = known.map((claim) => claim.id);
      const expected = { added: [], known: ids.slice(0, 1), decided: ids.slice(1), twice: [] };
      assert.deepEqual(await ledger.adopt(known, BY, NOON), expected);
      assert.deepEqual(await statesOf(ledger, ids), ['pending', 'granted', 'refused']);
      assert.match(
        (await ledger.history(ids[1] ?? '')).at(-1)?.cause ?? '',
        /^reply: Wren: the disk died; brought back$/,
      );
      assert.equal((await ledger.reserve(request({ memberId: 'b' }))).kind, 'held');
      assert.equal(await ledger.seatsTaken('daily'), 2);
      assert.deepEqual(await ledger.adopt(known, BY, NOON), { ...expected, known: ids, decided: [] });
    });

    it('knows from another ledger what was given after all, though it was released or was to be given once more', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const released = request({ memberId: 'released' });
      const twice = request({ memberId: 'twice' });
      const partly = request({ memberId: 'partly', grants: [ROLE, points(7)] });
      const known = [];
      for (const wanted of [released, twice]) {
        const { id } = reserved(await ledger.reserve(wanted));
        await ledger.recover(NOON + HOUR);
        await ledger.resolve(id, { state: 'released', ...BY }, NOON);
        known.push(await grant(source.ledger, wanted));
      }
      await grant(ledger, request({ memberId: 'twice' }));
      for (const one of [ledger, source.ledger]) {
        const { id } = reserved(await one.reserve(partly));
        await one.settle(id, 0, { state: 'granted', echo: ROLE, evidence: null }, NOON);
        await one.settle(id, 1, { state: 'released', evidence: null }, NOON);
      }
      const { id } = reserved(await source.ledger.reserve(partly));
      // The log tells of the points alone what they were.
      const echo = { ...points(7), remark: 'brought back from the log' };
      known.push(await source.ledger.settle(id, 1, { state: 'granted', echo, evidence: null }, NOON));

      const ids = known.map((claim) => claim.id);
      const decided = ids.filter((_, index) => index !== 1);
      assert.deepEqual(await ledger.adopt(known, BY, NOON), { added: [], known: [], decided, twice: ids.slice(1, 2) });
      assert.deepEqual(await statesOf(ledger, ids), ['granted', 'released', 'granted']);
      assert.deepEqual((await ledger.find(id))?.grants[1]?.echo, points(7));
      for (const memberId of ['released', 'partly'])
        assert.equal((await ledger.reserve(request({ memberId, grants: [ROLE, points(7)] }))).kind, 'held');
      assert.equal(await ledger.seatsTaken('daily'), 3);
      assert.equal(await ledger.pointsHeld({ action: 'daily' }), 27);
      assert.deepEqual(await ledger.adopt(known, BY, NOON), {
        added: [],
        known: decided,
        decided: [],
        twice: ids.slice(1, 2),
      });
    });

    it('takes nothing for later that is only older news', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const wanted = request({ memberId: 'a' });
      const old = reserved(await source.ledger.reserve(wanted));
      reserved(await ledger.reserve(wanted));
      const refused = { state: 'refused', evidence: null } as const;
      await ledger.settle(old.id, 0, refused, NOON);
      assert.deepEqual((await ledger.adopt([old], BY, NOON)).known, [old.id]);
      assert.deepEqual(await statesOf(ledger, [old.id]), ['refused']);
      // What came of the first attempt is no news of the second, which is under way.
      const twice = request({ memberId: 'twice', grants: [ROLE, points(7)] });
      const { id } = reserved(await ledger.reserve(twice));
      await ledger.settle(id, 0, { state: 'granted', echo: ROLE, evidence: null }, NOON);
      assert.ok(await ledger.send(id, 1, twice));
      const first = await ledger.settle(id, 1, refused, NOON);
      reserved(await ledger.reserve(twice));
      assert.deepEqual((await ledger.adopt([first], BY, NOON)).known, [id]);
      assert.deepEqual(await statesOf(ledger, [id]), ['pending']);
      const granted = await grant(ledger, request({ memberId: 'b' }));
      const earlier = granted.grants.map((one) => ({ ...one, state: 'unknown' as const, attempts: 2 }));
      assert.deepEqual((await ledger.adopt([{ ...granted, grants: earlier }], BY, NOON)).known, [granted.id]);
      assert.deepEqual(await statesOf(ledger, [granted.id]), ['granted']);
    });
  });
}

/** What stands for the member of all requests where a log is brought back. */
async function pseudonymIn(ledger: Ledger): Promise<string> {
  const { id, memberId } = await grant(ledger, request({ action: 'another', now: NOON - 3 * HOUR }));
  await ledger.forget(memberId, NOON);
  return (await ledger.find(id))?.memberId ?? '';
}
