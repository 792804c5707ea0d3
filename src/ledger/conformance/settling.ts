import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Grant, GrantState, Ledger } from '../index.ts';
import { DAY, giving, NOON, POINTS, request, ROLE } from './requests.ts';
import { type Bench, reserved } from './bench.ts';

const SECOND_ROLE: Grant = { kind: 'role', roleId: '112233445566778899', roleName: 'Helper', remark: 'Signed up' };

async function statesOf(ledger: Ledger, id: string): Promise<GrantState[] | undefined> {
  return (await ledger.find(id))?.grants.map(({ state }) => state);
}

/** Settles a grant as it is; one that is granted echoes its order. */
function settle(ledger: Ledger, id: string, grant: number, state: 'granted' | 'refused' | 'released' | 'unknown') {
  return ledger.settle(id, grant, { state, evidence: { status: 200, grant } }, NOON);
}

/** What every ledger makes of the ends that calls come to. */
export function settling(store: string, open: () => Promise<Bench>): void {
  describe(`${store}: the evidence of a call`, () => {
    it('is kept with its grant, also while the grant is sent again', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const { id } = reserved(await ledger.reserve(request(giving(ROLE))));
      await ledger.settle(id, 0, { state: 'unknown', evidence: { failure: 'reset' } }, NOON);
      assert.deepEqual((await ledger.find(id))?.grants[0]?.evidence, { failure: 'reset' });
      assert.ok(await ledger.send(id, 0, request()));
      assert.deepEqual((await ledger.find(id))?.grants[0]?.evidence, { failure: 'reset' });
    });

    it('is not made by a sending that comes after others unawares', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const { id } = reserved(await ledger.reserve(request(giving(ROLE))));
      const second = { ...request(), attempt: 2 };
      await settle(ledger, id, 0, 'unknown');
      assert.ok(await ledger.send(id, 0, second));
      await settle(ledger, id, 0, 'unknown');
      assert.equal(await ledger.send(id, 0, second), false);
      assert.deepEqual(await statesOf(ledger, id), ['unknown']);
      assert.ok(await ledger.send(id, 0, { ...second, attempt: 3 }));
    });

    it('goes with a count of how often the grant was sent', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const { id } = reserved(await ledger.reserve(request(giving(POINTS, ROLE))));
      const attempts = async () => (await ledger.find(id))?.grants.map((grant) => grant.attempts);
      assert.deepEqual(await attempts(), [1, 0]);
      assert.ok(await ledger.send(id, 1, request()));
      await settle(ledger, id, 1, 'unknown');
      assert.deepEqual(await attempts(), [1, 1]);
      assert.ok(await ledger.send(id, 1, request()));
      await settle(ledger, id, 0, 'granted');
      assert.deepEqual(await attempts(), [1, 2]);
    });

    it('cannot be given for a grant that there is not', async () => {
      await using bench = await open();
      const { id } = reserved(await bench.ledger.reserve(request()));
      const missing = (what: string) => (error: unknown) => error instanceof RangeError && error.message === what;
      await assert.rejects(settle(bench.ledger, 'none', 0, 'granted'), missing('claim none has no grant 0'));
      await assert.rejects(settle(bench.ledger, id, 1, 'granted'), missing(`claim ${id} has no grant 1`));
    });
  });

  describe(`${store}: a claim of which a part did not happen`, () => {
    for (const state of ['refused', 'released'] as const) {
      it(`is taken up again for what was ${state}`, async () => {
        await using bench = await open();
        const { ledger } = bench;
        const wanted = request(giving(POINTS, ROLE));
        const { id } = reserved(await ledger.reserve(wanted));
        await settle(ledger, id, 0, 'granted');
        assert.ok(await ledger.send(id, 1, wanted));
        await settle(ledger, id, 1, state);
        assert.equal(reserved(await ledger.reserve(wanted)).id, id);
        assert.deepEqual(await statesOf(ledger, id), ['granted', 'sent']);
      });
    }

    it('is taken up with one grant to be sent at once, and the others after it', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const wanted = request(giving(POINTS, ROLE, SECOND_ROLE));
      const { id } = reserved(await ledger.reserve(wanted));
      await settle(ledger, id, 0, 'granted');
      for (const grant of [1, 2]) {
        assert.ok(await ledger.send(id, grant, wanted));
        await settle(ledger, id, grant, 'refused');
      }
      const again = reserved(await ledger.reserve(wanted));
      assert.deepEqual(
        again.grants.map(({ state }) => state),
        ['granted', 'sent', 'reserved'],
      );
      assert.deepEqual(await statesOf(ledger, id), ['granted', 'sent', 'reserved']);
    });

    it('is not taken up while another part is open', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const wanted = request(giving(POINTS, ROLE));
      const { id } = reserved(await ledger.reserve(wanted));
      await settle(ledger, id, 0, 'refused');
      assert.equal((await ledger.reserve(wanted)).kind, 'held');
      assert.ok(await ledger.send(id, 1, wanted));
      await settle(ledger, id, 1, 'unknown');
      assert.equal((await ledger.reserve(wanted)).kind, 'held');
      assert.deepEqual(await statesOf(ledger, id), ['refused', 'unknown']);
    });
  });

  describe(`${store}: a seat`, () => {
    it('is given back by a role that did not happen', async () => {
      await using bench = await open();
      const { id } = reserved(await bench.ledger.reserve(request(giving(ROLE))));
      assert.equal(await bench.ledger.seatsTaken('daily'), 1);
      await settle(bench.ledger, id, 0, 'refused');
      assert.equal(await bench.ledger.seatsTaken('daily'), 0);
    });
  });

  describe(`${store}: recovery`, () => {
    it('leaves what is settled, and what is still within its deadline', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const { id } = reserved(await ledger.reserve(request(giving(POINTS, ROLE, SECOND_ROLE))));
      await settle(ledger, id, 0, 'granted');
      assert.ok(await ledger.send(id, 1, { now: NOON, deadline: NOON + 20_000 }));
      await ledger.recover(NOON + 20_000);
      assert.deepEqual(await statesOf(ledger, id), ['granted', 'sent', 'released']);
      await ledger.recover(NOON + 20_001);
      assert.deepEqual(await statesOf(ledger, id), ['granted', 'unknown', 'released']);
    });

    it('names the roles that may be assigned again, oldest first, until they were often enough', async () => {
      await using bench = await open();
      const { ledger } = bench;
      const ids: string[] = [];
      for (const [place, grants] of [[ROLE], [POINTS], [POINTS, ROLE], [ROLE]].entries()) {
        const wanted = request({ memberId: `member-${place}`, now: NOON + place, ...giving(...grants) });
        ids.push(reserved(await ledger.reserve(wanted)).id);
      }
      const [first = '', , third = '', last = ''] = ids;
      assert.ok(await ledger.send(third, 1, request()));
      await ledger.recover(NOON + DAY);
      const named = async (maxAttempts: number) => (await ledger.retryable(maxAttempts)).map(({ id }) => id);
      assert.deepEqual(await named(2), [first, third, last]);
      assert.deepEqual(await named(1), []);
      assert.ok(await ledger.send(first, 0, { now: NOON + DAY, deadline: NOON + DAY }));
      await settle(ledger, first, 0, 'unknown');
      assert.deepEqual(await named(2), [third, last]);
      assert.deepEqual(await named(3), [first, third, last]);
    });

    it('names those of one service, however many others have', async () => {
      await using bench = await open();
      const { ledger } = bench;
      for (const place of Array.from({ length: 25 }).keys()) {
        const service = place < 24 ? 'former' : 'current';
        await ledger.reserve(request({ memberId: `member-${place}`, now: NOON + place, service, ...giving(ROLE) }));
      }
      await ledger.recover(NOON + DAY);
      const named = await ledger.retryable(1, 'current');
      assert.deepEqual(named, []);
      const members = (await ledger.retryable(2, 'current')).map(({ memberId }) => memberId);
      assert.deepEqual(members, ['member-24']);
      assert.deepEqual(await ledger.retryable(2, 'none'), []);
    });
  });

  describe(`${store}: an operator's decision`, () => {
    it('that it did not happen leaves no echo', async () => {
      await using bench = await open();
      const { id } = reserved(await bench.ledger.reserve(request()));
      await bench.ledger.recover(NOON + DAY);
      const decided = await bench.ledger.resolve(id, { state: 'released', who: 'ada', why: 'checked' }, NOON + DAY);
      assert.deepEqual(
        decided?.grants.map(({ state, echo }) => [state, echo]),
        [['released', null]],
      );
    });

    it('changes nothing of a claim of which all is known', async () => {
      await using bench = await open();
      const { id } = reserved(await bench.ledger.reserve(request()));
      const settled = await settle(bench.ledger, id, 0, 'refused');
      const decision = { state: 'granted', who: 'ada', why: 'by mistake' } as const;
      assert.deepEqual(await bench.ledger.resolve(id, decision, NOON + DAY), settled);
      assert.deepEqual(await bench.ledger.find(id), settled);
    });
  });
}
