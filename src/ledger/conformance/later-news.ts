import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClaimRecord, Grant, Ledger, ReserveRequest } from '../index.ts';
import { BY, GAP, NOON, points, request, ROLE } from './requests.ts';
import { type Bench, inDoubt, reserved, statesOf, takeUp } from './bench.ts';

const BOTH: Grant[] = [ROLE, points(7)];
const wanted = (now = NOON): ReserveRequest => request({ now, grants: BOTH });

/** A claim of a role and points, of which the points were refused; and the same once they were given as well. */
async function inPartThenWhole(ledger: Ledger): Promise<{ part: ClaimRecord; whole: ClaimRecord }> {
  const { id } = reserved(await ledger.reserve(wanted()));
  await ledger.settle(id, 0, { state: 'granted', echo: ROLE, evidence: null }, NOON);
  assert.ok(await ledger.send(id, 1, wanted()));
  const part = await ledger.settle(id, 1, { state: 'refused', evidence: { status: 429 } }, NOON);
  reserved(await takeUp(ledger, wanted()));
  const whole = await ledger.settle(id, 1, { state: 'granted', echo: points(7), evidence: null }, NOON);
  return { part, whole };
}

/** What a ledger makes of several pieces of news about one claim that it has lost, and of what was decided before any came. */
export function laterNews(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: what is brought back of one claim, one after the other`, () => {
    for (const decided of [false, true]) {
      const name = decided ? ', though it was looked at in vain meanwhile' : '';
      it(`has points that were given later be given, where another claim waited for them${name}`, async () => {
        await using bench = await open();
        const { ledger } = bench;
        await using source = await open();
        const { part, whole } = await inPartThenWhole(source.ledger);
        await ledger.restored(GAP, BY, NOON);
        const waiting = inDoubt(await ledger.reserve(wanted()));
        assert.deepEqual((await ledger.adopt([part], BY, NOON)).decided, [part.id]);
        assert.deepEqual(await statesOf(ledger, [waiting]), ['released']);
        if (decided) {
          reserved(await takeUp(ledger, wanted()));
          await ledger.settle(waiting, 1, { state: 'refused', evidence: { status: 429 } }, NOON);
        }
        assert.deepEqual((await ledger.adopt([whole], BY, NOON)).decided, [part.id]);
        assert.deepEqual(await statesOf(ledger, [waiting]), ['granted']);
        assert.equal((await ledger.reserve(wanted())).kind, 'held');
        assert.equal(await ledger.pointsHeld({ action: 'daily' }), 7);
        // The first may come once more.
        assert.deepEqual((await ledger.adopt([whole, part], BY, NOON)).known, [part.id, part.id]);
        assert.deepEqual(await statesOf(ledger, [waiting]), ['granted']);
      });
    }
  });
}
