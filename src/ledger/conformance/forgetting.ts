import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ledger } from '../index.ts';
import { DAILY, DAY, HOUR, NOON, POINTS, keyedRequestOf, request, ROLE } from './requests.ts';
import { type Bench, grant, reserved } from './bench.ts';

const ONCE = { repeats: 'once' } as const;
const ROLLING = { repeats: 'rolling', everyHours: 24 } as const;
const MONTHLY = { repeats: 'monthly', timeZone: 'UTC' } as const;
const later = NOON + HOUR;
const ADA = 'lovelace-to-forget';
const ofAda = { memberId: ADA };

/** All that a ledger says of the member, whose name has letters that no hexadecimal id has. */
async function traces(ledger: Ledger): Promise<string> {
  const claims = await ledger.list({ limit: 1000 });
  return JSON.stringify([claims, await Promise.all(claims.map(({ id }) => ledger.history(id)))]);
}

/** What forgetting one member must do on every ledger, and what it must leave as it is. */
export function forgetting(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: a member who is forgotten`, () => {
    it('leaves neither id, fields, evidence nor idempotency keys behind', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const idempotency = { key: 'lovelace-pressed', fingerprint: 'lovelace' };
      const wanted = request({ ...ofAda, idempotency, fields: { name: 'Ada Lovelace' } });
      await grant(ledger, wanted);
      await grant(ledger, request({ ...ofAda, rule: ONCE, action: 'meetup', grants: [POINTS, ROLE] }));
      const other = await grant(ledger, request({ memberId: 'ben', fields: { name: 'Ben' } }));
      assert.deepEqual(await ledger.forget(ADA, later), { forgotten: 2, pending: [] });
      assert.doesNotMatch(await traces(ledger), /lovelace/i);
      assert.equal(await ledger.replay(keyedRequestOf(wanted)), null);
      assert.deepEqual(await ledger.list(ofAda), []);
      assert.deepEqual(await ledger.find(other.id), other);
    });

    it('is nobody whom the pseudonyms of another ledger name', async () => {
      await using one = await open();
      await using another = await open();
      const names: (string | undefined)[] = [];
      for (const { ledger } of [one, another]) {
        const { id } = await grant(ledger, request(ofAda));
        await ledger.forget(ADA, later);
        names.push((await ledger.find(id))?.memberId);
      }
      assert.ok(names.every((name) => /^forgotten:[0-9a-f]{64}$/.test(name ?? '')));
      assert.notEqual(names[0], names[1]);
    });

    for (const [name, rule] of Object.entries({ once: ONCE, daily: DAILY, rolling: ROLLING })) {
      it(`is not given twice what is given ${name}, and sees how things stand`, async () => {
        await using bench = await open();
        const { ledger } = bench;
        const wanted = request({ ...ofAda, rule });
        const { id, nextClaimAt } = await grant(ledger, wanted);
        await ledger.forget(ADA, later);
        const again = await ledger.reserve(request({ ...ofAda, rule, now: later }));
        assert.ok(again.kind === 'held' && again.claim.id === id);
        const { period } = request({ ...ofAda, rule, now: later });
        const standing = await ledger.standing({ action: 'daily', ...ofAda, period, now: later });
        assert.deepEqual([standing.claim?.id, standing.nextClaimAt], [id, nextClaimAt]);
        const other = await ledger.reserve(request({ memberId: 'ben', rule, now: later }));
        assert.equal(other.kind, 'reserved');
      });
    }

    it('claims again in the next period, with the streak that was built up', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await grant(ledger, request(ofAda));
      await ledger.forget(ADA, later);
      const next = await grant(ledger, request({ ...ofAda, now: NOON + DAY }));
      assert.deepEqual([next.memberId, next.streak], [ADA, 2]);
      await ledger.forget(ADA, NOON + DAY + HOUR);
      assert.equal((await grant(ledger, request({ ...ofAda, now: NOON + 2 * DAY }))).streak, 3);
    });

    it('goes on where a rolling period counted to', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await grant(ledger, request({ ...ofAda, rule: ROLLING }));
      await grant(ledger, request({ ...ofAda, rule: ROLLING, now: NOON + DAY }));
      await ledger.forget(ADA, NOON + DAY + HOUR);
      const third = await grant(ledger, request({ ...ofAda, rule: ROLLING, now: NOON + 2 * DAY }));
      assert.match(third.period, /3$/);
      assert.equal(
        (await ledger.reserve(request({ ...ofAda, rule: ROLLING, now: NOON + 2 * DAY + HOUR }))).kind,
        'held',
      );
    });

    it('still counts for seats, budgets, limits and gaps', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const caps = { memberPoints: { points: 15, since: NOON }, capacity: 1 };
      await grant(ledger, request({ ...ofAda, caps }));
      await ledger.forget(ADA, later);
      assert.equal(await ledger.seatsTaken('daily'), 1);
      assert.equal(await ledger.pointsHeld({ action: 'daily' }), 10);
      assert.equal(await ledger.pointsHeld({ memberId: ADA, since: NOON }), 10);
      const more = await ledger.reserve(request({ ...ofAda, action: 'other', caps, now: later }));
      assert.deepEqual(more, { kind: 'capped', cap: 'memberPoints' });
      const gap = { minimumGapMs: 2 * DAY, now: NOON + DAY };
      const early = await ledger.reserve(request({ ...ofAda, ...gap }));
      assert.deepEqual(early, { kind: 'too-early', nextClaimAt: NOON + 2 * DAY, streak: 1 });
    });

    it('gets the rest of a claim of which a part was refused, under the same id', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const wanted = request({ ...ofAda, rule: ONCE, grants: [POINTS, ROLE] });
      const claim = reserved(await ledger.reserve(wanted));
      await ledger.settle(claim.id, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
      await ledger.send(claim.id, 1, wanted);
      await ledger.settle(claim.id, 1, { state: 'refused', evidence: { status: 400 } }, NOON);
      await ledger.forget(ADA, later);
      const again = reserved(await ledger.reserve({ ...wanted, now: later }));
      assert.deepEqual([again.id, again.memberId, again.grants[1]?.state], [claim.id, ADA, 'sent']);
      assert.deepEqual(await ledger.find(claim.id), again);
    });

    it('is held by the newest claim of a rolling action, also where an older one keeps the id', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const at = (hours: number) => request({ ...ofAda, rule: ROLLING, now: NOON + hours * HOUR });
      const older = reserved(await ledger.reserve(at(0)));
      await ledger.settle(older.id, 0, { state: 'unknown', evidence: null }, NOON);
      const newer = await grant(ledger, at(24));
      assert.deepEqual((await ledger.forget(ADA, NOON + 25 * HOUR)).pending, [older.id]);
      const again = await ledger.reserve(at(26));
      assert.deepEqual([again.kind, 'claim' in again && again.claim.id], ['held', newer.id]);
      reserved(await ledger.reserve(at(48)));
    });

    it('is not forgotten in claims whose outcome is not known, which are named', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const inFlight = reserved(await ledger.reserve(request({ ...ofAda, fields: { name: 'Lovelace' } })));
      const unknown = reserved(await ledger.reserve(request({ ...ofAda, action: 'weekly' })));
      await ledger.settle(unknown.id, 0, { state: 'unknown', evidence: null }, NOON);
      const done = await grant(ledger, request({ ...ofAda, action: 'monthly' }));
      const { forgotten, pending } = await ledger.forget(ADA, later);
      assert.deepEqual([forgotten, pending.toSorted()], [1, [inFlight.id, unknown.id].toSorted()]);
      assert.deepEqual(await ledger.find(inFlight.id), inFlight);
      assert.notEqual((await ledger.find(done.id))?.memberId, ADA);
      await ledger.resolve(unknown.id, { state: 'granted', who: 'o', why: 'w' }, later);
      await ledger.settle(inFlight.id, 0, { state: 'refused', evidence: null }, later);
      assert.deepEqual(await ledger.forget(ADA, later), { forgotten: 2, pending: [] });
      assert.doesNotMatch(await traces(ledger), /lovelace/i);
    });

    it('is not even a pseudonym in claims that count for nothing any more', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const old = await grant(ledger, request(ofAda));
      const refused = reserved(await ledger.reserve(request({ ...ofAda, rule: ONCE, action: 'meetup' })));
      await ledger.settle(refused.id, 0, { state: 'refused', evidence: null }, NOON);
      await ledger.forget(ADA, NOON + 40 * DAY);
      for (const { id } of [old, refused]) assert.equal((await ledger.find(id))?.memberId, `purged:${id}`);
    });

    it('loses the pseudonym too, by retention, once the period after the claim is over', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const { id } = await grant(ledger, request({ ...ofAda, rule: MONTHLY }));
      await ledger.forget(ADA, later);
      const purge = (now: number) => ledger.purge({ before: now, now, limit: 10 });
      assert.equal(await purge(NOON + 30 * DAY), 0);
      assert.equal(await purge(NOON + 90 * DAY), 1);
      assert.equal((await ledger.find(id))?.memberId, `purged:${id}`);
    });

    it('is known by the id in all that is stored on them, before and after', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const idempotency = { key: 'k', fingerprint: 'f' };
      const claim = await grant(ledger, request({ ...ofAda, idempotency, fields: { name: 'Lovelace' } }));
      await grant(ledger, request({ memberId: 'ben' }));
      assert.deepEqual(await ledger.exportMember(ADA), [
        { claim, history: await ledger.history(claim.id), idempotencyKeys: [idempotency] },
      ]);
      await ledger.forget(ADA, later);
      const [left, ...more] = await ledger.exportMember(ADA);
      assert.deepEqual([left?.claim.id, left?.claim.fields, left?.idempotencyKeys, more], [claim.id, null, [], []]);
      assert.deepEqual(await ledger.exportMember('nobody'), []);
    });

    it('is forgotten a second time without harm', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const { id } = await grant(ledger, request(ofAda));
      await ledger.forget(ADA, later);
      const once = await ledger.find(id);
      assert.deepEqual(await ledger.forget(ADA, later), { forgotten: 0, pending: [] });
      assert.deepEqual(await ledger.forget(`purged:${id}`, later), { forgotten: 0, pending: [] });
      assert.deepEqual(await ledger.find(id), once);
    });

    it('is not paid twice by claims that come at the same moment, by whichever way they are forgotten', async () => {
      for (let round = 0; round < 6; round += 1) {
        // A ledger that forgets for the first time has no salt until then.
        await using bench = await open();
        const ledgers = [bench.ledger, await bench.other()] as const;
        const wanted = request({ ...ofAda, rule: ONCE });
        await grant(bench.ledger, wanted);
        const press = (n: number) => ledgers[n % 2 ? 1 : 0].reserve(request({ ...ofAda, rule: ONCE, now: later + n }));
        const presses = Array.from({ length: 20 }, (_, n) => press(n));
        const now = NOON + DAY;
        if (round % 3 !== 1) await ledgers[0].forget(ADA, now);
        if (round % 3 !== 2) await ledgers[1].purge({ before: now, now, limit: 10 });
        presses.push(...Array.from({ length: 20 }, (_, n) => press(n)));
        const kinds = (await Promise.all(presses)).map(({ kind }) => kind);
        assert.deepEqual([...new Set(kinds)], ['held']);
      }
    });

    it('is not paid twice while one process forgets and another purges', async () => {
      await using bench = await open();
      const other = await bench.other();
      for (let round = 0; round < 10; round += 1) {
        const wanted = request({ memberId: `member-${round}`, rule: ONCE, now: NOON + round });
        await grant(bench.ledger, wanted);
        const now = NOON + round + 1;
        await Promise.all([
          bench.ledger.forget(wanted.memberId, now),
          other.purge({ before: now, now, limit: 10 }),
          bench.ledger.purge({ before: now, now, limit: 10 }),
        ]);
        assert.equal((await other.reserve({ ...wanted, claimId: request({ now }).claimId, now })).kind, 'held');
      }
    });
  });
}
