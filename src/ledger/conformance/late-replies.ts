import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClaimRecord, GrantState, Ledger, Settlement } from '../index.ts';
import { DAY, giving, HOUR, NOON, POINTS, request, ROLE } from './requests.ts';
import { type Bench, reserved, takeUp } from './bench.ts';

const LATER = NOON + DAY;
const GRANTED: Settlement = { state: 'granted', attempt: 1, echo: POINTS, evidence: { status: 200 } };
const REFUSED: Settlement = { state: 'refused', attempt: 1, evidence: { status: 422 } };
const RELEASED: Settlement = { state: 'released', attempt: 1, evidence: { failure: 'connect ECONNREFUSED' } };
const UNKNOWN: Settlement = { state: 'unknown', attempt: 1, evidence: { failure: 'read ECONNRESET' } };

/** A claim whose call outlived its deadline. */
async function overtaken(ledger: Ledger, wanted = request()): Promise<ClaimRecord> {
  const { id } = reserved(await ledger.reserve(wanted));
  const [claim] = await ledger.recover(LATER);
  assert.equal(claim?.id, id);
  return claim;
}

async function resolved(ledger: Ledger, state: 'granted' | 'released', wanted = request()): Promise<ClaimRecord> {
  const { id } = await overtaken(ledger, wanted);
  const claim = await ledger.resolve(id, { state, who: 'ada', why: 'looked' }, LATER);
  assert.ok(claim);
  return claim;
}

const statesOf = ({ grants }: ClaimRecord): GrantState[] => grants.map(({ state }) => state);

/** What every ledger makes of a reply that comes, or can be recorded, only when the claim has gone on. */
export function lateReplies(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: a reply that is recorded after recovery`, () => {
    for (const [settlement, state, seats] of [
      [GRANTED, 'granted', 1],
      [REFUSED, 'refused', 0],
      [RELEASED, 'released', 0],
      [UNKNOWN, 'unknown', 1],
    ] as const) {
      it(`makes the claim ${state}, and takes or gives back its seat accordingly`, async () => {
        await using bench = await open();
        const { id } = await overtaken(bench.ledger);
        const claim = await bench.ledger.settle(id, 0, settlement, LATER);
        assert.deepEqual(statesOf(claim), [state]);
        assert.deepEqual(await bench.ledger.find(id), claim);
        assert.equal(await bench.ledger.seatsTaken('daily'), seats);
        assert.equal(await bench.ledger.pointsHeld({}), 10 * seats);
        const last = (await bench.ledger.history(id)).at(-1);
        assert.equal(last?.cause, state === 'unknown' ? 'deadline' : 'reply');
      });
    }

    for (const decision of ['granted', 'released', null] as const) {
      const then = decision === null ? 'recovered' : `recovered and ${decision}`;
      it(`says the same whether the claim was ${then} by the process that made it or by another`, async () => {
        await using bench = await open();
        const ledgers = [bench.ledger, await bench.other()];
        const own = reserved(await bench.ledger.reserve(request({ memberId: 'own' })));
        const others = reserved(await bench.ledger.reserve(request({ memberId: 'others' })));
        for (const [index, { id }] of [own, others].entries()) {
          /* oxlint-disable no-await-in-loop -- one after the other */
          await ledgers[index]?.recover(LATER);
          if (decision) await ledgers[index]?.resolve(id, { state: decision, who: 'ada', why: 'looked' }, LATER);
          const settled = await bench.ledger.settle(id, 0, GRANTED, LATER);
          assert.deepEqual(statesOf(settled), [decision ?? 'granted']);
          assert.deepEqual(await bench.ledger.find(id), settled);
          /* oxlint-enable no-await-in-loop */
        }
        const causes = async ({ id }: ClaimRecord) => (await bench.ledger.history(id)).map(({ cause }) => cause);
        assert.deepEqual(await causes(own), await causes(others));
      });
    }

    it('counts once, however often it is recorded', async () => {
      await using bench = await open();
      const { id } = await overtaken(bench.ledger);
      const claim = await bench.ledger.settle(id, 0, REFUSED, LATER);
      assert.deepEqual(await bench.ledger.settle(id, 0, REFUSED, LATER + HOUR), claim);
      assert.equal(await bench.ledger.seatsTaken('daily'), 0);
      assert.equal((await bench.ledger.history(id)).length, 3);
    });

    it('of a role says nothing of a later sending, but for that it has been assigned', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const { id } = await overtaken(ledger, request(giving(ROLE)));
      assert.ok(await ledger.send(id, 0, { now: LATER, deadline: LATER + HOUR }));
      assert.deepEqual(statesOf(await ledger.settle(id, 0, REFUSED, LATER)), ['sent']);
      assert.deepEqual(statesOf(await ledger.settle(id, 0, RELEASED, LATER)), ['sent']);
      const other = { ...GRANTED, echo: { ...ROLE, roleId: '1' } };
      assert.deepEqual(statesOf(await ledger.settle(id, 0, other, LATER)), ['sent']);
      assert.deepEqual(statesOf(await ledger.settle(id, 0, { ...GRANTED, echo: ROLE }, LATER)), ['granted']);
      const second = { ...UNKNOWN, attempt: 2 };
      assert.deepEqual(statesOf(await ledger.settle(id, 0, second, LATER)), ['granted']);
    });
  });

  describe(`${store}: a reply that an operator's decision contradicts`, () => {
    const late = async (ledger: Ledger, id: string) =>
      (await ledger.history(id))
        .slice(3)
        .map(({ grant, from, to, cause, evidence }) => ({ grant, from, to, cause, evidence }));

    for (const [decision, settlement, cause] of [
      ['released', GRANTED, 'reply: too late: granted'],
      ['granted', REFUSED, 'reply: too late: refused'],
      ['granted', RELEASED, 'reply: too late: released'],
    ] as const) {
      it(`changes nothing of what was ${decision}, and stands in the history once: ${settlement.state}`, async () => {
        await using bench = await open();
        const { ledger } = bench;
        const claim = await resolved(ledger, decision);
        assert.deepEqual(await ledger.settle(claim.id, 0, settlement, LATER), claim);
        assert.deepEqual(await ledger.settle(claim.id, 0, settlement, LATER + HOUR), claim);
        assert.deepEqual(await ledger.find(claim.id), claim);
        const { evidence } = settlement;
        assert.deepEqual(await late(ledger, claim.id), [{ grant: 0, from: decision, to: decision, cause, evidence }]);
      });
    }

    for (const [decision, settlement] of [
      ['granted', GRANTED],
      ['released', REFUSED],
      ['released', RELEASED],
      ['released', UNKNOWN],
    ] as const) {
      it(`does not: ${settlement.state} after ${decision}`, async () => {
        await using bench = await open();
        const { id } = await resolved(bench.ledger, decision);
        await bench.ledger.settle(id, 0, settlement, LATER);
        assert.deepEqual(await late(bench.ledger, id), []);
      });
    }

    it('stands there too where the member has claimed anew, of which it says nothing', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const first = await resolved(ledger, 'released');
      const second = reserved(await ledger.reserve(request()));
      await ledger.settle(first.id, 0, GRANTED, LATER);
      assert.equal((await late(ledger, first.id)).length, 1);
      assert.deepEqual(await ledger.find(second.id), second);
      assert.equal(await ledger.seatsTaken('daily'), 1);
    });

    for (const [name, grants, states] of [
      ['sent again', [POINTS, ROLE], ['sent', 'granted']],
      ['given no more', [ROLE], ['granted']],
    ] as const) {
      it(`stands there too where what was released is ${name}`, async () => {
        await using bench = await open();
        const { ledger } = bench;
        const wanted = request(giving(POINTS, ROLE));
        const { id } = reserved(await ledger.reserve(wanted));
        assert.ok(await ledger.send(id, 1, { now: NOON, deadline: LATER }));
        await ledger.settle(id, 1, { state: 'granted', echo: ROLE, evidence: null }, NOON);
        await ledger.recover(LATER);
        await ledger.resolve(id, { state: 'released', who: 'ada', why: 'looked' }, LATER);
        reserved(await takeUp(ledger, request({ grants: [...grants], deadline: LATER })));
        assert.deepEqual(statesOf(await ledger.settle(id, 0, GRANTED, LATER)), states);
        assert.equal((await ledger.history(id)).at(-1)?.cause, 'reply: too late: granted');
        assert.deepEqual(statesOf(await ledger.settle(id, 0, REFUSED, LATER)), states);
      });
    }
  });
}
