import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClaimRecord, Grant, GrantState, Ledger, ReserveRequest } from '../index.ts';
import { BY, GAP, HOUR, NOON, points, request, ROLE } from './requests.ts';
import { type Bench, grant, inDoubt, reserved, statesOf, takeUp } from './bench.ts';

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

/** A ledger that has lost such a claim, with another one that waits in its place, and the two pieces of news of the lost one. */
async function oneLost(open: () => Promise<Bench>) {
  await using source = await open();
  const news = await inPartThenWhole(source.ledger);
  const bench = await open();
  const { ledger } = bench;
  await ledger.restored(GAP, BY, NOON);
  const waiting = inDoubt(await ledger.reserve(wanted()));
  return { ...news, ledger, waiting, [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose]() };
}

/** A claim that waited for a decision, whose role was assigned by itself, and whose points an operator has released. */
async function releasedInPart(ledger: Ledger): Promise<string> {
  const id = inDoubt(await ledger.reserve(wanted()));
  assert.ok(await ledger.send(id, 0, wanted()));
  await ledger.settle(id, 0, { state: 'granted', echo: ROLE, evidence: null }, NOON);
  await ledger.resolve(id, { state: 'released', ...BY }, NOON);
  return id;
}

async function pointsOf(ledger: Ledger, id: string): Promise<GrantState | undefined> {
  return (await ledger.find(id))?.grants[1]?.state;
}

/** What a ledger makes of several pieces of news about one claim that it has lost, and of what was decided before any came. */
export function laterNews(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: what is brought back of one claim, one after the other`, () => {
    for (const decided of [false, true]) {
      const name = decided ? ', also where it was released, and tried in vain meanwhile' : '';
      it(`has points that were given later be given, where another claim waits for them${name}`, async () => {
        await using lost = await oneLost(open);
        const { ledger, part, whole, waiting } = lost;
        // That they were refused once decides nothing.
        assert.deepEqual((await ledger.adopt([part], BY, NOON)).decided, [part.id]);
        assert.deepEqual(await pointsOf(ledger, waiting), 'unknown');
        assert.equal((await ledger.reserve(wanted())).kind, 'held');
        if (decided) {
          await ledger.resolve(waiting, { state: 'released', ...BY }, NOON);
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

    it('tells of points that were given twice, though the role of the claim is that of the lost one', async () => {
      await using lost = await oneLost(open);
      const { ledger, part, whole, waiting } = lost;
      await ledger.adopt([part], BY, NOON);
      await ledger.resolve(waiting, { state: 'released', ...BY }, NOON);
      reserved(await takeUp(ledger, wanted()));
      await ledger.settle(waiting, 1, { state: 'granted', echo: points(7), evidence: null }, NOON);
      assert.deepEqual((await ledger.adopt([whole], BY, NOON)).twice, [part.id]);
    });

    for (const tried of [false, true]) {
      const name = tried ? ', and were tried in vain since' : '';
      it(`holds points that were released${name}, where they may have been given, and gives them where they were`, async () => {
        await using lost = await oneLost(open);
        const { ledger, part, whole, waiting } = lost;
        const news = whole.grants.map((one, index) => (index === 1 ? { ...one, state: 'unknown' as const } : one));
        const maybe = { ...whole, state: 'pending' as const, grants: news };
        await ledger.adopt([part], BY, NOON);
        await ledger.resolve(waiting, { state: 'released', ...BY }, NOON);
        if (tried) {
          reserved(await takeUp(ledger, wanted()));
          await ledger.settle(waiting, 1, { state: 'refused', evidence: { status: 429 } }, NOON);
        }
        assert.deepEqual((await ledger.adopt([maybe], BY, NOON)).decided, [part.id]);
        await ledger.recover(NOON + HOUR);
        assert.deepEqual(await pointsOf(ledger, waiting), 'unknown');
        assert.deepEqual((await ledger.adopt([maybe, part], BY, NOON)).known, [part.id, part.id]);
        // An operator may release them once more, which the same news does not undo.
        if (tried) {
          await ledger.resolve(waiting, { state: 'released', ...BY }, NOON);
          assert.deepEqual((await ledger.adopt([maybe], BY, NOON)).known, [part.id]);
          assert.deepEqual(await pointsOf(ledger, waiting), 'released');
        }
        assert.deepEqual((await ledger.adopt([whole], BY, NOON)).decided, [part.id]);
        assert.deepEqual(await statesOf(ledger, [waiting]), ['granted']);
        assert.equal(await ledger.pointsHeld({ action: 'daily' }), 7);
      });
    }

    for (const settled of [{ state: 'granted', echo: points(7) }, { state: 'unknown' }] as const) {
      it(`tells of points that were given, or may have been, once more (${settled.state}), as an operator had released what may have been given`, async () => {
        await using lost = await oneLost(open);
        const { ledger, part, whole, waiting } = lost;
        const news = whole.grants.map((one, index) => (index === 1 ? { ...one, state: 'unknown' as const } : one));
        const maybe = { ...whole, state: 'pending' as const, grants: news };
        assert.deepEqual((await ledger.adopt([part, maybe], BY, NOON)).decided, [part.id]);
        await ledger.resolve(waiting, { state: 'released', ...BY }, NOON);
        assert.deepEqual((await ledger.adopt([maybe], BY, NOON)).decided, [part.id]);
        await ledger.recover(NOON + HOUR);
        await ledger.resolve(waiting, { state: 'released', ...BY }, NOON);
        reserved(await takeUp(ledger, wanted()));
        await ledger.settle(waiting, 1, { ...settled, evidence: null }, NOON);
        assert.deepEqual((await ledger.adopt([maybe, part], BY, NOON)).known, [part.id, part.id]);
        for (const _ of [1, 2]) assert.deepEqual((await ledger.adopt([whole], BY, NOON)).twice, [part.id]);
      });
    }

    it('calls nobody paid twice whose points were refused before they were lost', async () => {
      await using lost = await oneLost(open);
      const { ledger, part, waiting } = lost;
      await ledger.resolve(waiting, { state: 'released', ...BY }, NOON);
      await grant(ledger, wanted());
      assert.deepEqual(await ledger.adopt([part], BY, NOON), { added: [], known: [part.id], decided: [], twice: [] });
    });

    it('calls nobody paid twice whose points were never sent before they were lost', async () => {
      await using lost = await open();
      const unsent = reserved(await lost.ledger.reserve(wanted()));
      await using bench = await open();
      await grant(bench.ledger, wanted());
      assert.deepEqual((await bench.ledger.adopt([unsent], BY, NOON)).known, [unsent.id]);
    });

    it('holds points once more that were released, where they were sent once more before they were lost, and may have been given by that', async () => {
      await using lost = await oneLost(open);
      const { ledger, part, whole, waiting } = lost;
      const sent = (attempts: number): ClaimRecord => ({
        ...whole,
        state: 'pending',
        grants: whole.grants.map((one, index) => (index === 1 ? { ...one, state: 'unknown', attempts } : one)),
      });
      await ledger.adopt([part], BY, NOON);
      for (const attempts of [1, 2]) {
        await ledger.resolve(waiting, { state: 'released', ...BY }, NOON);
        assert.deepEqual((await ledger.adopt([sent(attempts)], BY, NOON)).decided, [whole.id]);
        await ledger.recover(NOON + HOUR);
        assert.deepEqual(await pointsOf(ledger, waiting), 'unknown');
        assert.deepEqual((await ledger.adopt([sent(2)], BY, NOON)).known, [whole.id]);
      }
      await ledger.resolve(waiting, { state: 'released', ...BY }, NOON);
      assert.deepEqual((await ledger.adopt([sent(1), sent(2)], BY, NOON)).known, [whole.id, whole.id]);
      assert.deepEqual(await pointsOf(ledger, waiting), 'released');
    });

    for (const [said, state] of [
      ['that it gave them', 'granted'],
      ['nothing certain', 'unknown'],
    ] as const) {
      it(`holds points that an operator released, and for which the service said ${said} when the lost claim was made`, async () => {
        await using bench = await open();
        const { ledger } = bench;
        await using source = await open();
        const { id } = reserved(await source.ledger.reserve(wanted()));
        await source.ledger.settle(id, 0, { state: 'granted', echo: ROLE, evidence: null }, NOON);
        assert.ok(await source.ledger.send(id, 1, wanted()));
        const lost = await source.ledger.settle(id, 1, { state, evidence: null }, NOON);
        await ledger.restored(GAP, BY, NOON);
        const waiting = await releasedInPart(ledger);
        assert.deepEqual((await ledger.adopt([lost], BY, NOON)).decided, [id]);
        await ledger.recover(NOON + HOUR);
        assert.deepEqual(await pointsOf(ledger, waiting), state);
        assert.equal((await ledger.reserve(wanted())).kind, 'held');
        assert.equal(await ledger.pointsHeld({ action: 'daily' }), 7);
        // Where that is decided once more, it stays so.
        await ledger.resolve(waiting, { state: 'released', ...BY }, NOON);
        assert.deepEqual((await ledger.adopt([lost], BY, NOON)).known, [id]);
        assert.deepEqual(await pointsOf(ledger, waiting), state === 'granted' ? 'granted' : 'released');
      });
    }

    it('has points be given that an operator released here, and another one called given in the ledger that was lost', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      for (const one of [ledger, source.ledger]) await one.restored(GAP, BY, NOON);
      const id = inDoubt(await source.ledger.reserve(wanted()));
      const lost = await source.ledger.resolve(id, { state: 'granted', ...BY }, NOON);
      assert.ok(lost);
      const waiting = await releasedInPart(ledger);
      assert.deepEqual((await ledger.adopt([lost], BY, NOON)).decided, [id]);
      assert.deepEqual(await statesOf(ledger, [waiting]), ['granted']);
    });

    it('takes a refusal of before for no decision on points that wait, and the release of an operator for one', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const { id } = reserved(await ledger.reserve(wanted(NOON - HOUR)));
      await ledger.settle(id, 0, { state: 'granted', echo: ROLE, evidence: null }, NOON - HOUR);
      assert.ok(await ledger.send(id, 1, wanted(NOON - HOUR)));
      const refused = await ledger.settle(id, 1, { state: 'refused', evidence: { status: 429 } }, NOON - HOUR);
      await ledger.restored(GAP, BY, NOON);
      assert.equal(inDoubt(await takeUp(ledger, wanted())), id);
      assert.deepEqual((await ledger.adopt([refused], BY, NOON)).known, [id]);
      assert.deepEqual(await pointsOf(ledger, id), 'unknown');
      // Another ledger has the same doubt, which was decided there.
      const grants = refused.grants.map((one, index) => (index === 1 ? { ...one, state: 'released' as const } : one));
      const decided = { ...refused, grants, updatedAt: NOON + HOUR };
      assert.deepEqual((await ledger.adopt([decided], BY, NOON + HOUR)).decided, [id]);
      assert.deepEqual(await pointsOf(ledger, id), 'released');
    });

    it('is taken up by the key that had named it, though a log brought it back first, which names nobody', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const { part } = await inPartThenWhole(source.ledger);
      const other = reserved(await ledger.reserve(request({ action: 'another' })));
      await ledger.settle(other.id, 0, { state: 'granted', evidence: null }, NOON);
      await ledger.forget(part.memberId, NOON);
      const memberId = (await ledger.find(other.id))?.memberId ?? '';
      const idempotency = { key: 'press', fingerprint: 'a' };
      for (const lost of [
        { ...part, memberId },
        { ...part, idempotencyKeys: [idempotency] },
      ]) {
        await ledger.adopt([lost], BY, NOON);
      }
      assert.equal(reserved(await takeUp(ledger, { ...wanted(), idempotency })).id, part.id);
      assert.equal((await ledger.reserve({ ...wanted(), idempotency })).kind, 'replayed');
    });

    it('settles nobody who waits where it does not tell what became of it', async () => {
      await using bench = await open();
      const { ledger } = bench;
      await using source = await open();
      const { id } = reserved(await source.ledger.reserve(request()));
      const lost = await source.ledger.settle(id, 0, { state: 'unknown', evidence: null }, NOON);
      await ledger.restored(GAP, BY, NOON);
      const waiting = inDoubt(await ledger.reserve(request()));
      assert.deepEqual(await ledger.adopt([lost], BY, NOON), { added: [], known: [id], decided: [], twice: [] });
      assert.deepEqual(await statesOf(ledger, [waiting]), ['pending']);
    });
  });
}
