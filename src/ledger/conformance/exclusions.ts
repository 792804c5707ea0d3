import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReserveRequest } from '../index.ts';
import { type Bench, grant, reserved, takeUp } from './bench.ts';
import { DAY, NOON, POINTS, request, ROLE } from './requests.ts';

type Change = Parameters<typeof request>[0];

/** A claim of an action that is closed to members who have claimed the other one so often, and the other way round. */
function either(
  action: 'tea' | 'coffee',
  { claims = 1, ...change }: Change & { claims?: number } = {},
): ReserveRequest {
  const other = action === 'tea' ? 'coffee' : 'tea';
  return request({ action, excludes: [{ action: other, claims }], ...change });
}

const TEA = { kind: 'excluded', action: 'tea' };

/** What a member may not have claimed as well, on every ledger. */
export function excluding(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: what excludes another action`, () => {
    it('is one of both, however closely one member claims them', async () => {
      await using bench = await open();
      const [one, two] = [bench.ledger, await bench.other()];
      for (let round = 0; round < 20; round += 1) {
        const memberId = `12345678901234567${round}`;
        const asked = [one.reserve(either('tea', { memberId })), two.reserve(either('coffee', { memberId }))];
        // oxlint-disable-next-line no-await-in-loop -- each pair by itself, as close as can be
        const reservations = await Promise.all(asked);
        assert.deepEqual(new Set(reservations.map(({ kind }) => kind)), new Set(['reserved', 'excluded']));
      }
    });

    it('is free again where the other came to nothing, and for everybody else', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const tea = reserved(await ledger.reserve(either('tea')));
      assert.deepEqual(await ledger.reserve(either('coffee')), TEA);
      assert.equal((await ledger.reserve(either('coffee', { memberId: '99999' }))).kind, 'reserved');
      await ledger.settle(tea.id, 0, { state: 'unknown', evidence: null }, NOON);
      assert.deepEqual(await ledger.reserve(either('coffee')), TEA);
      await ledger.resolve(tea.id, { state: 'released', who: 'ada', why: 'seen' }, NOON);
      assert.equal((await ledger.reserve(either('coffee'))).kind, 'reserved');
    });

    it('counts claims of all periods, as many as it names', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await grant(ledger, request({ action: 'tea' }));
      await grant(ledger, request({ action: 'tea', memberId: '99999', now: NOON + DAY }));
      await grant(ledger, request({ action: 'tea', now: NOON + DAY }));
      const later = { claims: 2, now: NOON + 2 * DAY };
      assert.deepEqual(await ledger.reserve(either('coffee', later)), TEA);
      assert.equal((await ledger.reserve(either('coffee', { ...later, memberId: '99999' }))).kind, 'reserved');
      assert.equal((await ledger.reserve(either('coffee', { ...later, claims: 3 }))).kind, 'reserved');
    });

    it('takes nothing where it is in the way, and a later try with the same key is a new one', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const tea = reserved(await ledger.reserve(either('tea')));
      const uses = [{ id: 'token', expiresAt: NOON + DAY }];
      const wanted = { uses, caps: { capacity: 1 }, idempotency: { key: 'k', fingerprint: 'f' } };
      assert.deepEqual(await ledger.reserve(either('coffee', wanted)), TEA);
      assert.equal(await ledger.seatsTaken('coffee'), 0);
      await ledger.settle(tea.id, 0, { state: 'refused', evidence: null }, NOON);
      assert.equal((await ledger.reserve(either('coffee', wanted))).kind, 'reserved');
    });

    it('knows a member who was forgotten', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await grant(ledger, request({ action: 'tea', rule: { repeats: 'once' } }));
      await ledger.forget('123456789012345678', NOON);
      assert.deepEqual(await ledger.reserve(either('coffee')), TEA);
    });

    it('says so of a claim that could be taken up again, too, and not of one that is held', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const both = either('coffee', { grants: [POINTS, ROLE] });
      const half = reserved(await ledger.reserve(both));
      await ledger.settle(half.id, 0, { state: 'granted', echo: POINTS, evidence: null }, NOON);
      assert.ok(await ledger.send(half.id, 1, both));
      await ledger.settle(half.id, 1, { state: 'refused', evidence: null }, NOON);
      await grant(ledger, request({ action: 'tea' }));
      assert.deepEqual(await ledger.reserve(either('coffee', { grants: [POINTS, ROLE] })), TEA);
      await takeUp(ledger, request({ action: 'coffee', grants: [POINTS, ROLE] }));
      assert.equal((await ledger.reserve(either('coffee', { grants: [POINTS, ROLE] }))).kind, 'held');
    });
  });
}
