import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import type { RewardsConfig } from '../../../src/proxy/index.ts';
import type { Reply } from '../support/check-reply.ts';
import { type Setup, setUp } from '../support/setup.ts';
import { grant, reply, type Script } from '../support/transport.ts';

const member = (id: number | string) => ({ memberId: `m-${id}` });
const code = ({ body }: Reply): unknown => body['code'] ?? body['status'];
const HOUR = 3_600_000;
const action = { title: 'A', repeats: 'daily', points: 10, remark: 'r' } as const;
const role = { role: { id: '9007199254740993', name: 'Attendee' }, acceptTypedRole: true } as const;

async function stateOf(setup: Setup, name: string, memberId?: string): Promise<Record<string, unknown>> {
  const { status, body } = await setup.ask(
    `/rewards/actions/${name}${memberId === undefined ? '' : `?memberId=${memberId}`}`,
  );
  assert.equal(status, 200);
  return body;
}

async function codesOf(setup: Setup, name: string, count: number): Promise<string[]> {
  const replies = await Promise.all(Array.from({ length: count }, (_, n) => setup.claim(name, member(n))));
  return replies.map((one) => String(code(one))).toSorted();
}

describe('the budget of an action', () => {
  const config: Partial<RewardsConfig> = { actions: { daily: { ...action, budget: 35 }, other: action } };

  it('is never exceeded, and the rest of it that pays no claim is not spent', async () => {
    await using setup = setUp({ config });
    assert.deepEqual(await codesOf(setup, 'daily', 8), [
      ...Array.from({ length: 5 }, () => 'full'),
      'granted',
      'granted',
      'granted',
    ]);
    assert.equal(setup.calls.length, 3);
    const full = await setup.claim('daily', member('late'));
    assert.equal(full.status, 409);
    assert.equal(full.body['detail'], 'All points set aside for this have been given out.');
    assert.equal(code(await setup.claim('other', member('late'))), 'granted');
  });

  it('shows as full before anybody presses the button', async () => {
    await using setup = setUp({ config });
    for (const n of [1, 2]) await setup.claim('daily', member(n));
    assert.equal((await stateOf(setup, 'daily'))['state'], 'open');
    await setup.claim('daily', member(3));
    const view = await stateOf(setup, 'daily', 'm-4');
    assert.equal(view['state'], 'full');
    assert.deepEqual(view['member'], {
      memberId: 'm-4',
      canClaim: false,
      nextClaimAt: null,
      pendingClaimId: null,
      streak: 0,
    });
    assert.equal((await stateOf(setup, 'other'))['state'], 'open');
  });

  it('has what was refused back, and counts what may have been given', async () => {
    let script: Script = () => reply(422, '');
    await using setup = setUp({
      script: (call, count) => script(call, count),
      config: { actions: { daily: { ...action, budget: 10 } } },
    });
    assert.equal(code(await setup.claim('daily', member(1))), 'refused');
    assert.equal((await stateOf(setup, 'daily'))['state'], 'open');
    script = () => reply(500, '');
    assert.equal(code(await setup.claim('daily', member(2))), 'pending');
    script = grant;
    assert.equal((await stateOf(setup, 'daily'))['state'], 'full');
    assert.equal(code(await setup.claim('daily', member(3))), 'full');
  });

  it('looks at the points that this member would get', async () => {
    await using setup = setUp({ config: { actions: { daily: { ...action, points: [10, 30], budget: 35 } } } });
    await setup.claim('daily', member(1));
    setup.clock.now += 24 * HOUR;
    assert.equal((await stateOf(setup, 'daily'))['state'], 'open');
    assert.equal((await stateOf(setup, 'daily', 'm-1'))['state'], 'full');
    assert.equal(code(await setup.claim('daily', member(1))), 'full');
    assert.equal((await stateOf(setup, 'daily', 'm-2'))['state'], 'open');
    assert.equal(code(await setup.claim('daily', member(2))), 'granted');
  });

  it('is shown as used up by points from a function only when nothing is left', async () => {
    await using setup = setUp({ config: { actions: { daily: { ...action, points: () => 10, budget: 10 } } } });
    assert.equal((await stateOf(setup, 'daily'))['state'], 'open');
    await setup.claim('daily', member(1));
    assert.equal((await stateOf(setup, 'daily'))['state'], 'full');
  });
});

describe('the budget of all actions', () => {
  it('is never exceeded by all of them together, and does not concern roles', async () => {
    const { points: _points, ...free } = action;
    const actions = { one: action, two: { ...action, points: 20 }, roles: { ...free, ...role } };
    await using setup = setUp({ config: { budget: 45, actions } });
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => setup.claim(n % 2 === 0 ? 'one' : 'two', member(n))),
    );
    const granted = replies.filter(({ status }) => status === 201);
    const points = granted.reduce((sum, { body }) => sum + (body['action'] === 'one' ? 10 : 20), 0);
    assert.equal(points, 40);
    assert.ok(replies.every((one) => code(one) === 'granted' || code(one) === 'full'));
    assert.equal((await stateOf(setup, 'one'))['state'], 'full');
    assert.equal((await stateOf(setup, 'two'))['state'], 'full');
    assert.equal((await stateOf(setup, 'roles', 'm-1'))['state'], 'open');
    assert.equal(code(await setup.claim('roles', member(1))), 'granted');
  });

  it('is spent to the last point', async () => {
    await using setup = setUp({ config: { budget: 20, actions: { one: action, two: action } } });
    await setup.claim('one', member(1));
    assert.equal((await stateOf(setup, 'two'))['state'], 'open');
    assert.equal(code(await setup.claim('two', member(1))), 'granted');
    assert.equal((await stateOf(setup, 'one'))['state'], 'full');
  });

  it('may be lowered below what was given, and then pays no more points, but roles are given', async () => {
    await using before = setUp();
    for (const n of [1, 2, 3]) await before.claim('daily', member(n));
    const { points: _points, ...free } = action;
    const actions = { daily: action, roles: { ...free, ...role } };
    await using after = setUp({ ledger: before.ledger, config: { budget: 20, actions } });
    assert.equal(code(await after.claim('daily', member(4))), 'full');
    assert.equal((await stateOf(after, 'daily'))['state'], 'full');
    assert.equal((await stateOf(after, 'roles'))['state'], 'open');
    assert.equal(code(await after.claim('roles', member(4))), 'granted');
  });
});

describe('the points of one member', () => {
  const actions = { one: { ...action, repeats: 'rolling', everyHours: 1 }, two: { ...action, points: 20 } } as const;
  const config: Partial<RewardsConfig> = { memberPoints: { points: 30, per: 'daily' }, actions };

  it('are bounded over all actions, and the member is told when there are more', async () => {
    await using setup = setUp({ config });
    for (const name of ['one', 'two']) assert.equal(code(await setup.claim(name, member(1))), 'granted');
    setup.clock.now += HOUR;
    const late = await setup.claim('one', member(1));
    assert.equal(late.status, 409);
    assert.equal(code(late), 'already-claimed');
    assert.equal(
      late.body['detail'],
      'You have received as many points as one member can for now. Come back when you can get more.',
    );
    assert.equal(late.body['nextClaimAt'], '2026-03-11T00:00:00.000Z');
    assert.equal(setup.calls.length, 2);
    assert.equal(code(await setup.claim('one', member(2))), 'granted');
    setup.clock.now = Date.UTC(2026, 2, 11);
    assert.equal(code(await setup.claim('one', member(1))), 'granted');
  });

  it('are never exceeded by claims at once', async () => {
    const many = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`action-${n}`, action]));
    await using setup = setUp({ config: { ...config, actions: many } });
    const replies = await Promise.all(Object.keys(many).map((name) => setup.claim(name, member(1))));
    assert.equal(replies.filter(({ status }) => status === 201).length, 3);
    assert.equal(setup.calls.length, 3);
  });

  it('are shown to be used up before the member presses the button', async () => {
    await using setup = setUp({ config });
    const { member: before } = await stateOf(setup, 'one', 'm-1');
    assert.equal(Object(before).canClaim, true);
    await setup.claim('two', member(1));
    await setup.claim('one', member(1));
    setup.clock.now += HOUR;
    const view = await stateOf(setup, 'one', 'm-1');
    assert.equal(view['state'], 'open');
    assert.equal(Object(view['member']).canClaim, false);
    assert.equal(Object(view['member']).nextClaimAt, '2026-03-11T00:00:00.000Z');
    assert.equal(Object((await stateOf(setup, 'one', 'm-2'))['member']).canClaim, true);
  });

  for (const [per, timeZone, next] of [
    ['daily', 'Europe/London', '2026-03-11T00:00:00.000Z'],
    ['daily', 'America/New_York', '2026-03-11T04:00:00.000Z'],
    ['weekly', 'Asia/Tokyo', '2026-03-15T15:00:00.000Z'],
    ['monthly', 'Europe/Berlin', '2026-03-31T22:00:00.000Z'],
  ] as const) {
    it(`begin anew ${per} in ${timeZone}, whatever the action's own period and time zone`, async () => {
      await using setup = setUp({
        config: {
          timeZone,
          memberPoints: { points: 10, per },
          actions: { one: { ...actions.one, timeZone: 'Pacific/Auckland' } },
        },
      });
      await setup.claim('one', member(1));
      setup.clock.now += HOUR;
      const late = await setup.claim('one', member(1));
      assert.equal(late.body['nextClaimAt'], next);
      setup.clock.now = Date.parse(next) - 1;
      assert.equal(code(await setup.claim('one', member(1))), 'already-claimed');
      setup.clock.now += 1;
      assert.equal(Object((await stateOf(setup, 'one', 'm-1'))['member']).canClaim, true);
      assert.equal(code(await setup.claim('one', member(1))), 'granted');
    });
  }

  it('say when there are more to who has claimed, if that is after the day', async () => {
    const daily = { ...action, repeats: 'daily' } as const;
    await using setup = setUp({
      config: {
        memberPoints: { points: 15, per: 'weekly' },
        actions: { one: daily, once: { ...action, repeats: 'once' } },
      },
    });
    const next = '2026-03-16T00:00:00.000Z';
    const key = { 'idempotency-key': crypto.randomUUID() };
    const made = await setup.claim('one', member(1), key);
    const again = [made, await setup.claim('one', member(1), key), await setup.claim('one', member(1))];
    again.push(await setup.ask(`/rewards/claims/${String(made.body['id'])}`));
    assert.deepEqual(
      again.map((one) => [one.status, one.body['nextClaimAt']]),
      [201, 201, 409, 200].map((status) => [status, next]),
    );
    assert.equal(Object((await stateOf(setup, 'one', 'm-1'))['member']).nextClaimAt, next);
    setup.clock.now = Date.parse(next) - 1000;
    assert.equal(code(await setup.claim('one', member(1))), 'already-claimed');
    setup.clock.now = Date.parse(next);
    const once = await setup.claim('once', member(1));
    assert.deepEqual([once.status, once.body['nextClaimAt']], [201, null]);
    assert.equal((await setup.claim('once', member(1))).body['nextClaimAt'], null);
    assert.equal(Object((await stateOf(setup, 'once', 'm-1'))['member']).nextClaimAt, null);
  });

  it('say so to who comes before a minimum gap is over', async () => {
    await using setup = setUp({
      config: {
        memberPoints: { points: 15, per: 'weekly' },
        actions: { gap: { ...action, minimumGapHours: 18 } },
      },
    });
    assert.equal(code(await setup.claim('gap', member(1))), 'granted');
    setup.clock.now += 13 * HOUR;
    const early = await setup.claim('gap', member(1));
    assert.deepEqual([code(early), early.body['nextClaimAt']], ['already-claimed', '2026-03-16T00:00:00.000Z']);
  });

  it('say so with the points that the streak gives, and as the view of the action does', async () => {
    await using setup = setUp({
      config: {
        memberPoints: { points: 25, per: 'weekly' },
        actions: { gap: { ...action, points: [10, 20], minimumGapHours: 18 } },
      },
    });
    assert.equal(code(await setup.claim('gap', member(1))), 'granted');
    setup.clock.now += 13 * HOUR;
    const next = '2026-03-16T00:00:00.000Z';
    assert.equal(Object((await stateOf(setup, 'gap', 'm-1'))['member']).nextClaimAt, next);
    const early = await setup.claim('gap', member(1));
    assert.deepEqual([code(early), early.body['nextClaimAt']], ['already-claimed', next]);
  });

  it('say so with what a streak that begins anew gives, where the gap is over only in a later period', async () => {
    await using setup = setUp({
      config: {
        memberPoints: { points: 25, per: 'weekly' },
        actions: { gap: { ...action, points: [10, 20], minimumGapHours: 36 } },
      },
    });
    assert.equal(code(await setup.claim('gap', member(1))), 'granted');
    const next = new Date(setup.clock.now + 36 * HOUR).toISOString();
    setup.clock.now += 13 * HOUR;
    assert.equal(Object((await stateOf(setup, 'gap', 'm-1'))['member']).nextClaimAt, next);
    const early = await setup.claim('gap', member(1));
    assert.deepEqual([code(early), early.body['nextClaimAt']], ['already-claimed', next]);
  });

  it('are looked up after a claim only where they may hold members back, and keep no outcome from them', async () => {
    for (const memberPoints of [undefined, { points: 15, per: 'weekly' }] as const) {
      const ledger = sqliteLedger(':memory:');
      let asked = 0;
      const pointsHeld = () => {
        asked += 1;
        return Promise.reject(new Error('the ledger is away'));
      };
      // oxlint-disable no-await-in-loop -- two
      await using setup = setUp({
        config: { actions: { one: action }, ...(memberPoints && { memberPoints }) },
        ledger: { ...ledger, pointsHeld },
      });
      const { status, body } = await setup.claim('one', member(1));
      // oxlint-enable no-await-in-loop
      assert.deepEqual([status, body['nextClaimAt'], asked], [201, '2026-03-11T00:00:00.000Z', memberPoints ? 1 : 0]);
      assert.equal(setup.logs.filter(({ message }) => message.includes('could not be looked up')).length, asked);
    }
  });

  it('do not concern roles', async () => {
    const { points: _points, ...free } = action;
    await using setup = setUp({
      config: { memberPoints: { points: 10, per: 'daily' }, actions: { one: action, roles: { ...free, ...role } } },
    });
    await setup.claim('one', member(1));
    assert.equal(Object((await stateOf(setup, 'roles', 'm-1'))['member']).canClaim, true);
    assert.equal(code(await setup.claim('roles', member(1))), 'granted');
  });
});
