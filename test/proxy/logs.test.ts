import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import type { Ledger } from '../../src/ledger/index.ts';
import { sqliteLedger } from '../../src/ledger/sqlite.ts';
import { createProxy } from '../../src/proxy/index.ts';
import { KEY } from './support/key.ts';
import { CONFIG, NOON, setUp } from './support/setup.ts';
import { reply, roleOnly } from './support/transport.ts';

const MEMBER = { memberId: 'member-to-hide' };

describe('the log', () => {
  it('has one line a request, with the template of its address', async () => {
    await using setup = setUp();
    const requests = () => setup.logs.splice(0).filter(({ message }) => message === 'request');
    const { headers } = await setup.ask('/rewards/actions/daily?memberId=member-to-hide');
    const [line, ...more] = requests();
    assert.deepEqual(more, []);
    const { ms, ...rest } = line ?? { ms: null };
    assert.equal(typeof ms, 'number');
    assert.deepEqual(rest, {
      level: 'info',
      message: 'request',
      requestId: headers.get('x-request-id'),
      method: 'GET',
      route: '/rewards/actions/:action',
      status: 200,
    });
    await setup.ask('/rewards/<script>');
    await setup.ask('/rewards/claims/secret-id', { method: 'PUT' });
    await setup.ask('/rewards/health', { headers: { origin: 'https://evil.example' } });
    assert.deepEqual(
      requests().map(({ route, status, problem }) => [route, status, problem]),
      [
        ['none', 404, 'not-found'],
        ['/rewards/claims/:id', 405, 'method-not-allowed'],
        ['none', 403, 'origin-not-allowed'],
      ],
    );
  });

  it('says of every request that was refused why, whatever form the refusal has', async () => {
    await using setup = setUp();
    const problems = () =>
      setup.logs.splice(0).flatMap(({ message, problem }) => (message === 'request' ? [problem] : []));
    await setup.claim('daily', MEMBER);
    assert.deepEqual(problems(), [undefined]);
    await setup.claim('daily', MEMBER);
    await setup.claim('daily', { memberId: 'no member id!' });
    await setup.claim('daily', { ...MEMBER, points: 500 });
    await setup.ask('/rewards/actions/daily/claims', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'memberId=',
    });
    assert.deepEqual(problems(), ['already-claimed', 'invalid-request', 'invalid-request', 'invalid-request']);
  });

  it('has one line a claim, with what the service answered', async () => {
    await using setup = setUp({ script: roleOnly(() => reply(200, { code: 5, error: 'member-to-hide is unknown' })) });
    const { headers } = await setup.claim('meetup', MEMBER);
    const claims = setup.logs.filter(({ message }) => message === 'claim');
    const [record] = await setup.ledger.list({});
    const [{ trace } = {}] = claims.map((line) => Object(line));
    assert.match(String(trace), /^[0-9a-f]{64}$/);
    const [points, role] = record?.grants.map(({ evidence }) => Object(evidence).durationMs) ?? [];
    assert.ok(Number.isInteger(points) && Number.isInteger(role));
    assert.deepEqual(JSON.parse(JSON.stringify(claims)), [
      {
        level: 'info',
        message: 'claim',
        requestId: headers.get('x-request-id'),
        claim: record?.id,
        action: 'meetup',
        state: 'refused',
        grants: [
          { kind: 'points', state: 'granted', points: 50, status: 200, code: 0, ms: points },
          {
            kind: 'role',
            state: 'refused',
            role: Object(record?.grants[1]?.order).roleId,
            status: 200,
            code: 5,
            failure: 'HTTP 200: the service answered with code 5',
            ms: role,
          },
        ],
        service: record?.service,
        period: record?.period,
        nextClaimAt: record?.nextClaimAt,
        streak: record?.streak,
        trace,
      },
    ]);
  });

  it('says of a claim that was taken up again how often each grant was sent', async () => {
    await using setup = setUp({ script: roleOnly(() => reply(200, { code: 5 })) });
    for (const _ of ['once', 'again']) await setup.claim('meetup', MEMBER);
    const claims = setup.logs.filter(({ message }) => message === 'claim').map((line) => Object(line));
    assert.deepEqual(
      claims.map(({ grants }) => grants.map(({ attempts }: { attempts?: number }) => attempts)),
      [
        [undefined, undefined],
        [undefined, 2],
      ],
    );
  });

  it('names no member and repeats nothing that a client sent', async () => {
    await using setup = setUp();
    await setup.claim('daily', MEMBER);
    await setup.claim('daily', MEMBER);
    await setup.claim('daily', { ...MEMBER, 'canary-name': 'canary-value' });
    await setup.ask('/rewards/canary-path?canary-query', {
      headers: { 'x-request-id': 'canary-id', 'user-agent': 'canary-agent' },
    });
    const text = JSON.stringify(setup.logs);
    assert.ok(!text.includes('canary'), text);
    assert.ok(!text.includes('member-to-hide'), text);
  });

  it('never holds the key, whatever fails and whatever repeats it', async () => {
    const scripts = [
      () => reply(200, { code: 9, error: `wrong key ${KEY}` }),
      () => reply(401, `wrong key ${KEY}`),
      () => reply(500, KEY, { 'retry-after': KEY }),
      () => reply(200, { code: 0, error: KEY, data: KEY }),
      () => {
        throw new Error(`cannot send x-api-key: ${KEY}`, { cause: KEY });
      },
    ];
    for (const script of scripts) {
      await using setup = setUp({ script });
      await setup.claim('meetup', MEMBER);
      const [record] = await setup.ledger.list({});
      assert.ok(!JSON.stringify(record).includes(KEY));
    }
    const ledger = sqliteLedger(':memory:');
    const reserve = (): never => {
      throw Object.assign(new Error(`no room for ${KEY}`), { code: KEY });
    };
    await using setup = setUp({ ledger: { ...ledger, reserve } });
    assert.equal((await setup.claim('daily', MEMBER)).status, 500);
    // `setUp` itself searches the log, and every response.
  });

  it('never holds a key that came from a function, once it was used', async () => {
    const ledger = sqliteLedger(':memory:');
    let fails = false;
    const reserve: Ledger['reserve'] = (request) => {
      if (fails) throw new Error(`no room for ${KEY}`);
      return ledger.reserve(request);
    };
    const service = { baseUrl: 'https://service.example', apiKey: async () => `${KEY}\n` };
    await using setup = setUp({ config: { service }, ledger: { ...ledger, reserve } });
    assert.equal((await setup.claim('daily', MEMBER)).status, 201);
    fails = true;
    assert.equal((await setup.claim('daily', MEMBER)).status, 500);
    assert.match(JSON.stringify(setup.logs), /no room for \[api key\]/);
  });

  it('may be pino', async () => {
    const lines: string[] = [];
    const logger = pino({ base: null }, { write: (line) => void lines.push(line) });
    const ledger = sqliteLedger(':memory:');
    const proxy = createProxy({ ...CONFIG, ledger, logger, now: () => NOON, env: {} });
    await proxy.fetch(new Request('http://localhost/rewards/health'));
    await proxy.close();
    await ledger.close();
    assert.equal(lines.length, 1);
    assert.equal(JSON.parse(lines[0] ?? '').route, '/rewards/health');
  });

  it('goes to the console where the owner gives none: warnings and errors alone', async (t) => {
    const error = t.mock.method(console, 'error', () => {});
    const info = t.mock.method(console, 'log', () => {});
    const ledger = sqliteLedger(':memory:');
    const proxy = createProxy({ ...CONFIG, ledger, env: {} });
    await proxy.fetch(new Request('http://localhost/rewards/health'));
    assert.equal(error.mock.callCount(), 0);
    await ledger.close();
    await proxy.fetch(new Request('http://localhost/rewards/health'));
    assert.equal(error.mock.callCount(), 1);
    assert.equal(JSON.parse(String(error.mock.calls[0]?.arguments[0])).message, 'the ledger does not work');
    assert.equal(info.mock.callCount(), 0);
  });
});
