import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAction } from '../../src/contract/read-action.ts';
import type { RewardsConfig } from '../../src/proxy/index.ts';
import { setUp } from './support/setup.ts';
import { grant, reply, roleOnly } from './support/transport.ts';

const MEMBER = { memberId: 'm-1' };

describe('GET action', () => {
  it('says what a widget needs', async () => {
    await using setup = setUp();
    const { status, body } = await setup.ask('/rewards/actions/meetup');
    assert.equal(status, 200);
    assert.deepEqual(body, {
      action: 'meetup',
      title: 'Summer meetup',
      description: 'In the park.',
      grants: [
        { type: 'points', points: 50 },
        { type: 'role', roleId: '9007199254740993', roleName: 'Attendee' },
      ],
      repeats: 'once',
      timeZone: 'UTC',
      opens: null,
      closes: null,
      state: 'open',
      seatsLeft: null,
      identity: 'typed',
      memberIdExample: null,
      challenge: null,
      fields: [],
      member: null,
    });
  });

  it('shows an id as the site writes them, where it has its own kind and members type it', async () => {
    const example = async (config: Partial<RewardsConfig>) => {
      await using setup = setUp({ config });
      return (await setup.ask('/rewards/actions/daily')).body['memberIdExample'];
    };
    assert.equal(await example({ memberIds: { pattern: '[a-z.]+', example: 'noor.haddad' } }), 'noor.haddad');
    assert.equal(await example({ memberIds: { example: '80351110224678912' } }), '80351110224678912');
    assert.equal(await example({ memberIds: {} }), undefined);
  });

  it('names an id as the community does, in the language of the page, where members type it', async () => {
    const label = { en: 'Your Harbour id', de: 'Deine Hafen-ID' };
    await using setup = setUp({ config: { memberIds: { label } } });
    const name = async (query: string) => (await setup.ask(`/rewards/actions/daily${query}`)).body['memberIdLabel'];
    assert.equal(await name('?lang=de-AT'), 'Deine Hafen-ID');
    assert.equal(await name('?lang=fi'), 'Your Harbour id');
    await using other = setUp();
    assert.equal((await other.ask('/rewards/actions/daily')).body['memberIdLabel'], undefined);
  });

  it('says whether and when a member can claim', async () => {
    await using setup = setUp();
    const look = async () => (await setup.ask('/rewards/actions/daily?memberId=m-1')).body['member'];
    const fresh = { memberId: 'm-1', canClaim: true, nextClaimAt: null, pendingClaimId: null, streak: 0 };
    assert.deepEqual(await look(), fresh);
    await setup.claim('daily', MEMBER);
    const nextClaimAt = '2026-03-11T00:00:00.000Z';
    assert.deepEqual(await look(), { ...fresh, canClaim: false, nextClaimAt, streak: 1 });
    setup.clock.now += 24 * 3_600_000;
    assert.deepEqual(await look(), { ...fresh, streak: 1 });
  });

  it('names the claim that is pending', async () => {
    await using setup = setUp({ script: () => reply(500, '') });
    const { body } = await setup.claim('daily', MEMBER);
    const look = await setup.ask('/rewards/actions/daily?memberId=m-1');
    assert.deepEqual(look.body['member'], {
      memberId: 'm-1',
      canClaim: false,
      nextClaimAt: '2026-03-11T00:00:00.000Z',
      pendingClaimId: body['id'],
      streak: 1,
    });
  });

  it('lets a member claim again who was refused, or got a part only', async () => {
    for (const script of [() => reply(422, ''), roleOnly(() => reply(422, ''))]) {
      await using setup = setUp({ script });
      await setup.claim('meetup', MEMBER);
      const { body } = await setup.ask('/rewards/actions/meetup?memberId=m-1');
      assert.equal(Object(body['member'])['canClaim'], true);
    }
  });

  it('counts seats, and says when there are none', async () => {
    const actions: RewardsConfig['actions'] = {
      seats: { title: 'S', repeats: 'once', points: 1, remark: 'r', capacity: 1 },
    };
    await using setup = setUp({ config: { actions } });
    const before = await setup.ask('/rewards/actions/seats?memberId=other');
    assert.deepEqual([before.body['state'], before.body['seatsLeft']], ['open', 1]);
    await setup.claim('seats', MEMBER);
    const after = await setup.ask('/rewards/actions/seats?memberId=other');
    assert.deepEqual([after.body['state'], after.body['seatsLeft']], ['full', 0]);
    assert.equal(Object(after.body['member'])['canClaim'], false);
    assert.equal((await setup.claim('seats', { memberId: 'other' })).body['code'], 'full');
  });

  it('says whether the action is upcoming, open or closed, in UTC', async () => {
    const [opens, closes] = ['2026-03-10T14:00:00+01:00', '2026-03-10T18:00:00Z'];
    const actions: RewardsConfig['actions'] = {
      event: { title: 'E', repeats: 'once', points: 1, remark: 'r', opens, closes },
    };
    await using setup = setUp({ config: { actions } });
    const states: unknown[] = [];
    for (const now of [Date.parse(opens) - 1, Date.parse(opens), Date.parse(closes) - 1, Date.parse(closes)]) {
      setup.clock.now = now;
      const { body } = await setup.ask('/rewards/actions/event?memberId=m-1');
      states.push(body['state'], Object(body['member'])['canClaim']);
      assert.equal(body['opens'], '2026-03-10T13:00:00.000Z');
      assert.equal(body['closes'], '2026-03-10T18:00:00.000Z');
    }
    assert.deepEqual(states, ['upcoming', false, 'open', true, 'open', true, 'closed', false]);
  });

  it('announces points by streak only to a member who is known', async () => {
    const actions: RewardsConfig['actions'] = {
      streak: { title: 'S', repeats: 'daily', points: [1, 5], remark: 'r', timeZone: 'Asia/Tokyo' },
    };
    await using setup = setUp({ config: { actions } });
    const announced = async (query: string) => (await setup.ask(`/rewards/actions/streak${query}`)).body['grants'];
    assert.deepEqual(await announced(''), [{ type: 'points', points: null }]);
    assert.deepEqual(await announced('?memberId=m-1'), [{ type: 'points', points: 1 }]);
    await setup.claim('streak', MEMBER);
    setup.clock.now += 24 * 3_600_000;
    assert.deepEqual(await announced('?memberId=m-1'), [{ type: 'points', points: 5 }]);
  });

  it('tells a member the next step of the points by streak, as far as there is one', async () => {
    const shared = { title: 'S', repeats: 'daily', remark: 'r' } as const;
    const wrongLater = (streak: number) => (streak < 3 ? 1 : Number.NaN);
    const actions: RewardsConfig['actions'] = {
      list: { ...shared, points: [10, 10, 50] },
      rule: { ...shared, points: (streak) => (streak % 7 === 0 ? 50 : 10) },
      plain: { ...shared, points: 10 },
      wrong: { ...shared, points: wrongLater },
    };
    await using setup = setUp({ config: { actions } });
    const stepOf = async (action: string, query = '?memberId=m-1') => {
      const { member } = (await setup.ask(`/rewards/actions/${action}${query}`)).body;
      return Reflect.get(Object(member), 'nextStep');
    };
    assert.deepEqual(await stepOf('list'), { streak: 3, points: 50 });
    assert.deepEqual(await stepOf('rule'), { streak: 7, points: 50 });
    for (const action of ['plain', 'wrong']) assert.equal(await stepOf(action), undefined);
    assert.equal(await stepOf('list', ''), undefined);
    for (let day = 0; day < 3; day += 1) {
      assert.deepEqual(await stepOf('list'), { streak: 3, points: 50 });
      await setup.claim('list', MEMBER);
      setup.clock.now += 24 * 3_600_000;
    }
    assert.equal(await stepOf('list'), undefined);
  });

  it('tells the next step of a streak that begins anew, where the member has to wait past the end of the day', async () => {
    const gap: RewardsConfig['actions'][string] = {
      title: 'G',
      repeats: 'daily',
      remark: 'r',
      points: [10, 20, 30, 40],
      minimumGapHours: 30,
    };
    await using setup = setUp({ config: { actions: { gap } } });
    // At one in the morning, then six hours later each day, until the next one would be at one on the day after the next.
    setup.clock.now += 13 * 3_600_000;
    for (let day = 0; day < 4; day += 1) {
      assert.equal((await setup.claim('gap', MEMBER)).status, 201);
      setup.clock.now += (day < 3 ? 30 : 7) * 3_600_000;
    }
    const { grants, member } = (await setup.ask('/rewards/actions/gap?memberId=m-1')).body;
    assert.deepEqual(grants, [{ type: 'points', points: 10 }]);
    assert.deepEqual(Reflect.get(Object(member), 'nextStep'), { streak: 2, points: 20 });
  });

  it('describes the fields that are asked for', async () => {
    const fields = {
      email: { label: 'E-mail', type: 'email', required: true, maxLength: 99 },
      shirt: { label: 'Shirt', type: 'select', options: ['S', { value: 'XL', label: 'Very large' }] },
    } as const;
    const signup = { title: 'S', repeats: 'once', points: 1, remark: 'r', fields } as const;
    const options = ['S', { value: 'XL', label: 'Very large' }];
    const config = { actions: { signup: { ...signup, fields: { ...fields, shirt: { ...fields.shirt, options } } } } };
    await using setup = setUp({ config });
    const { body } = await setup.ask('/rewards/actions/signup');
    assert.deepEqual(body['fields'], [
      {
        name: 'email',
        label: 'E-mail',
        type: 'email',
        required: true,
        maxLength: 99,
        options: [],
        autocomplete: 'email',
      },
      {
        name: 'shirt',
        label: 'Shirt',
        type: 'select',
        required: false,
        maxLength: null,
        options: [
          { value: 'S', label: 'S' },
          { value: 'XL', label: 'Very large' },
        ],
      },
    ]);
  });

  it('says what browsers may fill in and which keys a phone shows, by the config, or by type and name', async () => {
    const label = 'L';
    const fields = {
      name: { label, type: 'text' },
      tel: { label, type: 'number' },
      phone: { label, type: 'tel' },
      site: { label, type: 'url', autocomplete: 'off', enterKeyHint: 'next' },
      seat: { label, type: 'text', inputMode: 'numeric' },
      country: { label, type: 'select', options: ['Chad'] },
      bday: { label, type: 'date' },
      shirt: { label, type: 'text' },
      off: { label, type: 'text' },
    } satisfies NonNullable<RewardsConfig['actions'][string]['fields']>;
    const verify = {
      all: [
        { type: 'code', code: 'lantern', label },
        { type: 'rotating-code', secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', field: 'digits', label },
      ],
    } satisfies RewardsConfig['actions'][string]['verify'];
    await using setup = setUp({
      config: { actions: { signup: { title: 'S', repeats: 'once', points: 1, remark: 'r', fields, verify } } },
    });
    const { body } = await setup.ask('/rewards/actions/signup');
    const view = readAction(body);
    assert.ok(view);
    assert.deepEqual(
      view.fields.map(({ name, autocomplete, inputMode, enterKeyHint }) => [
        name,
        autocomplete,
        inputMode,
        enterKeyHint,
      ]),
      [
        ['name', 'name', undefined, undefined],
        ['tel', undefined, undefined, undefined],
        ['phone', 'tel', undefined, undefined],
        ['site', 'off', undefined, 'next'],
        ['seat', undefined, 'numeric', undefined],
        ['country', 'country', undefined, undefined],
        ['bday', 'bday', undefined, undefined],
        ['shirt', undefined, undefined, undefined],
        ['off', undefined, undefined, undefined],
        ['code', 'off', undefined, undefined],
        ['digits', 'off', 'numeric', undefined],
      ],
    );
  });

  it('takes no member id that is none', async () => {
    await using setup = setUp();
    for (const query of ['?memberId=', '?memberId=a%20b', `?memberId=${'x'.repeat(65)}`, '?memberId=%3C%40123%3E']) {
      const { status, body } = await setup.ask(`/rewards/actions/daily${query}`);
      assert.equal(status, 400);
      assert.deepEqual(body['errors'], [
        { field: 'memberId', message: 'must be text that matches [A-Za-z0-9._:-]{1,64}' },
      ]);
    }
  });
});

describe('addresses', () => {
  it('that do not exist are problems', async () => {
    await using setup = setUp();
    const cases: [string, string][] = [
      ['/', 'not-found'],
      ['/rewards', 'not-found'],
      ['/rewards/', 'not-found'],
      ['/rewards/health/', 'not-found'],
      ['/rewards/actions', 'not-found'],
      ['/rewards/actions/daily/claims/x', 'not-found'],
      ['/Rewards/health', 'not-found'],
      ['/other/health', 'not-found'],
      ['/rewards/actions/nothing', 'unknown-action'],
      ['/rewards/actions/constructor', 'unknown-action'],
      ['/rewards/actions/__proto__', 'unknown-action'],
      ['/rewards/actions/%E0%A4%A', 'unknown-action'],
      ['/rewards/claims/nothing', 'unknown-claim'],
      [`/rewards/claims/${'x'.repeat(4000)}`, 'unknown-claim'],
      ["/rewards/claims/'%20OR%201=1", 'unknown-claim'],
    ];
    for (const [path, code] of cases) {
      const { status, body } = await setup.ask(path);
      assert.equal(status, 404, path);
      assert.equal(body['code'], code, path);
    }
    assert.equal((await setup.claim('nothing', MEMBER)).body['code'], 'unknown-action');
    assert.equal((await setup.claim('toString', MEMBER)).body['code'], 'unknown-action');
  });

  it('say which methods they take', async () => {
    await using setup = setUp();
    const cases: [path: string, method: string, allow: string][] = [
      ['/rewards/actions/daily', 'POST', 'GET, HEAD'],
      ['/rewards/actions/daily/claims', 'GET', 'POST'],
      ['/rewards/actions/daily/claims', 'HEAD', 'POST'],
      ['/rewards/actions/daily/claims', 'PUT', 'POST'],
      ['/rewards/claims/x', 'DELETE', 'GET, HEAD'],
      ['/rewards/health', 'PATCH', 'GET, HEAD'],
      ['/rewards/openapi.json', 'QUERY', 'GET, HEAD'],
      ['/rewards/actions/nothing', 'PURGE', 'GET, HEAD'],
    ];
    for (const [path, method, allow] of cases) {
      const { status, headers, body } = await setup.ask(path, { method });
      assert.equal(status, 405, `${method} ${path}`);
      assert.equal(headers.get('allow'), allow);
      if (method !== 'HEAD') assert.equal(body['code'], 'method-not-allowed');
    }
  });

  it('answer HEAD as GET, without the body', async () => {
    await using setup = setUp();
    const cases: [string, number][] = [
      ['/rewards/actions/daily', 200],
      ['/rewards/health', 200],
      ['/rewards/openapi.json', 200],
      ['/rewards/actions/nothing', 404],
      ['/nothing', 404],
    ];
    for (const [path, status] of cases) {
      const [head, get] = [await setup.ask(path, { method: 'HEAD' }), await setup.ask(path)];
      assert.equal(head.status, status);
      assert.equal(head.headers.get('content-length')?.length, get.headers.get('content-length')?.length);
    }
  });

  it('lie below the mount that the owner chose', async () => {
    for (const mount of ['/thanks', '/api/v1.0/thanks', '/']) {
      await using setup = setUp({ config: { mount } });
      const base = mount === '/' ? '' : mount;
      assert.equal((await setup.ask(`${base}/health`)).status, 200);
      assert.equal((await setup.ask(`${base}/actions/daily`)).body['action'], 'daily');
      assert.equal((await setup.proxy.fetch(new Request('http://localhost/rewards/health'))).status, 404);
      const { paths } = (await setup.ask(`${base}/openapi.json`)).body;
      assert.ok(Object.hasOwn(Object(paths), `${base}/claims/{id}`));
    }
  });
});

describe('GET health', () => {
  it('is fine while the ledger works', async () => {
    await using setup = setUp();
    const { status, body } = await setup.ask('/rewards/health');
    assert.deepEqual([status, body], [200, { status: 'ok' }]);
  });

  it('is not once the ledger is gone, and everything else is a bare 500', async () => {
    await using setup = setUp();
    await setup.ledger.close();
    const { status, body } = await setup.ask('/rewards/health');
    assert.deepEqual([status, body], [503, { status: 'unavailable' }]);
    for (const answer of [
      await setup.claim('daily', MEMBER),
      await setup.ask('/rewards/actions/daily?memberId=m-1'),
      await setup.ask('/rewards/claims/x'),
    ]) {
      assert.equal(answer.status, 500);
      assert.equal(answer.body['code'], 'internal');
      assert.equal(
        answer.body['detail'],
        "Something went wrong on the site's server. Please try again later, or tell the site's owner.",
      );
    }
    assert.equal(setup.calls.length, 0);
    const errors = setup.logs.filter(({ level, message }) => level === 'error' && message === 'a request failed');
    assert.equal(errors.length, 3);
    assert.match(JSON.stringify(errors), /LedgerError/);
  });
});

describe('several community servers', () => {
  it('each get the claims of their own actions, with their own key', async () => {
    const config: Partial<RewardsConfig> = {
      services: {
        north: { baseUrl: 'https://north.example', apiKey: () => 'north-key' },
        south: { baseUrl: 'https://south.example/deep/', apiKey: async () => 'south-key\n' },
      },
      actions: {
        a: { title: 'A', repeats: 'once', points: 1, remark: 'r', service: 'north' },
        b: { title: 'B', repeats: 'once', points: 1, remark: 'r', service: 'south' },
      },
    };
    const rejected = { code: 3, error: 'no' };
    await using setup = setUp({
      config,
      script: (call, count) => (call.headers['x-api-key'] === 'north-key' ? reply(401, rejected) : grant(call, count)),
    });
    assert.equal((await setup.claim('a', MEMBER)).status, 422);
    assert.equal((await setup.claim('a', { memberId: 'other' })).body['code'], 'throttled');
    assert.equal((await setup.claim('b', MEMBER)).status, 201);
    assert.deepEqual(
      setup.calls.map(({ path, headers }) => [path, headers['x-api-key']]),
      [
        ['/1/points/award', 'north-key'],
        ['/deep/1/points/award', 'south-key'],
      ],
    );
  });
});
