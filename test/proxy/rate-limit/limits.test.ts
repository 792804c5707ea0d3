import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RewardsConfig } from '../../../src/proxy/index.ts';
import { signMemberToken } from '../../../src/proxy/identity/member-token.ts';
import { readPrometheus, valueOf } from '../support/prometheus.ts';
import { CONFIG, setUp, type Setup, SHORT_IDS } from '../support/setup.ts';
import { reply } from '../support/transport.ts';

const OFF = {
  requests: false,
  claims: false,
  wrongIds: false,
  unknowns: false,
  member: false,
  action: false,
  manyIds: false,
} as const;
const HOME = '203.0.113.9';
const ELSEWHERE = '198.51.100.1';

type Limits = Exclude<RewardsConfig['limits'], false | undefined>;

/** A proxy with these limits and no others. */
function limited(limits: Limits, more: Partial<RewardsConfig> = {}, script?: Parameters<typeof setUp>[0]): Setup {
  return setUp({ ...script, config: { ...more, limits: { ...OFF, ...limits } } });
}

let presses = 0;

function claim(setup: Setup, memberId: string, from: string | null = HOME, headers: Record<string, string> = {}) {
  return setup.ask('/rewards/actions/daily/claims', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `press-${(presses += 1)}`, ...headers },
    body: JSON.stringify({ memberId }),
    ...(from !== null && { clientAddress: from }),
  });
}

const look = (setup: Setup, from: string | null = HOME) =>
  setup.ask('/rewards/actions/daily', from === null ? {} : { clientAddress: from });

describe('a limit on claims from one address', () => {
  it('refuses what is too much, before anything is reserved or called, until some of it has grown back', async () => {
    await using setup = limited({ claims: { max: 3, perSeconds: 60 } });
    for (const n of [1, 2, 3]) assert.equal((await claim(setup, `m-${n}`)).status, 201);
    const { status, headers, body } = await claim(setup, 'm-4');
    assert.equal(status, 429);
    assert.equal(body['code'], 'rate-limited');
    assert.equal(body['retryAfter'], 20);
    assert.equal(headers.get('retry-after'), '20');
    assert.equal(body['detail'], 'Too many requests come from your network. Please try again in 20 seconds.');
    assert.equal(setup.calls.length, 3);
    assert.equal((await setup.ledger.list({})).length, 3);

    setup.clock.now += 19_000;
    assert.equal((await claim(setup, 'm-4')).headers.get('retry-after'), '1');
    setup.clock.now += 1_000;
    assert.equal((await claim(setup, 'm-4')).status, 201);
    assert.equal((await claim(setup, 'm-5')).status, 429);
  });

  it('counts each address by itself, an IPv6 one with its /64', async () => {
    await using setup = limited({ claims: { max: 1 } });
    assert.equal((await claim(setup, 'm-1', '2001:db8::1')).status, 201);
    assert.equal((await claim(setup, 'm-2', '2001:db8::ffff:2')).status, 429);
    assert.equal((await claim(setup, 'm-2', '2001:db8:0:1::1')).status, 201);
    assert.equal((await claim(setup, 'm-3', HOME)).status, 201);
    assert.equal((await claim(setup, 'm-4', `::ffff:${HOME}`)).status, 429);
    assert.equal((await claim(setup, 'm-4', ELSEWHERE)).status, 201);
  });

  it('counts an IPv6 address with as much of its network as the owner says', async () => {
    await using setup = limited({ claims: { max: 1 }, ipv6Prefix: 48 });
    assert.equal((await claim(setup, 'm-1', '2001:db8:1:2::1')).status, 201);
    assert.equal((await claim(setup, 'm-2', '2001:db8:1:3::1')).status, 429);
    assert.equal((await claim(setup, 'm-2', '2001:db8:2::1')).status, 201);
  });

  it('counts by the header of the host where the owner names it, also without an address', async () => {
    await using setup = limited({ claims: { max: 1 } }, { clientAddressHeader: 'X-Real-IP' });
    const real = (address: string) => ({ 'x-real-ip': address, 'x-forwarded-for': '192.0.2.99' });
    assert.equal((await claim(setup, 'm-1', null, real(HOME))).status, 201);
    assert.equal((await claim(setup, 'm-2', null, real(HOME))).status, 429);
    assert.equal((await claim(setup, 'm-2', null, real(ELSEWHERE))).status, 201);
  });

  it('is not misled by an X-Forwarded-For that the visitor made up', async () => {
    await using setup = limited({ claims: { max: 1 } }, { trustedProxies: ['10.0.0.0/8'] });
    const forwarded = (list: string) => ({ 'x-forwarded-for': list });
    assert.equal((await claim(setup, 'm-1', HOME, forwarded('1.1.1.1'))).status, 201);
    assert.equal((await claim(setup, 'm-2', HOME, forwarded('1.1.1.2'))).status, 429);
    assert.equal((await claim(setup, 'm-2', '10.0.0.1', forwarded(`1.1.1.3, ${HOME}`))).status, 429);
    assert.equal((await claim(setup, 'm-2', '10.0.0.1', forwarded(`1.1.1.4, ${ELSEWHERE}`))).status, 201);
  });

  it('says once that a proxy is not trusted, since its visitors are not told apart then', async () => {
    await using setup = limited({ claims: { max: 9 } });
    for (const n of [1, 2]) await claim(setup, `m-${n}`, '172.17.0.1', { 'x-forwarded-for': HOME });
    const said = setup.logs.filter(({ message }) => message.includes('not in trustedProxies'));
    assert.deepEqual(
      said.map(({ proxy, level }) => [proxy, level]),
      [['172.17.0.1', 'warn']],
    );
    assert.ok(!JSON.stringify(setup.logs).includes(HOME));
  });
});

describe('visitors of whom no address is known', () => {
  /** What a request comes from, how loudly that is said, and what the request says. */
  const unknown: [what: string, from: string | null, level: string, headers?: Record<string, string>][] = [
    ['without an address', null, 'warn'],
    ['with what is no address', 'garbage', 'warn'],
    ['from a proxy that is not trusted', '127.0.0.1', 'warn', { 'x-forwarded-for': HOME }],
    ['from a trusted proxy that does not say for whom', '10.0.0.1', 'warn'],
    ['from this machine, by what does not say for whom', '127.0.0.1', 'info'],
  ];
  const trustedProxies = ['10.0.0.0/8'];

  for (const [what, from, , headers] of unknown) {
    it(`are not locked out by one another: ${what}`, async () => {
      const { limits: _off, ...config } = CONFIG;
      await using setup = setUp({ config: { ...config, limits: { requests: { max: 5 } }, trustedProxies } });
      for (let n = 0; n < 12; n += 1) assert.equal((await claim(setup, `not an id ${n}`, from, headers)).status, 400);
      for (let n = 0; n < 40; n += 1) assert.equal((await claim(setup, `m-${n}`, from, headers)).status, 201);
      const { headers: answered } = await look(setup, from);
      assert.equal(answered.get('ratelimit'), null);
      assert.ok(!setup.logs.some(({ kind }) => kind === 'wrong-ids' || kind === 'many-ids'));
    });
  }

  it('are held to the limits on members and actions all the same', async () => {
    await using setup = limited({ member: { max: 1, perSeconds: 60 }, action: { max: 3, perSeconds: 60 } });
    assert.equal((await claim(setup, 'm-1', null)).status, 201);
    assert.equal((await claim(setup, 'm-1', null)).status, 429);
    assert.equal((await claim(setup, 'm-2', null)).status, 201);
    assert.equal((await claim(setup, 'm-3', null)).status, 201);
    assert.equal((await claim(setup, 'm-4', null)).status, 429);
  });

  it('are told of once, with what is to be done', async () => {
    for (const [, from, level, headers] of unknown) {
      await using setup = limited({ claims: { max: 9 } }, { trustedProxies });
      for (const n of [1, 2, 3]) await claim(setup, `m-${n}`, from, headers);
      const said = setup.logs.filter(({ message }) => message.includes('so no limit by address holds'));
      assert.equal(said.length, 1, String(from));
      assert.equal(said[0]?.level, level);
    }
  });
});

describe('other limits', () => {
  it('on requests of any kind come before all else but the origin', async () => {
    await using setup = limited({ requests: { max: 3, perSeconds: 60 } });
    assert.equal((await look(setup)).status, 200);
    assert.equal((await setup.ask('/rewards/none', { clientAddress: HOME })).status, 404);
    assert.equal((await claim(setup, 'm-1')).status, 201);
    for (const origin of ['https://evil.example', 'null']) {
      const foreign = await setup.ask('/rewards/actions/daily', { headers: { origin }, clientAddress: HOME });
      assert.equal(foreign.status, 403);
    }
    assert.equal((await look(setup)).status, 429);
    assert.equal((await claim(setup, 'm-2')).status, 429);
    assert.equal((await look(setup, ELSEWHERE)).status, 200);
    const preflight = await setup.ask('/rewards/actions/daily', { method: 'OPTIONS', clientAddress: HOME });
    assert.equal(preflight.status, 204);
  });

  it('on requests are not used up by what another site has its visitors send', async () => {
    await using setup = limited({ requests: { max: 1 } });
    for (let n = 0; n < 5; n += 1) {
      await setup.ask('/rewards/actions/daily', { headers: { origin: 'https://evil.example' }, clientAddress: HOME });
      await setup.ask('/rewards/actions/daily', {
        headers: { origin: null, 'sec-fetch-site': 'cross-site' },
        clientAddress: HOME,
      });
    }
    assert.equal((await look(setup)).status, 200);
  });

  it('on one member hold wherever the claims come from', async () => {
    await using setup = limited({ member: { max: 2, perSeconds: 60 } });
    const statuses = [];
    for (const from of [HOME, ELSEWHERE, '192.0.2.1']) statuses.push((await claim(setup, 'm-1', from)).status);
    assert.deepEqual(statuses, [201, 409, 429]);
    assert.equal((await claim(setup, 'm-2')).status, 201);
  });

  it('on one action hold for all of its claims together', async () => {
    await using setup = limited({ action: { max: 2 } });
    assert.equal((await claim(setup, 'm-1', HOME)).status, 201);
    assert.equal((await claim(setup, 'm-2', ELSEWHERE)).status, 201);
    const { status, body } = await claim(setup, 'm-3', '192.0.2.1');
    assert.deepEqual(
      [status, body['detail']],
      [429, 'Very many are claiming at the moment. Please try again in 30 seconds.'],
    );
    assert.equal((await setup.claim('meetup', { memberId: 'm-3' })).status, 201);
  });

  it('are not spent where one before them refuses', async () => {
    await using setup = limited({ claims: { max: 1 }, action: { max: 2 } });
    await claim(setup, 'm-1', HOME);
    for (let n = 0; n < 5; n += 1) assert.equal((await claim(setup, 'm-2', HOME)).status, 429);
    assert.equal((await claim(setup, 'm-2', ELSEWHERE)).status, 201);
  });

  it('all come before what may be used once is used up', async () => {
    const secret = 'a secret of thirty-two bytes or more';
    const actions = { daily: { title: 'D', repeats: 'daily', points: 1, remark: 'r', identity: 'signed' } } as const;
    await using setup = limited({ claims: { max: 1 } }, { actions, memberTokens: { secrets: [secret] } });
    setup.clock.now = Date.now();
    const make = async (memberId: string) => ({
      authorization: `Bearer ${await signMemberToken({ memberId, secret, memberIds: { pattern: SHORT_IDS } })}`,
    });
    const [first, second] = [await make('m-1'), await make('m-2')];
    assert.equal((await claim(setup, 'm-1', HOME, first)).status, 201);
    assert.equal((await claim(setup, 'm-2', HOME, second)).status, 429);
    setup.clock.now += 60_000;
    assert.equal((await claim(setup, 'm-2', HOME, second)).status, 201);
  });
});

describe('a limit on wrong ids', () => {
  const wrong = { wrongIds: { max: 2, perSeconds: 100 } };

  it('counts those that the service refuses, and those that are none', async () => {
    await using setup = limited(wrong, {}, { script: () => reply(422, {}) });
    assert.equal((await claim(setup, 'm-1')).status, 422);
    assert.equal((await claim(setup, 'not an id')).status, 400);
    const { status, headers, body } = await claim(setup, 'm-2');
    assert.equal(status, 429);
    assert.equal(headers.get('retry-after'), '50');
    assert.equal(body['detail'], 'Too many member ids from your network were wrong. Please try again in 50 seconds.');
    assert.equal(setup.calls.length, 1);
    assert.equal((await claim(setup, 'm-2', ELSEWHERE)).status, 422);
    assert.equal((await look(setup)).status, 200);
  });

  it('counts the same id once, as a visitor may try it again and again', async () => {
    await using setup = limited(wrong, {}, { script: () => reply(422, {}) });
    for (let n = 0; n < 5; n += 1) assert.equal((await claim(setup, 'm-1')).status, 422);
    assert.equal((await claim(setup, 'm-2')).status, 422);
    assert.equal((await claim(setup, 'm-1')).status, 429);
  });

  it('counts nothing of what is not about the id', async () => {
    const answers = [() => reply(401, {}), () => reply(403, {}), () => reply(500, {}), () => reply(429, {})];
    for (const script of answers) {
      await using setup = limited({ wrongIds: { max: 1 } }, {}, { script });
      await claim(setup, 'm-1');
      await setup.ask('/rewards/actions/daily/claims', { method: 'POST', body: '{', clientAddress: HOME });
      assert.notEqual((await claim(setup, 'm-2')).status, 429);
    }
  });

  it('reports who is over it, once in its span', async () => {
    await using setup = limited(wrong);
    for (let n = 0; n < 6; n += 1) await claim(setup, n < 2 ? '?' : 'm-1');
    const reports = setup.logs.filter(({ kind }) => kind === 'wrong-ids');
    assert.equal(reports.length, 1);
    const { address, level, message: _, at: __, ...rest } = Object(reports[0]);
    assert.match(String(address), /^[0-9a-f]{24}$/);
    assert.equal(level, 'warn');
    assert.deepEqual(rest, { kind: 'wrong-ids', action: 'daily', count: 3, spanSeconds: 100, dryRun: false, more: 0 });
  });
});

describe('a limit on claims whose outcome nobody knows', () => {
  const few = { unknowns: { max: 2, perSeconds: 100 } };
  const broken = { script: () => reply(500, {}) };

  it('refuses further claims from the address that made them, before they hold a seat', async () => {
    await using setup = limited(few, {}, broken);
    for (const n of [1, 2]) assert.equal((await claim(setup, `m-${n}`)).status, 202);
    const { status, headers, body } = await claim(setup, 'm-3');
    assert.deepEqual([status, headers.get('retry-after')], [429, '50']);
    assert.equal(
      body['detail'],
      'Too many claims from your network could not be confirmed. Please try again in 50 seconds.',
    );
    assert.equal(await setup.ledger.seatsTaken('daily'), 2);
    assert.equal((await claim(setup, 'm-3', ELSEWHERE)).status, 202);
  });

  it('counts each member once, and no claim that is granted or refused', async () => {
    let script = broken.script;
    await using setup = limited(few, {}, { script: () => script() });
    for (let n = 0; n < 5; n += 1) assert.equal((await claim(setup, 'm-1')).status, 202);
    script = () => reply(422, {});
    for (let n = 2; n < 6; n += 1) assert.equal((await claim(setup, `m-${n}`)).status, 422);
    script = broken.script;
    assert.equal((await claim(setup, 'm-9')).status, 202);
    assert.equal((await claim(setup, 'm-8')).status, 429);
  });

  it('refuses nobody where no address is known', async () => {
    await using setup = limited({ unknowns: { max: 1 } }, {}, broken);
    for (let n = 0; n < 4; n += 1) assert.equal((await claim(setup, `m-${n}`, null)).status, 202);
  });
});

describe('many ids from one address', () => {
  it('are reported once, and claims go on', async () => {
    await using setup = limited({ manyIds: { max: 3, perSeconds: 3600 } });
    for (let n = 0; n < 6; n += 1) assert.equal((await claim(setup, `m-${n}`)).status, 201);
    assert.equal((await claim(setup, 'm-9', ELSEWHERE)).status, 201);
    const reports = setup.logs.filter(({ kind }) => kind === 'many-ids');
    assert.equal(reports.length, 1);
    const { action, count, spanSeconds, dryRun } = Object(reports[0]);
    assert.deepEqual([action, count, spanSeconds, dryRun], ['daily', 4, 3600, true]);
    assert.ok(!/m-\d|203\.0/.test(JSON.stringify(setup.logs)));
  });

  it('are refused where the config says so, but for those that came before', async () => {
    await using setup = limited({ manyIds: { max: 2, refuse: true } });
    assert.equal((await claim(setup, 'm-1')).status, 201);
    assert.equal((await claim(setup, 'm-2')).status, 201);
    for (let n = 0; n < 3; n += 1) assert.equal((await claim(setup, 'm-3')).status, 429);
    assert.equal((await claim(setup, 'm-1')).status, 409);
    assert.equal(setup.logs.filter(({ kind, dryRun }) => kind === 'many-ids' && dryRun === false).length, 1);
  });

  it('are no news where nobody has an address', async () => {
    await using setup = limited({ manyIds: { max: 1, refuse: true } });
    for (let n = 0; n < 5; n += 1) assert.equal((await claim(setup, `m-${n}`, null)).status, 201);
  });

  it('are not so many where the same few come again', async () => {
    await using setup = limited({ manyIds: { max: 2, refuse: true } });
    for (let n = 0; n < 20; n += 1) assert.notEqual((await claim(setup, `m-${n % 2}`)).status, 429);
  });
});

describe('a repeated press', () => {
  it('gets its answer, although whoever presses anew is refused', async () => {
    await using setup = limited({ claims: { max: 1 }, member: { max: 1 }, action: { max: 1 } });
    const key = { 'idempotency-key': 'the-same' };
    const first = await claim(setup, 'm-1', HOME, key);
    assert.equal(first.status, 201);
    for (let n = 0; n < 5; n += 1) {
      const again = await claim(setup, 'm-1', HOME, key);
      assert.deepEqual([again.status, again.body], [201, first.body]);
    }
    assert.equal((await claim(setup, 'm-1')).status, 429);
    assert.equal(setup.calls.length, 1);
  });

  it('is refused where the first was refused', async () => {
    await using setup = limited({ claims: { max: 1 } });
    await claim(setup, 'm-1');
    const key = { 'idempotency-key': 'too-early' };
    assert.equal((await claim(setup, 'm-2', HOME, key)).status, 429);
    assert.equal((await claim(setup, 'm-2', HOME, key)).status, 429);
    setup.clock.now += 60_000;
    assert.equal((await claim(setup, 'm-2', HOME, key)).status, 201);
  });
});

describe('the answer', () => {
  it('says how the client stands', async () => {
    await using setup = limited({ requests: { max: 10, perSeconds: 60 }, claims: { max: 2, perSeconds: 60 } });
    const fields = ({ headers }: { headers: Headers }) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];
    assert.deepEqual(fields(await look(setup)), ['"requests";q=10;w=60', '"requests";r=9;t=6']);
    assert.deepEqual(fields(await claim(setup, 'm-1')), ['"claims";q=2;w=60', '"claims";r=1;t=30']);
    assert.deepEqual(fields(await claim(setup, 'm-2')), ['"claims";q=2;w=60', '"claims";r=0;t=30']);
    const refused = await claim(setup, 'm-3');
    assert.deepEqual(fields(refused), ['"claims";q=2;w=60', '"claims";r=0;t=30']);
    assert.equal(refused.headers.get('retry-after'), '30');
    const exposed = refused.headers.get('access-control-expose-headers');
    assert.equal(exposed, 'x-request-id, retry-after, ratelimit, ratelimit-policy');
  });

  it('says nothing of limits that are off, nor how members fare', async () => {
    await using setup = limited({ member: { max: 5 }, action: { max: 5 }, wrongIds: { max: 5 }, manyIds: { max: 5 } });
    const { headers } = await claim(setup, 'm-1');
    assert.deepEqual([headers.get('ratelimit-policy'), headers.get('ratelimit')], [null, null]);
  });

  it('to a form is a page with the status and Retry-After, or the way to the owner’s own', async () => {
    await using setup = limited({ claims: { max: 1 } });
    await claim(setup, 'm-1');
    const send = (body: string) =>
      setup.ask('/rewards/actions/daily/claims', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
        clientAddress: HOME,
      });
    const { status, headers, text } = await send('memberId=m-2');
    assert.deepEqual([status, headers.get('retry-after')], [429, '60']);
    assert.match(text, /<h1>Too many requests<\/h1>/);
    const onward = await send('memberId=m-2&_return=https://example.org/a');
    assert.equal(onward.headers.get('location'), 'https://example.org/a?rewards=rate-limited');
  });
});

describe('a dry run', () => {
  it('refuses nothing, and logs what it would', async () => {
    await using setup = limited({
      dryRun: true,
      claims: { max: 1 },
      member: { max: 1 },
      manyIds: { max: 1, refuse: true },
    });
    for (const id of ['m-1', 'm-2', 'm-2']) assert.notEqual((await claim(setup, id)).status, 429);
    const logged = setup.logs.filter(({ limit }) => limit !== undefined).map(({ limit }) => limit);
    assert.deepEqual(logged, ['claims', 'manyIds', 'claims', 'member', 'manyIds']);
    assert.equal(setup.logs.filter(({ kind, dryRun }) => kind === 'many-ids' && dryRun === true).length, 1);
  });
});

describe('limits that are refused', () => {
  it('are counted by their names', async () => {
    await using setup = limited({ claims: { max: 1 }, member: { max: 1 }, manyIds: { max: 1 } });
    await claim(setup, 'm-1', HOME);
    await claim(setup, 'm-1', ELSEWHERE);
    await claim(setup, 'm-1', ELSEWHERE);
    const families = readPrometheus(await setup.proxy.metrics());
    const count = (limit: string) => valueOf(families, 'rewards_limited_requests_total', { limit });
    assert.deepEqual([count('claims'), count('member')], [1, 1]);
    assert.throws(() => count('manyIds'));
  });
});

describe('the limits that are on by themselves', () => {
  it('stop a program, and leave room for a household', async () => {
    const { limits: _off, ...config } = CONFIG;
    await using setup = setUp({ config: { ...config, limits: {} } });
    const statuses = [];
    for (let n = 0; n < 40; n += 1) statuses.push((await claim(setup, `m-${n}`)).status);
    assert.equal(statuses.filter((status) => status === 201).length, 30);
    assert.ok(statuses.slice(0, 30).every((status) => status === 201));
    assert.equal((await look(setup)).status, 200);
  });
});
