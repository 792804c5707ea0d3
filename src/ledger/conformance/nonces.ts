import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Nonce, ReserveRequest } from '../index.ts';
import { DAY, NOON, POINTS, request, ROLE } from './requests.ts';
import { type Bench, reserved, takeUp } from './bench.ts';

const token = (id = 'token-1'): Nonce => ({ id, expiresAt: NOON + 1000 });
const shown = (change: Partial<ReserveRequest>, ...ids: string[]) => request({ ...change, uses: ids.map(token) });

/** What may be used once, on every ledger. */
export function nonces(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: what may be used once`, () => {
    it('is used by one of a thousand at once, whichever process they ask', async () => {
      await using bench = await open();
      const ledgers = [bench.ledger, await bench.other()];
      const won = await Promise.all(Array.from({ length: 1000 }, async (_, n) => ledgers[n % 2]?.useNonce(token())));
      assert.equal(won.filter(Boolean).length, 1);
    });

    it('is used by nobody again, not even by whom it was used first', async () => {
      await using bench = await open();
      assert.equal(await bench.ledger.useNonce(token()), true);
      assert.equal(await bench.ledger.useNonce(token()), false);
      assert.equal(await bench.ledger.useNonce(token('token-2')), true);
      assert.deepEqual(await bench.ledger.reserve(shown({}, 'token-1')), { kind: 'used', id: 'token-1' });
    });

    it('makes one claim, whichever members, actions and keys it is shown with at once', async () => {
      await using bench = await open();
      const ledgers = [bench.ledger, await bench.other()];
      const results = await Promise.all(
        Array.from({ length: 200 }, async (_, n) => {
          const idempotency = n % 3 ? { key: `key-${n % 50}`, fingerprint: 'f' } : null;
          const own = { memberId: `member-${n % 40}`, action: n % 2 ? 'daily' : 'meetup', idempotency };
          return (await ledgers[n % 2]?.reserve(shown(own, 'token-1')))?.kind;
        }),
      );
      const kinds = Map.groupBy(results, (kind) => kind);
      assert.equal(kinds.get('reserved')?.length, 1);
      assert.equal((await bench.ledger.list({})).length, 1);
      assert.equal((await bench.ledger.seatsTaken('daily')) + (await bench.ledger.seatsTaken('meetup')), 1);
    });

    it('stays used, whatever became of the claim, and however the next one is called', async () => {
      await using bench = await open();
      for (const [n, state] of (['granted', 'refused', 'released', 'unknown'] as const).entries()) {
        const id = `token-${n}`;
        const idempotency = { key: `key-${n}`, fingerprint: 'f' };
        const wanted = shown({ memberId: `member-${n}`, idempotency }, id);
        const claim = reserved(await bench.ledger.reserve(wanted));
        await bench.ledger.settle(claim.id, 0, { state, evidence: null }, NOON);
        for (const key of [null, claim.id, `key-${n}x`]) {
          const again = key === null ? null : { key, fingerprint: 'f' };
          for (const change of [{}, { action: 'meetup' }, { memberId: 'another' }]) {
            const next = shown({ memberId: wanted.memberId, ...change, idempotency: again }, id);
            assert.deepEqual(await bench.ledger.reserve(next), { kind: 'used', id }, state);
          }
        }
        assert.equal((await bench.ledger.reserve(wanted)).kind, 'replayed', state);
      }
    });

    it('stays used where the claim was forgotten with its key', async () => {
      await using bench = await open();
      const idempotency = { key: 'k', fingerprint: 'f' };
      const wanted = shown({ idempotency }, 'token-1');
      const claim = reserved(await bench.ledger.reserve(wanted));
      await bench.ledger.settle(claim.id, 0, { state: 'refused', evidence: null }, NOON);
      await bench.ledger.forget(wanted.memberId, NOON);
      assert.deepEqual(await bench.ledger.reserve(wanted), { kind: 'used', id: 'token-1' });
    });

    it('is used with all else that a claim shows, or not at all', async () => {
      await using bench = await open();
      await bench.ledger.useNonce(token('b'));
      assert.deepEqual(await bench.ledger.reserve(shown({}, 'a', 'b', 'c')), { kind: 'used', id: 'b' });
      reserved(await bench.ledger.reserve(shown({}, 'c', 'a')));
      assert.deepEqual(await bench.ledger.reserve(shown({ memberId: 'm' }, 'c')), { kind: 'used', id: 'c' });
    });

    it('is known as used before a claim is made, too', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const [code, other] = [{ ...token('code'), returns: true }, token('other')];
      const usedBy = (memberId: string) => ledger.usedBefore({ memberId, uses: [other, code] });
      assert.equal(await usedBy('ada'), null);
      const claim = reserved(await ledger.reserve(request({ memberId: 'ada', uses: [code] })));
      assert.deepEqual([await usedBy('ada'), await usedBy('ben')], ['code', 'code']);
      await ledger.settle(claim.id, 0, { state: 'refused', evidence: null }, NOON);
      assert.deepEqual([await usedBy('ada'), await usedBy('ben')], [null, null]);
      assert.equal(await ledger.usedBefore({ memberId: 'ada', uses: [] }), null);
    });

    it('stays good where no claim is made', async () => {
      await using bench = await open();
      reserved(await bench.ledger.reserve(shown({ caps: { capacity: 1 } }, 'token-1')));
      assert.equal((await bench.ledger.reserve(shown({}, 'token-2'))).kind, 'held');
      const full = shown({ memberId: 'm-2', caps: { capacity: 1 } }, 'token-2');
      assert.deepEqual(await bench.ledger.reserve(full), { kind: 'capped', cap: 'capacity' });
      reserved(await bench.ledger.reserve(shown({ memberId: 'm-2', caps: { capacity: 2 } }, 'token-2')));
    });

    it('is used by a claim that is taken up again, too', async () => {
      await using bench = await open();
      const grants = [POINTS, ROLE];
      const half = reserved(await bench.ledger.reserve(shown({ grants }, 'token-1')));
      await bench.ledger.settle(half.id, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
      assert.ok(await bench.ledger.send(half.id, 1, request()));
      await bench.ledger.settle(half.id, 1, { state: 'refused', evidence: null }, NOON);
      assert.equal(reserved(await takeUp(bench.ledger, shown({ grants }, 'token-2'))).id, half.id);
      for (const used of ['token-1', 'token-2']) {
        assert.deepEqual(await bench.ledger.reserve(shown({ grants }, used)), { kind: 'used', id: used });
      }
    });

    it('is good again where it returns and the claim came to nothing', async () => {
      await using bench = await open();
      const code = { ...token('code'), returns: true };
      const by = (memberId: string, change: Partial<ReserveRequest> = {}) =>
        bench.ledger.reserve(request({ memberId, uses: [code], ...change }));
      for (const [n, state] of (['refused', 'released'] as const).entries()) {
        const claim = reserved(await by(`m-${n}`));
        assert.deepEqual(await by('another'), { kind: 'used', id: 'code' }, 'while it is under way');
        await bench.ledger.settle(claim.id, 0, { state, evidence: null }, NOON);
      }
      const ledgers = [bench.ledger, await bench.other()];
      const rush = Array.from({ length: 40 }, async (_, n) =>
        ledgers[n % 2]?.reserve(request({ memberId: `r-${n}`, uses: [code] })),
      );
      const kinds = Map.groupBy(await Promise.all(rush), (made) => made?.kind);
      assert.equal(kinds.get('reserved')?.length, 1);
      assert.equal(kinds.get('used')?.length, 39);
      const [won] = await bench.ledger.list({ state: 'pending' });
      assert.ok(won);
      await bench.ledger.settle(won.id, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
      assert.deepEqual(await by('another'), { kind: 'used', id: 'code' });
      assert.deepEqual(await by(won.memberId, { action: 'meetup' }), { kind: 'used', id: 'code' });
    });

    it('returns to the member alone to whom a part was given', async () => {
      await using bench = await open();
      const grants = [POINTS, ROLE];
      const shownBy = (change: Partial<ReserveRequest> = {}) =>
        request({ grants, uses: [{ ...token('code'), returns: true }], ...change });
      const wanted = shownBy();
      const half = reserved(await bench.ledger.reserve(wanted));
      await bench.ledger.settle(half.id, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
      assert.ok(await bench.ledger.send(half.id, 1, wanted));
      await bench.ledger.settle(half.id, 1, { state: 'refused', evidence: null }, NOON);
      assert.deepEqual(await bench.ledger.reserve(shownBy({ memberId: 'm-2' })), { kind: 'used', id: 'code' });
      assert.equal(reserved(await takeUp(bench.ledger, shownBy())).id, half.id);
    });

    it('makes no other claim of the member to whom a part was given, on another day or of another action', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const grants = [POINTS, ROLE];
      const code = (id: string) => ({ ...token(id), returns: true });
      const shownBy = (id: string, change: Partial<ReserveRequest> = {}) =>
        request({ grants, uses: [code(id)], ...change });
      const inPart = async (wanted: ReserveRequest) => {
        const half = reserved(await ledger.reserve(wanted));
        await ledger.settle(half.id, 0, { state: 'granted', echo: POINTS, evidence: null }, wanted.now);
        assert.ok(await ledger.send(half.id, 1, wanted));
        return ledger.settle(half.id, 1, { state: 'refused', evidence: null }, wanted.now);
      };
      const today = await inPart(shownBy('code'));
      const another = await inPart(shownBy('other', { action: 'meetup' }));
      const used = { kind: 'used', id: 'code' };
      assert.deepEqual(await ledger.reserve(shownBy('code', { now: NOON + DAY })), used);
      assert.deepEqual(await ledger.reserve(shownBy('code', { action: 'third' })), used);
      assert.deepEqual(
        await ledger.reserve(shownBy('code', { action: 'meetup' })),
        used,
        'nor what another is missing',
      );
      assert.equal(reserved(await takeUp(ledger, shownBy('code'))).id, today.id);
      assert.equal(reserved(await takeUp(ledger, shownBy('other', { action: 'meetup' }))).id, another.id);
    });

    it('is remembered for a day longer than it is good, by whatever clock', async () => {
      await using bench = await open();
      await bench.ledger.useNonce(token());
      await bench.ledger.recover(NOON + DAY + 1000);
      assert.equal(await bench.ledger.useNonce(token()), false);
      await bench.ledger.recover(NOON + DAY + 1001);
      assert.equal(await bench.ledger.useNonce(token()), true);
    });
  });
}
