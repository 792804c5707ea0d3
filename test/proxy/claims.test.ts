import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TransportError } from '../../src/service/index.ts';
import type { RewardsConfig } from '../../src/proxy/index.ts';
import { setUp } from './support/setup.ts';
import { gate, grant, reply, roleOnly, type Script, until } from './support/transport.ts';

const MEMBER = { memberId: '81234567890123456' };

describe('a claim', () => {
  it('is granted with what the service echoed, after one documented call', async () => {
    await using setup = setUp();
    const { status, body } = await setup.claim('daily', MEMBER);
    assert.equal(status, 201);
    const { id, ...rest } = body;
    assert.match(String(id), /^[\w-]{20,}$/);
    assert.deepEqual(rest, {
      action: 'daily',
      ...MEMBER,
      status: 'granted',
      grants: [{ type: 'points', points: 10, remark: 'Daily check-in' }],
      claimedAt: '2026-03-10T12:00:00.000Z',
      nextClaimAt: '2026-03-11T00:00:00.000Z',
      streak: 1,
    });
    assert.equal(setup.calls.length, 1);
    assert.equal(setup.calls[0]?.path, '/api/1/points/award');
    assert.deepEqual(setup.calls[0]?.form, { user_id: MEMBER.memberId, points: '10', remark: 'Daily check-in' });
  });

  it('gives points and role, each in a call of its own, points first', async () => {
    await using setup = setUp();
    const { status, body } = await setup.claim('meetup', MEMBER);
    assert.equal(status, 201);
    assert.deepEqual(body['grants'], [
      { type: 'points', points: 50, remark: 'Signed up & came' },
      { type: 'role', roleId: '9007199254740993', roleName: 'Attendee', remark: 'Signed up & came' },
    ]);
    assert.equal(body['nextClaimAt'], null);
    assert.deepEqual(
      setup.calls.map(({ path }) => path),
      ['/api/1/points/award', '/api/1/role/assign'],
    );
  });

  it('has its reference in the remark where the owner wants that', async () => {
    const daily = { title: 'D', repeats: 'daily', points: 1, remark: 'Check-in', remarkReference: true } as const;
    await using setup = setUp({ config: { actions: { daily } } });
    const { status, body } = await setup.claim('daily', MEMBER);
    assert.equal(status, 201);
    const remark = `Check-in [${String(body['id']).slice(0, 13)}]`;
    assert.equal(setup.calls[0]?.form['remark'], remark);
    assert.deepEqual(body['grants'], [{ type: 'points', points: 1, remark }]);
  });

  it('can be looked up by its id afterwards', async () => {
    await using setup = setUp();
    const { body } = await setup.claim('meetup', MEMBER);
    const looked = await setup.ask(`/rewards/claims/${String(body['id'])}`);
    assert.equal(looked.status, 200);
    assert.deepEqual(looked.body, body);
  });

  it('is refused as already claimed the second time, until the next period begins', async () => {
    await using setup = setUp();
    await setup.claim('daily', MEMBER);
    const again = await setup.claim('daily', MEMBER);
    assert.equal(again.body['code'], 'already-claimed');
    assert.equal(again.body['nextClaimAt'], '2026-03-11T00:00:00.000Z');
    assert.equal(setup.calls.length, 1);
    setup.clock.now = Date.UTC(2026, 2, 11);
    const next = await setup.claim('daily', MEMBER);
    assert.equal(next.status, 201);
    assert.equal(next.body['streak'], 2);
  });

  it('of an action that is claimed once has no next time', async () => {
    await using setup = setUp();
    await setup.claim('meetup', MEMBER);
    const { body } = await setup.claim('meetup', MEMBER);
    assert.equal(body['code'], 'already-claimed');
    assert.equal(body['nextClaimAt'], null);
  });

  it('is executed to its end although the visitor goes away', async () => {
    const answered = gate();
    await using setup = setUp({ script: async (call, count) => (await answered.opened, grant(call, count)) });
    const left = new AbortController();
    const request = new Request('http://localhost/rewards/actions/daily/claims', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(MEMBER),
      signal: left.signal,
    });
    const response = setup.proxy.fetch(request);
    await until(() => setup.calls.length === 1);
    left.abort();
    answered.open();
    await response;
    assert.equal((await setup.claim('daily', MEMBER)).body['code'], 'already-claimed');
  });
});

const connectionRefused: Script = () => {
  throw new TransportError('connect ECONNREFUSED', { written: false });
};
const reset: Script = () => {
  throw new TransportError('read ECONNRESET', { written: true });
};

describe('what a visitor is told of an outcome', () => {
  interface Case {
    name: string;
    script: Script;
    status: number;
    code?: string;
    detail?: string;
    retryAfter?: string;
    /** Whether the member's slot is free again. */
    free: boolean;
  }
  const cases: Case[] = [
    {
      name: 'a refusal with a reason',
      script: () => reply(200, { code: 17, error: 'unknown user', ts: 1 }),
      status: 422,
      code: 'refused',
      detail: "The community refused 10 points: “unknown user”. Check your member id, or ask the site's owner.",
      free: true,
    },
    {
      name: 'a refusal without a reason',
      script: () => reply(404, 'nothing here'),
      status: 422,
      code: 'refused',
      detail: "The community refused 10 points. Check your member id, or ask the site's owner.",
      free: true,
    },
    {
      name: '401',
      script: () => reply(401, { code: 3, error: 'bad key' }),
      status: 422,
      code: 'refused',
      detail:
        "The community does not accept requests from this site at the moment. Please try again later, or tell the site's owner.",
      free: true,
    },
    {
      name: '429 with Retry-After',
      script: () => reply(429, '', { 'retry-after': '7' }),
      status: 503,
      code: 'throttled',
      detail: 'The community is busy right now. Please try again in 7 seconds.',
      retryAfter: '7',
      free: true,
    },
    {
      name: '429 without Retry-After',
      script: () => reply(429, ''),
      status: 503,
      code: 'throttled',
      detail: 'The community is busy right now. Please try again in 30 seconds.',
      retryAfter: '30',
      free: true,
    },
    {
      name: 'a service that cannot be reached',
      script: connectionRefused,
      status: 502,
      code: 'unreachable',
      detail: 'The community could not be reached to give you 10 points. You can try again.',
      free: true,
    },
    { name: 'a reset after the request was written', script: reset, status: 202, free: false },
    { name: '500', script: () => reply(500, ''), status: 202, free: false },
    { name: 'a redirect', script: () => reply(307, ''), status: 202, free: false },
    {
      name: 'a wrong echo',
      script: () => reply(200, { code: 0, error: '', data: { user_id: '1' } }),
      status: 202,
      free: false,
    },
    {
      name: 'a failure of the transport itself',
      script: () => {
        throw new RangeError('not a TransportError');
      },
      status: 202,
      free: false,
    },
  ];
  for (const { name, script, status, code, detail, retryAfter, free } of cases) {
    it(name, async () => {
      await using setup = setUp({
        script: (call, count) => (setup.clock.now === started ? script(call, count) : grant(call, count)),
      });
      const started = setup.clock.now;
      const answer = await setup.claim('daily', MEMBER);
      assert.equal(answer.status, status);
      assert.equal(answer.body['code'], code);
      if (detail !== undefined) assert.equal(answer.body['detail'], detail);
      assert.equal(answer.headers.get('retry-after'), retryAfter ?? null);
      setup.clock.now += 3_600_000;
      const again = await setup.claim('daily', MEMBER);
      assert.equal(again.status, free ? 201 : 202);
      if (!free) assert.equal(again.body['id'], answer.body['id']);
    });
  }
});

describe('a claim with several grants', () => {
  it('says what was given when the rest was refused, and gives only the rest the next time', async () => {
    let rolesWork = false;
    const refused = () => reply(200, { code: 5, error: 'missing permissions' });
    await using setup = setUp({ script: roleOnly((call, count) => (rolesWork ? grant(call, count) : refused())) });
    const answer = await setup.claim('meetup', MEMBER);
    assert.equal(answer.status, 422);
    assert.equal(
      answer.body['detail'],
      "You received 50 points. The community refused the role Attendee: “missing permissions”. Check your member id, or ask the site's owner.",
    );
    rolesWork = true;
    const again = await setup.claim('meetup', MEMBER);
    assert.equal(again.status, 201);
    const paths = setup.calls.map(({ path }) => path);
    assert.deepEqual(paths, ['/api/1/points/award', '/api/1/role/assign', '/api/1/role/assign']);
  });

  it('goes on to the role after the points were refused or remained unknown', async () => {
    for (const first of [() => reply(200, { code: 5, error: 'no' }), () => reply(500, '')]) {
      await using setup = setUp({ script: (call, count) => (count === 1 ? first() : grant(call, count)) });
      const answer = await setup.claim('meetup', MEMBER);
      assert.equal(setup.calls.length, 2);
      const [points, role] = (await setup.ledger.list({}))[0]?.grants ?? [];
      assert.equal(role?.state, 'granted');
      assert.equal(answer.status, points?.state === 'unknown' ? 202 : 422);
    }
  });

  it('makes no further call once the service could not be reached', async () => {
    await using setup = setUp({ script: connectionRefused });
    const answer = await setup.claim('meetup', MEMBER);
    assert.equal(answer.body['code'], 'unreachable');
    assert.ok(setup.calls.every(({ path }) => path.endsWith('/award')));
    const [record] = await setup.ledger.list({});
    assert.deepEqual(
      record?.grants.map(({ state }) => state),
      ['released', 'released'],
    );
    const next = await setup.claim('meetup', MEMBER);
    assert.equal(next.body['code'], 'unreachable');
  });

  it('makes no further call once the key was not accepted', async () => {
    await using setup = setUp({ script: () => reply(401, '') });
    await setup.claim('meetup', MEMBER);
    assert.equal(setup.calls.length, 1);
    const [record] = await setup.ledger.list({});
    assert.deepEqual(
      record?.grants.map(({ state }) => state),
      ['refused', 'released'],
    );
  });

  it('writes nothing for a grant that something else settled meanwhile', async () => {
    await using setup = setUp({
      script: async (call, count) => {
        const [record] = await setup.ledger.list({});
        if (record) await setup.ledger.recover(record.createdAt + 3_600_000);
        return grant(call, count);
      },
    });
    const answer = await setup.claim('meetup', MEMBER);
    assert.equal(answer.status, 202);
    assert.deepEqual(
      setup.calls.map(({ path }) => path),
      ['/api/1/points/award'],
    );
  });
});

describe('claims at once', () => {
  it('by the same member: fifty give one call, one 201, and 49 times "already claimed"', async () => {
    const answered = gate();
    await using setup = setUp({ script: async (call, count) => (await answered.opened, grant(call, count)) });
    const answers = Array.from({ length: 50 }, () => setup.claim('daily', MEMBER));
    await until(() => setup.calls.length > 0);
    answered.open();
    const all = await Promise.all(answers);
    assert.equal(setup.calls.length, 1);
    assert.deepEqual(
      all.map(({ status }) => status).toSorted((one, other) => one - other),
      [201, ...Array.from({ length: 49 }, () => 409)],
    );
  });

  it('get the same answer as the first where it was refused', async () => {
    const answered = gate();
    await using setup = setUp({
      script: async (_call, count) => {
        await answered.opened;
        return reply(200, { code: 5, error: `no ${count}` });
      },
    });
    const answers = [setup.claim('daily', MEMBER), setup.claim('daily', MEMBER)];
    await until(() => setup.calls.length === 1);
    answered.open();
    const [first, second] = await Promise.all(answers);
    assert.equal(first?.status, 422);
    assert.equal(second?.body['detail'], first?.body['detail']);
    assert.equal(setup.calls.length, 1);
  });

  it('by different members do not wait for one another', async () => {
    const answered = gate();
    await using setup = setUp({
      script: async (call, count) => {
        if (call.form['user_id'] === 'slow') await answered.opened;
        return grant(call, count);
      },
    });
    const slow = setup.claim('daily', { memberId: 'slow' });
    assert.equal((await setup.claim('daily', { memberId: 'quick' })).status, 201);
    answered.open();
    assert.equal((await slow).status, 201);
  });

  it('never exceed the capacity', async () => {
    const daily = { title: 'D', repeats: 'once', points: 1, remark: 'r', capacity: 3 } as const;
    await using setup = setUp({ config: { actions: { daily } } });
    const answers = Array.from({ length: 10 }, (_, index) => setup.claim('daily', { memberId: `m${index}` }));
    const codes = (await Promise.all(answers)).map(({ body }) => body['code'] ?? 'granted');
    assert.equal(codes.filter((code) => code === 'granted').length, 3);
    assert.equal(codes.filter((code) => code === 'full').length, 7);
    assert.equal(setup.calls.length, 3);
  });
});

describe('an idempotency key', () => {
  const key = { 'idempotency-key': 'press-1' };

  it('gets the first answer again', async () => {
    await using setup = setUp();
    const first = await setup.claim('daily', MEMBER, key);
    const again = await setup.claim('daily', MEMBER, key);
    assert.equal(again.status, 201);
    assert.deepEqual(again.body, first.body);
    assert.equal(setup.calls.length, 1);
  });

  it('gets a refusal again without another call', async () => {
    await using setup = setUp({ script: () => reply(200, { code: 5, error: 'no' }) });
    const first = await setup.claim('daily', MEMBER, key);
    const again = await setup.claim('daily', MEMBER, key);
    assert.equal(again.status, 422);
    assert.equal(again.body['detail'], first.body['detail']);
    assert.equal(setup.calls.length, 1);
  });

  it('waits for the first request where that is still under way', async () => {
    const answered = gate();
    await using setup = setUp({ script: async (call, count) => (await answered.opened, grant(call, count)) });
    const answers = [setup.claim('daily', MEMBER, key), setup.claim('daily', MEMBER, key)];
    await until(() => setup.calls.length === 1);
    answered.open();
    const [first, again] = await Promise.all(answers);
    assert.deepEqual([first?.status, again?.status], [201, 201]);
    assert.deepEqual(again?.body, first?.body);
  });

  it('counts as the same whatever the order of the keys in the body', async () => {
    const fields = { one: { label: 'One', type: 'text' }, two: { label: 'Two', type: 'text' } } as const;
    const action = { title: 'S', repeats: 'once', points: 1, remark: 'r', fields } as const;
    await using setup = setUp({ config: { actions: { signup: action } } });
    await setup.claim('signup', { ...MEMBER, fields: { one: 'a', two: 'b' } }, key);
    const again = await setup.claim('signup', { fields: { two: 'b', one: 'a' }, ...MEMBER }, key);
    assert.equal(again.status, 201);
  });

  it('is not valid with another member, action or body', async () => {
    await using setup = setUp();
    await setup.claim('daily', MEMBER, key);
    for (const [action, body] of [
      ['daily', { memberId: 'another' }],
      ['meetup', MEMBER],
      ['daily', { ...MEMBER, proof: {} }],
    ] as const) {
      const { body: problem } = await setup.claim(action, body, key);
      assert.equal(problem['code'], 'invalid-request');
      assert.equal(problem['detail'], 'This Idempotency-Key came with another request before. Use a new one.');
    }
    assert.equal(setup.calls.length, 1);
  });

  it('must be 1 to 255 visible ASCII characters', async () => {
    await using setup = setUp();
    for (const bad of ['', 'a b', 'x'.repeat(256), 'é']) {
      const { status, body } = await setup.claim('daily', MEMBER, { 'idempotency-key': bad });
      assert.equal(status, 400);
      assert.equal(body['detail'], 'The header Idempotency-Key must be 1 to 255 visible ASCII characters.');
    }
    assert.equal((await setup.claim('daily', MEMBER, { 'idempotency-key': '~'.repeat(255) })).status, 201);
  });
});

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
