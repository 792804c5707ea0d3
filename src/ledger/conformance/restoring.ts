import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ClaimState, type Ledger, type PeriodRule, type Reservation, ruleName } from '../index.ts';
import { DAY, giving, HOUR, keyedRequestOf, NOON, points, POINTS, request, ROLE } from './requests.ts';
import { type Bench, grant, reserved, takeUp } from './bench.ts';

const BY = { who: 'Wren', why: 'the disk died' };
/** From two hours before noon to one hour before. */
const GAP = { since: NOON - 2 * HOUR, until: NOON - HOUR };
const ONCE: PeriodRule = { repeats: 'once' };
const EACH: PeriodRule = { repeats: 'rolling', everyHours: 0 };

function inDoubt(reservation: Reservation): string {
  assert.equal(reservation.kind, 'in-doubt');
  assert.ok('claim' in reservation);
  return reservation.claim.id;
}

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

    it('knows from another ledger what was used up, and what belongs to whom', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const expiresAt = NOON + DAY;
      const code = { id: 'code', expiresAt, returns: true };
      const address = { family: 'eip155', value: '0x01', isOnly: false };
      const lost = await grant(source.ledger, request({ memberId: 'a', uses: [code], links: [address] }));
      const refused = reserved(
        await source.ledger.reserve(request({ memberId: 'b', uses: [{ ...code, id: 'good' }] })),
      );
      const known = await source.ledger.settle(refused.id, 0, { state: 'refused', evidence: null }, NOON);
      const [link] = await source.ledger.links({ memberId: 'a' });
      assert.ok(link);
      const claims = [
        { ...lost, uses: [{ id: 'code', expiresAt }], links: [{ ...link, isPseudonym: false }] },
        { ...known, uses: [{ id: 'good', expiresAt }] },
      ];
      for (const _ of ['once', 'again']) {
        await ledger.adopt(claims, BY, NOON);
        const next = request({ memberId: 'c', action: 'meetup' });
        assert.deepEqual(await ledger.reserve({ ...next, uses: [code] }), { kind: 'used', id: 'code' });
        assert.equal((await ledger.reserve({ ...next, links: [address] })).kind, 'linked');
        assert.deepEqual(await ledger.links({ memberId: 'a' }), [link]);
      }
      // What came to nothing uses nothing up.
      reserved(await ledger.reserve(request({ memberId: 'c', action: 'meetup', uses: [{ ...code, id: 'good' }] })));
      // What belongs to somebody here stays with that member.
      const theirs = request({ memberId: 'd', action: 'tour', links: [{ ...address, value: '0x02' }] });
      reserved(await ledger.reserve(theirs));
      await ledger.adopt([{ ...lost, links: [{ ...link, value: '0x02', isPseudonym: false }] }], BY, NOON);
      assert.equal((await ledger.links({ value: '0x02' }))[0]?.memberId, 'd');
    });

    it('has what was given once make no other claim, although somebody has waited with it in vain since', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const code = { id: 'code', expiresAt: NOON + DAY, returns: true };
      const address = { family: 'eip155', value: '0x01', isOnly: false };
      const shown = { uses: [code], links: [address] };
      const lost = await grant(source.ledger, request({ memberId: 'had', now: NOON - HOUR, ...shown }));
      const links = (await source.ledger.links({ memberId: 'had' })).map((link) => ({ ...link, isPseudonym: false }));
      await ledger.restored(GAP, BY, NOON);
      const waiting = inDoubt(await ledger.reserve(request({ memberId: 'had-not', ...shown })));
      const { id, expiresAt } = code;
      for (const _ of ['once', 'again']) {
        assert.deepEqual((await ledger.adopt([{ ...lost, uses: [{ id, expiresAt }], links }], BY, NOON)).twice, []);
      }
      await ledger.resolve(waiting, { state: 'released', ...BY }, NOON);
      const next = request({ memberId: 'had-not' });
      assert.deepEqual(await ledger.reserve({ ...next, uses: [code] }), { kind: 'used', id });
      assert.equal((await ledger.reserve({ ...next, links: [address] })).kind, 'linked');
    });

    it('has what points were given for make no other claim of a member who waits and has the role already', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const code = { id: 'code', expiresAt: NOON + 3 * DAY, returns: true, isLasting: true };
      const both = (now: number) => request({ now, grants: [points(7), ROLE], uses: [code] });
      const { id } = reserved(await source.ledger.reserve(both(NOON - HOUR)));
      await source.ledger.settle(id, 0, { state: 'granted', echo: points(7), evidence: null }, NOON);
      const lost = await source.ledger.settle(id, 1, { state: 'granted', echo: ROLE, evidence: null }, NOON);
      await ledger.restored(GAP, BY, NOON);
      const now = NOON + DAY;
      const waiting = inDoubt(await ledger.reserve(both(now)));
      assert.ok(await ledger.send(waiting, 1, { now, deadline: now + HOUR }));
      await ledger.settle(waiting, 1, { state: 'granted', echo: ROLE, evidence: null }, now);
      await ledger.adopt([{ ...lost, uses: [code] }], BY, now);
      await ledger.resolve(waiting, { state: 'released', ...BY }, now);
      assert.deepEqual(await ledger.reserve(both(now)), { kind: 'used', id: 'code' });
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

    it('leaves what came back from a claim with the next one, however often it is brought back', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const code = { id: 'code', expiresAt: NOON + DAY, returns: true };
      const { id } = reserved(await source.ledger.reserve(request({ now: NOON - HOUR, uses: [code] })));
      const lost = { ...(await source.ledger.settle(id, 0, { state: 'unknown', evidence: null }, NOON)), uses: [code] };
      await ledger.restored(GAP, BY, NOON);
      assert.deepEqual((await ledger.adopt([lost], BY, NOON)).added, [id]);
      await ledger.resolve(id, { state: 'released', ...BY }, NOON);
      const next = await ledger.reserve(request({ memberId: 'other', uses: [code] }));
      assert.ok('claim' in next);
      assert.deepEqual((await ledger.adopt([lost], BY, NOON)).known, [id]);
      await ledger.resolve(next.claim.id, { state: 'released', ...BY }, NOON);
      assert.notEqual((await ledger.reserve(request({ memberId: 'third', uses: [code] }))).kind, 'used');
    });

    it('uses up for good what two claims may have been given for', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const code = { id: 'code', expiresAt: NOON + DAY, returns: true };
      const { id } = reserved(await source.ledger.reserve(request({ memberId: 'one', uses: [code] })));
      const lost = await source.ledger.settle(id, 0, { state: 'unknown', evidence: null }, NOON);
      const other = reserved(await ledger.reserve(request({ memberId: 'other', uses: [code] })));
      await ledger.settle(other.id, 0, { state: 'unknown', evidence: null }, NOON);
      await ledger.adopt([{ ...lost, uses: [{ id: 'code', expiresAt: code.expiresAt }] }], BY, NOON);
      await ledger.resolve(other.id, { state: 'released', ...BY }, NOON);
      assert.equal((await ledger.reserve(request({ memberId: 'third', uses: [code] }))).kind, 'used');
    });

    it('knows a claim by what had named it: one that came to nothing is asked for again, and no other is made', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const event = (name: string, now: number) => {
        const key = `event ${name} 1`;
        const uses = [{ id: key, expiresAt: NOON + DAY }];
        return request({ rule: EACH, now, idempotency: { key, fingerprint: name }, uses });
      };
      const { id } = reserved(await source.ledger.reserve(event('refused', NOON - 3 * HOUR)));
      const given = await grant(source.ledger, event('given', NOON - 2 * HOUR));
      const known = [await source.ledger.settle(id, 0, { state: 'released', evidence: null }, NOON), given];
      const lost = known.map((claim, index) => {
        const { idempotency, uses = [] } = event(['refused', 'given'][index] ?? '', claim.createdAt);
        return { ...claim, uses, idempotencyKeys: idempotency ? [idempotency] : [] };
      });
      await ledger.restored(GAP, BY, NOON);
      const other = inDoubt(await ledger.reserve(event('other', NOON)));
      const waiting = inDoubt(await ledger.reserve(event('given', NOON)));
      assert.deepEqual(await ledger.adopt(lost, BY, NOON), { added: [id], known: [], decided: [given.id], twice: [] });
      assert.deepEqual(await statesOf(ledger, [other, waiting]), ['pending', 'granted']);
      const stateOf = async (name: string) => {
        const answer = await ledger.replay(keyedRequestOf(event(name, NOON)));
        return answer?.kind === 'replayed' ? answer.claim.state : answer;
      };
      assert.deepEqual([await stateOf('refused'), await stateOf('given')], ['released', 'granted']);
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

    it('takes for used what came back here from a claim that came to nothing, and was used since', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const code = { id: 'code', expiresAt: NOON + DAY, returns: true };
      const refused = request({ memberId: 'a', uses: [code] });
      for (const one of [ledger, source.ledger]) {
        const { id } = reserved(await one.reserve(refused));
        await one.settle(id, 0, { state: 'refused', evidence: null }, NOON);
      }
      const lost = await grant(source.ledger, request({ memberId: 'b', uses: [code] }));
      await ledger.adopt([{ ...lost, uses: [{ id: 'code', expiresAt: code.expiresAt }] }], BY, NOON);
      const next = request({ memberId: 'c', uses: [code] });
      assert.deepEqual(await ledger.reserve(next), { kind: 'used', id: 'code' });
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
        const rolling: PeriodRule = { repeats: 'rolling', everyHours: 2 };
        const at = (hours: number) => request({ rule: rolling, now: NOON + hours * HOUR });
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
      const rolling: PeriodRule = { repeats: 'rolling', everyHours: 2 };
      const at = (hours: number) => request({ rule: rolling, now: NOON + hours * HOUR });
      const lost = [await grant(source.ledger, at(0)), await grant(source.ledger, at(3))];
      await ledger.restored({ since: NOON, until: NOON + 4 * HOUR }, BY, NOON + 4 * HOUR);
      const waiting = inDoubt(await ledger.reserve(at(4.5)));
      const [added, decided] = lost.map(({ id }) => [id]);
      assert.deepEqual(await ledger.adopt(lost, BY, NOON), { added, known: [], decided, twice: [] });
      assert.deepEqual(await statesOf(ledger, [waiting]), ['granted']);
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

function statesOf(ledger: Ledger, ids: readonly string[]): Promise<(ClaimState | undefined)[]> {
  return Promise.all(ids.map(async (id) => (await ledger.find(id))?.state));
}

/** What stands for the member of all requests where a log is brought back. */
async function pseudonymIn(ledger: Ledger): Promise<string> {
  const { id, memberId } = await grant(ledger, request({ action: 'another', now: NOON - 3 * HOUR }));
  await ledger.forget(memberId, NOON);
  return (await ledger.find(id))?.memberId ?? '';
}
