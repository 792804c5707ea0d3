import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ledger } from '../../../src/ledger/index.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { grant, reset, type Script } from '../support/transport.ts';
import { provedBy, proving, refusesAll, type VerifyInput } from './proving.ts';

describe('a prerequisite', () => {
  const THREE = { type: 'prerequisite', action: 'daily', claims: 3 } as const;
  const DAY = 86_400_000;

  it('holds once the other action was granted so often, and tells until then how far it is', async () => {
    await using setup = proving(THREE);
    for (const done of [0, 1, 2]) {
      const { status, body } = await setup.tour();
      assert.deepEqual([status, body['code'], body['progress']], [403, 'not-proved', { done, of: 3 }]);
      assert.equal((await setup.claim('daily', { memberId: 'ann' })).status, 201);
      setup.clock.now += DAY;
    }
    assert.equal((await setup.tour()).status, 201);
    assert.deepEqual(await provedBy(setup), { proofs: [{ type: 'prerequisite', action: 'daily', claims: 3 }] });
  });

  it('counts nothing that was not granted, and nobody else’s', async () => {
    let isRefused = false;
    await using setup = proving(
      { type: 'prerequisite', action: 'daily' },
      {
        script: (call) => ({
          status: 200,
          headers: { get: () => null },
          body: JSON.stringify(
            isRefused
              ? { code: 1001, error: 'no' }
              : { code: 0, error: '', ts: 1, data: { ...call.form, points: Number(call.form['points']) } },
          ),
          complete: true,
        }),
      },
    );
    await setup.claim('daily', { memberId: 'bob' });
    isRefused = true;
    assert.equal((await setup.claim('daily', { memberId: 'ann' })).status, 422);
    assert.equal((await setup.tour()).body['code'], 'not-proved');
    isRefused = false;
    assert.equal((await setup.tour(undefined, 'bob')).status, 201);
  });

  it('is open while a claim of the other action is under way, or nobody knows what became of it', async () => {
    const { promise, resolve: cut } = Promise.withResolvers<void>();
    const script: Script = async (call, count) => {
      if (count > 1) return grant(call, count);
      await promise;
      return reset(call, count);
    };
    const once = { title: 'Early', repeats: 'once', points: 9, remark: 'Early' } as const;
    const early = { type: 'prerequisite', action: 'early' } as const;
    for (const verify of [early, { not: early }, { any: [early, { not: early }] }]) {
      await using setup = proving(verify, { script, config: { actions: { early: once } } });
      const claiming = setup.claim('early', { memberId: 'ann' });
      while (setup.calls.length === 0) await new Promise(setImmediate);
      const open = async () => {
        const { status, body } = await setup.tour();
        assert.deepEqual([status, body['code'], body['retryAfter']], [409, 'not-yet', 30]);
      };
      await open();
      cut();
      const { status, body } = await claiming;
      assert.equal(status, 202);
      await open();
      assert.equal((await setup.tour(undefined, 'bob')).status, verify === early ? 403 : 201);
      const decision = { state: 'released', who: 'ada', why: 'seen' } as const;
      await setup.ledger.resolve(String(body['id']), decision, setup.clock.now);
      assert.equal((await setup.tour()).status, verify === early ? 403 : 201);
    }
  });

  it('within not is not proved by what is claimed after it was asked', async () => {
    const early = { type: 'prerequisite', action: 'early' } as const;
    const daily = { type: 'prerequisite', action: 'daily' } as const;
    const forms: VerifyInput[] = [
      { not: early, refusal: 'One of both.' },
      { not: { any: [daily, early] } },
      { all: [{ not: daily }, { not: early }] },
      { any: [daily, { not: early }] },
      { not: { not: { not: early } } },
    ];
    for (const verify of forms) {
      let meanwhile: (() => Promise<unknown>) | undefined;
      const inner = sqliteLedger(':memory:');
      const reserve: Ledger['reserve'] = async (request) => {
        if (request.action === 'tour') await meanwhile?.();
        return inner.reserve(request);
      };
      const once = { title: 'Early', repeats: 'once', points: 9, remark: 'Early' } as const;
      await using setup = proving(verify, { ledger: { ...inner, reserve }, config: { actions: { early: once } } });
      meanwhile = async () => assert.equal((await setup.claim('early', { memberId: 'ann' })).status, 201);
      const { status, body } = await setup.tour();
      assert.deepEqual([status, body['code'], body['retryAfter']], [409, 'not-yet', 30]);
      meanwhile = undefined;
      assert.equal((await setup.tour()).body['code'], 'not-proved');
      assert.equal((await setup.tour(undefined, 'bob')).status, 201);
      assert.equal(setup.calls.length, 2);
    }
  });

  refusesAll({ type: 'prerequisite', action: 'daily' }, [
    ['somebody who has claimed nothing'],
    ['somebody who says so in a field', { daily: true }],
    ['somebody who says how often', { claims: 3 }],
    ['an id with a wildcard', undefined, 'a:n'],
    ['the name of the action as an id', undefined, 'daily'],
  ]);
});
