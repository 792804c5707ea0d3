import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import { fetchTransport } from '../../../src/service/index.ts';
import { readPrometheus, valueOf } from '../support/prometheus.ts';
import { setUp, type Setup } from '../support/setup.ts';
import { gate, grant, reply, type Script, until } from '../support/transport.ts';

const granting: RequestListener = (request, response) => {
  let text = '';
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    const { points, ...rest } = Object.fromEntries(new URLSearchParams(text));
    response.end(JSON.stringify({ code: 0, error: '', data: { ...rest, points: Number(points) }, ts: 1 }));
  });
};

const member = (id: number) => ({ memberId: `m-${id}` });

describe('a service that does not accept the key', () => {
  for (const status of [401, 403]) {
    it(`(${status}) is left alone for a minute, before anything is reserved, and its owner is told`, async () => {
      let works = false;
      await using setup = setUp({ script: (call, count) => (works ? grant(call, count) : reply(status, '')) });
      assert.equal((await setup.claim('daily', member(1))).body['code'], 'refused');
      works = true;
      setup.clock.now += 30_000;
      const paused = await setup.claim('daily', member(2));
      assert.equal(paused.body['code'], 'throttled');
      assert.equal(paused.headers.get('retry-after'), '30');
      assert.equal(
        paused.body['detail'],
        'The community takes no requests at the moment. Please try again in 30 seconds.',
      );
      assert.equal(setup.calls.length, 1);
      assert.equal((await setup.ledger.list({ memberId: 'm-2' })).length, 0);

      setup.clock.now += 30_000;
      assert.equal((await setup.claim('daily', member(2))).status, 201);
      const alerts = setup.logs.filter(({ level }) => level === 'error');
      assert.equal(alerts.length, 1);
      assert.match(String(alerts[0]?.message), /check that it is the key of this community server/);
      assert.deepEqual([alerts[0]?.['service'], alerts[0]?.['status']], ['default', status]);
    });
  }
});

describe('whether the key is accepted', () => {
  const gauge = async (setup: Setup) =>
    valueOf(readPrometheus(await setup.proxy.metrics()), 'rewards_key_refused', { service: 'default' });
  const health = async (setup: Setup) => (await setup.ask('/rewards/health')).body;

  it('is said by health, with what to do, and by a metric, from the refusal until a call gets through', async () => {
    let works = true;
    await using setup = setUp({ script: (call, count) => (works ? grant(call, count) : reply(401, '')) });
    await setup.claim('daily', member(1));
    assert.deepEqual([await health(setup), await gauge(setup)], [{ status: 'ok' }, 0]);
    works = false;
    await setup.claim('daily', member(2));
    const { status, problems } = await health(setup);
    assert.equal(status, 'degraded');
    assert.match(String(problems), /^the service does not accept the API key: .*\/api-key create makes a new key$/);
    setup.clock.now += 3_600_000;
    assert.deepEqual([(await health(setup))['status'], await gauge(setup)], ['degraded', 1]);
    works = true;
    await setup.claim('daily', member(2));
    assert.deepEqual([await health(setup), await gauge(setup)], [{ status: 'ok' }, 0]);
  });

  it('is an open question again once there is another key', async () => {
    let key = 'old-key';
    const service = { baseUrl: 'https://service.example', apiKey: () => key };
    await using setup = setUp({ script: () => reply(403, ''), config: { service } });
    await setup.claim('daily', member(1));
    assert.equal(await gauge(setup), 1);
    key = 'new-key';
    assert.deepEqual([await health(setup), await gauge(setup)], [{ status: 'ok' }, 0]);
  });
});

describe('a key that was put in place of one that is not accepted', () => {
  const refusing = (): { script: Script } => ({
    script: (call, count) => (call.headers['x-api-key'] === 'new-key' ? grant(call, count) : reply(401, '')),
  });

  it('is used by the next claim, without waiting for the minute to pass', async () => {
    let key = 'old-key\n';
    const service = { baseUrl: 'https://service.example', apiKey: async () => key };
    await using setup = setUp({ ...refusing(), config: { service } });
    assert.equal((await setup.claim('daily', member(1))).body['code'], 'refused');
    key = 'old-key';
    assert.equal((await setup.claim('daily', member(1))).body['code'], 'throttled');
    key = 'new-key';
    assert.equal((await setup.claim('daily', member(1))).status, 201);
    assert.equal(setup.calls.length, 2);
  });

  it('is not there while its source fails', async () => {
    let fails = false;
    const apiKey = async () => {
      if (fails) throw new Error('the vault is shut');
      return 'old-key';
    };
    const service = { baseUrl: 'https://service.example', apiKey };
    await using setup = setUp({ ...refusing(), config: { service } });
    await setup.claim('daily', member(1));
    fails = true;
    assert.equal((await setup.claim('daily', member(1))).body['code'], 'throttled');
    assert.equal(setup.calls.length, 1);
  });
});

describe('a service that is asked too often', () => {
  const cases: [string | undefined, number][] = [
    [undefined, 30],
    ['0', 1],
    ['5', 5],
    ['7200', 3600],
    [new Date(Date.UTC(2026, 2, 10, 12, 1)).toUTCString(), 60],
  ];
  for (const [retryAfter, seconds] of cases) {
    it(`is left alone for ${seconds} s after Retry-After: ${retryAfter}`, async () => {
      const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      await using setup = setUp({
        script: (call, count) => (count === 1 ? reply(429, '', headers) : grant(call, count)),
      });
      const first = await setup.claim('daily', member(1));
      assert.deepEqual([first.status, first.headers.get('retry-after')], [503, String(seconds)]);
      const second = await setup.claim('daily', member(1));
      assert.deepEqual([second.status, second.headers.get('retry-after')], [503, String(seconds)]);
      setup.clock.now += seconds * 1000 - 1;
      assert.equal((await setup.claim('daily', member(1))).headers.get('retry-after'), '1');
      assert.equal(setup.calls.length, 1);
      setup.clock.now += 1;
      assert.equal((await setup.claim('daily', member(1))).status, 201);
    });
  }

  for (const status of [401, 429]) {
    it(`(${status}) is not left alone for longer because the clock was ahead`, async () => {
      await using setup = setUp({
        script: (call, count) => (count === 1 ? reply(status, '') : grant(call, count)),
      });
      // No more than the ledger puts up with, so that claims are made before and after.
      setup.clock.now += 60_000;
      await setup.claim('daily', member(1));
      setup.clock.now -= 60_000;
      assert.equal((await setup.claim('daily', member(2))).status, 201);
    });
  }

  it('is not called for claims that were under way when it said so', async () => {
    const answered = gate();
    await using setup = setUp({
      script: async (call, count) => {
        if (call.path.endsWith('/assign')) return grant(call, count);
        if (call.form['user_id'] === 'm-1') return reply(429, '');
        await answered.opened;
        return grant(call, count);
      },
    });
    const under = setup.claim('meetup', member(2));
    await until(() => setup.calls.length === 1);
    await setup.claim('daily', member(1));
    answered.open();
    const { status, body } = await under;
    assert.equal(status, 503);
    assert.match(String(body['detail']), /^You received 50 points\. The community is busy right now\./);
    assert.equal(setup.calls.filter(({ path }) => path.endsWith('/assign')).length, 0);
  });
});

describe('the time that a visitor waits', () => {
  it('has an end even where the transport never answers, and the claim is then pending', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const never: Script = () => new Promise(() => {});
    await using setup = setUp({ script: never });
    const answer = setup.claim('meetup', member(1));
    // Both calls, each with 2 x 3 s to connect, 10 s to reply and 1 s of slack.
    for (const calls of [1, 2]) {
      await until(() => setup.calls.length === calls);
      t.mock.timers.tick(17_000);
    }
    assert.equal((await answer).status, 202);
    const [record] = await setup.ledger.list({});
    assert.deepEqual(
      record?.grants.map(({ state }) => state),
      ['unknown', 'unknown'],
    );
  });
});

describe('closing', () => {
  it('takes no further claims, and waits for those under way', async () => {
    const answered = gate();
    await using setup = setUp({ script: async (call, count) => (await answered.opened, grant(call, count)) });
    const under = setup.claim('daily', member(1));
    await until(() => setup.calls.length === 1);
    let closed = false;
    const closing = setup.proxy.close().then(() => (closed = true));
    const late = await setup.claim('daily', member(2));
    assert.equal(late.body['code'], 'throttled');
    assert.equal(late.body['detail'], 'The site is restarting. Please try again in 5 seconds.');
    assert.equal(closed, false);
    answered.open();
    assert.equal((await under).status, 201);
    await closing;
    await setup.proxy.close();
    assert.equal((await setup.ask('/rewards/actions/daily')).status, 200);
    await setup.ledger.check();
  });
});

describe('a real service on HTTP', () => {
  interface Case {
    name: string;
    listener: RequestListener;
    status: number;
    code?: string;
  }
  const answer =
    (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
    (_request, response) =>
      void response.writeHead(status, headers).end(body);
  const cases: Case[] = [
    { name: 'granted', listener: granting, status: 201 },
    { name: 'code not 0', listener: answer(200, '{"code":1,"error":"unknown user"}'), status: 422, code: 'refused' },
    { name: '404', listener: answer(404, 'no'), status: 422, code: 'refused' },
    { name: '429', listener: answer(429, '', { 'retry-after': '9' }), status: 503, code: 'throttled' },
    { name: '307', listener: answer(307, '', { location: 'http://127.0.0.1:1/' }), status: 202 },
    { name: '500', listener: answer(500, 'oops'), status: 202 },
    { name: 'HTML', listener: answer(200, '<html>', { 'content-type': 'text/html' }), status: 202 },
    { name: 'cut JSON', listener: answer(200, '{"code":0,"err'), status: 202 },
    { name: 'reset', listener: (request) => void request.socket.destroy(), status: 202 },
    {
      name: 'reset in the middle of the reply',
      listener: (_request, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"code":0', () => response.destroy());
      },
      status: 202,
    },
  ];
  for (const { name, listener, status, code } of cases) {
    it(name, async () => {
      await using service = await startService(listener);
      await using setup = setUpAt(service.url);
      const answered = await setup.claim('daily', member(1));
      assert.equal(answered.status, status);
      assert.equal(answered.body['code'], code);
    });
  }

  it('gets exactly what is documented', async () => {
    const seen: unknown[] = [];
    await using service = await startService((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += chunk));
      request.on('end', () => {
        const { 'content-type': type, accept, 'x-api-key': key } = request.headers;
        seen.push([request.method, request.url, type, accept, typeof key, text]);
        response.end('{"code":1,"error":"no"}');
      });
    });
    await using setup = setUpAt(service.url, 'A & B = 100% + 😀\r\n');
    await setup.claim('daily', { memberId: '90071992547409931' });
    const form = 'user_id=90071992547409931&points=10&remark=A+%26+B+%3D+100%25+%2B+%F0%9F%98%80%0D%0A';
    const type = 'application/x-www-form-urlencoded';
    assert.deepEqual(seen, [['POST', '/1/points/award', type, 'application/json', 'string', form]]);
  });
});

function setUpAt(baseUrl: string, remark = 'Daily check-in'): Setup {
  const service = { baseUrl, apiKey: 'key-of-the-stub' };
  const actions = { daily: { title: 'Daily', repeats: 'daily', points: 10, remark } } as const;
  return setUp({ config: { service, actions }, transport: fetchTransport() });
}

async function startService(listener: RequestListener): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
