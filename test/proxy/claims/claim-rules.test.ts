import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RewardsConfig } from '../../../src/proxy/index.ts';
import { setUp } from '../support/setup.ts';

const MEMBER = { memberId: '81234567890123456' };

describe('a window', () => {
  const opens = '2026-03-10T14:00:00+01:00';
  const closes = '2026-03-10T18:00:00Z';
  const actions = { event: { title: 'E', repeats: 'once', points: 1, remark: 'r', opens, closes } } as const;

  it('holds claims back before it opens and after it closes', async () => {
    await using setup = setUp({ config: { actions } });
    const early = await setup.claim('event', MEMBER);
    assert.equal(early.body['code'], 'not-open');
    assert.equal(early.body['opens'], '2026-03-10T13:00:00.000Z');
    assert.equal(early.body['closes'], '2026-03-10T18:00:00.000Z');
    setup.clock.now = Date.parse(closes);
    assert.equal((await setup.claim('event', MEMBER)).body['code'], 'closed');
    assert.equal(setup.calls.length, 0);
    setup.clock.now = Date.parse(opens);
    assert.equal((await setup.claim('event', MEMBER)).status, 201);
  });
});

describe('other rules of the ledger', () => {
  it('a rolling period and a minimum gap say when the next claim can be made', async () => {
    const actions = {
      rolling: { title: 'R', repeats: 'rolling', everyHours: 20, points: 1, remark: 'r' },
      gap: { title: 'G', repeats: 'daily', minimumGapHours: 18, points: 1, remark: 'r' },
    } as const;
    await using setup = setUp({ config: { actions } });
    await setup.claim('rolling', MEMBER);
    await setup.claim('gap', MEMBER);
    setup.clock.now += 13 * 3_600_000;
    for (const [action, at] of [
      ['rolling', '2026-03-11T08:00:00.000Z'],
      ['gap', '2026-03-11T06:00:00.000Z'],
    ] as const) {
      const { body } = await setup.claim(action, MEMBER);
      assert.equal(body['code'], 'already-claimed');
      assert.equal(body['nextClaimAt'], at);
    }
  });

  it('hours may have any fraction', async () => {
    const actions = {
      seventh: { title: 'S', repeats: 'rolling', everyHours: 1 / 7, points: 1, remark: 'r' },
      instant: { title: 'I', repeats: 'rolling', everyHours: 1e-9, points: 1, remark: 'r' },
      gap: { title: 'G', repeats: 'daily', minimumGapHours: 100 / 7, points: 1, remark: 'r' },
    } as const;
    await using setup = setUp({ config: { actions } });
    for (const [action, at] of [
      ['seventh', '2026-03-10T12:08:34.286Z'],
      ['instant', '2026-03-10T12:00:00.001Z'],
      ['gap', '2026-03-11T02:17:08.571Z'],
    ] as const) {
      const { status, body } = await setup.claim(action, MEMBER);
      assert.deepEqual([status, body['nextClaimAt']], [201, at]);
      assert.equal((await setup.claim(action, MEMBER)).status, 409);
    }
  });

  it('points follow the streak, by list or function, and stay at the last of the list', async () => {
    const actions: RewardsConfig['actions'] = {
      list: { title: 'L', repeats: 'daily', points: [1, 5], remark: 'r' },
      rule: { title: 'F', repeats: 'daily', points: (streak) => 100 * streak, remark: 'r' },
    };
    await using setup = setUp({ config: { actions } });
    const given = [];
    for (let day = 0; day < 3; day += 1) {
      await setup.claim('list', MEMBER);
      await setup.claim('rule', MEMBER);
      given.push(...setup.calls.splice(0).map(({ form }) => form['points']));
      setup.clock.now += 24 * 3_600_000;
    }
    assert.deepEqual(given, ['1', '100', '5', '200', '5', '300']);
  });

  it('a function that gives no positive whole number makes no call, and no claim', async () => {
    const points = (): number => 1.5;
    await using setup = setUp({ config: { actions: { bad: { title: 'B', repeats: 'daily', points, remark: 'r' } } } });
    const { body } = await setup.claim('bad', MEMBER);
    assert.equal(body['code'], 'internal');
    assert.equal(setup.calls.length, 0);
    assert.deepEqual(await setup.ledger.list({}), []);
    assert.match(JSON.stringify(setup.logs), /actions\.bad\.points gave no positive whole number for a streak of 1/);
  });

  it('a clock behind the newest claim stops claims and alerts the owner', async () => {
    await using setup = setUp();
    await setup.claim('daily', MEMBER);
    setup.clock.now -= 3_600_000;
    const { body } = await setup.claim('daily', { memberId: 'another' });
    assert.equal(body['code'], 'internal');
    const alert = setup.logs.find(({ level }) => level === 'error');
    assert.match(String(alert?.message), /set the clock right/);
    assert.equal(alert?.['behindMs'], 3_600_000);
    assert.equal(setup.calls.length, 1);
  });
});
