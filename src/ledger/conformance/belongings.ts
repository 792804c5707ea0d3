import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PeriodRule } from '../index.ts';
import { BY, DAY, GAP, HOUR, keyedRequestOf, NOON, points, request, ROLE } from './requests.ts';
import { type Bench, grant, inDoubt, reserved, statesOf } from './bench.ts';

const EACH: PeriodRule = { repeats: 'rolling', everyHours: 0 };

/** What claims that were brought back had used up, what belongs to their members, and what they are asked for again by. */
export function belongings(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: what comes back with claims`, () => {
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
  });
}
