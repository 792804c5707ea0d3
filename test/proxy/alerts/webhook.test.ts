import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import {
  type AlertEvent,
  AlertQueue,
  isWebhookSecret,
  createAlertChannels,
  signedForm,
  webhookChannel,
} from '../../../src/proxy/alerts/index.ts';
import { webhookHeaders } from '../../../src/proxy/alerts/webhook-signature.ts';
import { Secrets } from '../../../src/proxy/monitoring/secrets.ts';
import { KEY } from '../support/key.ts';
import { setUp } from '../support/setup.ts';
import { reply, until } from '../support/transport.ts';

const bytesOf = (secret: string) => Buffer.from(secret.replace('whsec_', ''), 'base64');
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OLD_SECRET = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
const ADDRESS = 'https://alerts.example/hook?token=canary-token';
const AT = Date.UTC(2026, 5, 1);

const event = (action: string): AlertEvent => ({
  kind: 'many-refusals',
  action,
  count: 20,
  spanSeconds: 600,
  at: '2026-06-01T00:00:00.000Z',
  more: 0,
});

interface Post {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A real receiver, which answers with the status. */
async function receiver(t: TestContext, status = 204): Promise<{ url: string; posts: Post[] }> {
  const posts: Post[] = [];
  const server = createServer((request, response) => {
    const take = async () => {
      posts.push({ headers: request.headers, body: await text(request) });
      response.writeHead(status, { location: '/elsewhere' }).end();
    };
    void take();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, posts };
}

/** A webhook whose posts are answered by `answer`, on a clock that the test turns. */
function stubbed(t: TestContext, answer: (count: number) => Response | Promise<Response>) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const bodies: string[] = [];
  t.mock.method(globalThis, 'fetch', async (_url: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    bodies.push(body);
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return Promise.race([answer(bodies.length), aborted]);
  });
  const lines: string[] = [];
  const log = (details: object, message: string) => void lines.push(JSON.stringify({ message, ...details }));
  const secrets = new Secrets();
  secrets.keep(KEY);
  const form = signedForm({ secret: SECRET });
  const channel = webhookChannel({ key: 'webhook', url: ADDRESS, form, secrets, now: () => AT });
  const webhook = new AlertQueue({ channel, secrets, logger: { debug: log, info: log, warn: log, error: log } });
  const actions = () => bodies.map((body) => (JSON.parse(body) as { data: { action: string } }).data.action);
  /** Lets time pass until that is so. */
  const wait = async (condition: () => boolean): Promise<void> => {
    while (!condition()) {
      t.mock.timers.tick(1_000);
      await new Promise(setImmediate);
    }
  };
  return { webhook, actions, bodies, lines, wait };
}

const never = () => new Promise<Response>(() => {});
const status = (code: number) => new Response(null, { status: code });

describe('a webhook', () => {
  it('gets what is suspicious, signed as Standard Webhooks asks, and never the key', async (t) => {
    const { url, posts } = await receiver(t);
    const webhook = { url, secret: [SECRET, OLD_SECRET] };
    await using setup = setUp({
      script: () => reply(401, `wrong key ${KEY}`),
      config: { webhook, members: { block: ['mallory'] } },
    });
    await setup.claim('daily', { memberId: 'mallory' });
    await setup.claim('daily', { memberId: 'alice' });
    await setup.proxy.close();
    const typesOf = (post: Post) => String(/"type":"(.*?)"/.exec(post.body)?.[1]);
    assert.deepEqual(posts.map(typesOf).toSorted(), ['alert.blocked_member', 'alert.key_refused']);
    const { headers, body } = posts.find((post) => typesOf(post) === 'alert.blocked_member') ?? assert.fail();
    const { member, ...data } = (JSON.parse(body) as { data: Record<string, unknown> }).data;
    assert.match(String(member), /^[0-9a-f]{16}$/);
    assert.deepEqual(data, { action: 'daily', list: 'block', dryRun: false, more: 0 });
    assert.match(body, /^{"type":"alert.blocked_member","timestamp":"2026-03-10T12:00:00.000Z","data":{/);
    assert.equal(headers['content-type'], 'application/json');
    const id = String(headers['webhook-id']);
    const timestamp = String(headers['webhook-timestamp']);
    assert.match(id, /^msg_[0-9a-f-]{36}$/);
    assert.equal(timestamp, String(setup.clock.now / 1000));
    const signed = [SECRET, OLD_SECRET].map(
      (secret) => `v1,${createHmac('sha256', bytesOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
    );
    assert.equal(headers['webhook-signature'], signed.join(' '));
    assert.ok(!JSON.stringify(posts).includes(KEY));
  });

  it('gets events by their first names where its receiver knows no others', async (t) => {
    const { url, posts } = await receiver(t);
    const config = { webhook: { url, secret: SECRET, version: 1 as const }, members: { block: ['mallory'] } };
    await using setup = setUp({ config });
    await setup.claim('daily', { memberId: 'mallory' });
    await setup.proxy.close();
    assert.match(posts[0]?.body ?? '', /^{"type":"suspicious.blocked_member",/);
  });

  it('signs a known message as others do', () => {
    // Secret, message and signature are those of the tests of the library `standardwebhooks`.
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', at: 1_614_265_330_999 };
    assert.deepEqual(webhookHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']), {
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is not followed elsewhere', async (t) => {
    const { url, posts } = await receiver(t, 307);
    await using setup = setUp({ config: { webhook: { url, secret: SECRET }, members: { block: ['mallory'] } } });
    await setup.claim('daily', { memberId: 'mallory' });
    await setup.proxy.close();
    assert.equal(posts.length, 1);
    assert.match(JSON.stringify(setup.logs), /status 307/);
  });

  it('that does not answer keeps no claim waiting', async (t) => {
    const { webhook, actions } = stubbed(t, never);
    webhook.post(event('a'));
    assert.deepEqual(actions(), ['a']);
    const closed = webhook.close();
    t.mock.timers.tick(5_000);
    await closed;
  });

  it('is tried six times in all, and what it does not take then is lost', async (t) => {
    const { webhook, actions, lines, wait } = stubbed(t, (count) =>
      count === 1 ? never() : status(count === 8 ? 200 : 503),
    );
    webhook.post(event('a'));
    await wait(() => lines.length === 6);
    webhook.post(event('b'));
    await wait(() => actions().length === 8);
    assert.deepEqual(actions(), ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'b']);
    assert.match(lines[0] ?? '', /no answer within 15000 ms/);
    assert.match(lines[5] ?? '', /which is lost.*status 503/);
    await webhook.close();
    assert.ok(!lines.join().includes('canary-token'));
  });

  it('is told no secret that found its way into an event', async (t) => {
    const { webhook, actions } = stubbed(t, () => status(204));
    webhook.post(event(`claimed with ${KEY}`));
    await webhook.close();
    assert.deepEqual(actions(), ['claimed with [secret]']);
  });

  it('is given the time that it asks for', async (t) => {
    const later = () => new Response(null, { status: 429, headers: { 'retry-after': '1800' } });
    const { webhook, lines, wait } = stubbed(t, (count) => (count === 1 ? later() : status(204)));
    webhook.post(event('daily'));
    await wait(() => lines.length > 0);
    assert.match(lines[0] ?? '', /"againInMs":1800000\b/);
    await webhook.close();
  });

  it('gets what comes after an event that waits for its next attempt', async (t) => {
    const { webhook, actions, lines } = stubbed(t, (count) => status(count === 1 ? 503 : 204));
    webhook.post(event('a'));
    await until(() => lines.length === 1);
    webhook.post(event('b'));
    await until(() => actions().length === 2);
    await webhook.close();
    assert.deepEqual(actions(), ['a', 'b', 'a']);
  });

  for (const code of [400, 401, 404, 410, 422]) {
    it(`gets an event once that it refuses for good, and the log says what to check: ${code}`, async (t) => {
      const { webhook, actions, lines } = stubbed(t, () => status(code));
      webhook.post(event('a'));
      await until(() => lines.length === 1);
      await webhook.close();
      assert.deepEqual(actions(), ['a']);
      assert.match(lines[0] ?? '', /which is lost, and is not tried again: check webhook in the config/);
    });
  }

  for (const code of [307, 408, 425, 429, 500]) {
    it(`gets an event again that it may take later: ${code}`, async (t) => {
      const { webhook, actions, lines } = stubbed(t, (count) => status(count === 1 ? code : 204));
      webhook.post(event('a'));
      await until(() => lines.length === 1);
      await webhook.close();
      assert.deepEqual(actions(), ['a', 'a']);
    });
  }

  it('gets four events at once at most', async (t) => {
    const answers = Array.from({ length: 6 }, () => Promise.withResolvers<Response>());
    const { webhook, actions } = stubbed(t, (count) => answers[count - 1]?.promise ?? never());
    for (const action of ['a', 'b', 'c', 'd', 'e', 'f']) webhook.post(event(action));
    assert.deepEqual(actions(), ['a', 'b', 'c', 'd']);
    answers[2]?.resolve(status(204));
    await until(() => actions().length > 4);
    assert.deepEqual(actions(), ['a', 'b', 'c', 'd', 'e']);
    for (const { resolve } of answers) resolve(status(204));
    await webhook.close();
    assert.deepEqual(actions(), ['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('is told nothing more once it says that it is gone', async (t) => {
    const gone = Promise.withResolvers<Response>();
    const { webhook, actions, lines } = stubbed(t, (count) => (count === 1 ? gone.promise : status(503)));
    for (const action of ['a', 'b', 'c', 'd', 'e']) webhook.post(event(action));
    await until(() => lines.length === 4);
    gone.resolve(status(410));
    await until(() => lines.length === 5);
    webhook.post(event('f'));
    await webhook.close();
    assert.deepEqual(actions(), ['a', 'b', 'c', 'd', 'e']);
  });

  it('has a hundred events wait at most, and drops the oldest', async (t) => {
    const answered = Promise.withResolvers<Response>();
    const { webhook, actions, lines } = stubbed(t, (count) => (count <= 4 ? answered.promise : status(204)));
    for (let n = 0; n < 150; n += 1) webhook.post(event(String(n)));
    assert.equal(lines.filter((line) => line.includes('was dropped')).length, 46);
    const closed = webhook.close();
    answered.resolve(status(204));
    await closed;
    assert.deepEqual(actions(), ['0', '1', '2', '3', ...Array.from({ length: 100 }, (_, n) => String(n + 50))]);
  });

  it('drops of the kind that most of those are which wait, so that visitors push out nothing else', async (t) => {
    const answered = Promise.withResolvers<Response>();
    const { webhook, lines, bodies } = stubbed(t, (count) => (count <= 4 ? answered.promise : status(204)));
    const refused = { kind: 'key-refused', service: 'default', at: event('').at, more: 0 } as const;
    for (let n = 0; n < 150; n += 1) {
      webhook.post(event(String(n)));
      if (n === 10) webhook.post(refused);
    }
    assert.equal(lines.filter((line) => line.includes('was dropped')).length, 47);
    const closed = webhook.close();
    answered.resolve(status(204));
    await closed;
    assert.equal(bodies.length, 104);
    assert.equal(bodies.filter((body) => body.includes('alert.key_refused')).length, 1);
  });

  it('has a hundred events wait at most also where they wait for their next attempt', async (t) => {
    const { webhook, actions, lines, wait } = stubbed(t, (count) => status(count <= 110 ? 503 : 204));
    for (let n = 0; n < 104; n += 1) webhook.post(event(String(n)));
    await until(() => lines.some((line) => line.includes('was dropped')));
    for (let n = 104; n < 110; n += 1) webhook.post(event(String(n)));
    await wait(() => actions().length >= 110);
    await webhook.close();
    assert.equal(lines.filter((line) => line.includes('was dropped')).length, 10);
    assert.ok(new Set(actions().slice(110)).size <= 100);
  });

  it('is told what waits before the proxy is closed, each once more', async (t) => {
    const { webhook, actions, lines } = stubbed(t, (count) => status(count < 4 ? 500 : 200));
    webhook.post(event('a'));
    webhook.post(event('b'));
    await until(() => lines.length === 2);
    await webhook.close();
    webhook.post(event('c'));
    assert.deepEqual(actions(), ['a', 'b', 'a', 'b']);
    assert.match(lines[2] ?? '', /which is lost/);
  });
});

describe('the secret of a webhook', () => {
  for (const bytes of [24, 32, 64]) {
    it(`may have ${bytes} bytes`, () => {
      assert.ok(isWebhookSecret(`whsec_${Buffer.alloc(bytes, 1).toString('base64')}`));
    });
  }
  for (const wrong of [
    '',
    'whsec_',
    'secret',
    `whsec_${Buffer.alloc(23).toString('base64')}`,
    `whsec_${Buffer.alloc(65).toString('base64')}`,
    'whsec_=====',
  ]) {
    it(`may not be "${wrong.slice(0, 20)}"`, () => {
      assert.ok(!isWebhookSecret(wrong));
    });
  }
});

describe('what posts alerts', () => {
  it('is loaded again with the next event where that failed once, and then closes', async (t) => {
    const { url, posts } = await receiver(t);
    let count = 0;
    const webhook = {
      url,
      get secret() {
        count += 1;
        if (count === 1) throw new Error('no more files can be opened');
        return SECRET;
      },
    };
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const failing = createAlertChannels({ webhook }, { logger, secrets: new Secrets(), now: Date.now });
    await assert.rejects(async () => failing.hooks[0]?.(event('first')), /no more files/);
    await failing.hooks[0]?.(event('second'));
    await failing.close();
    assert.deepEqual(
      posts.map(({ body }) => JSON.parse(body).data.action),
      ['second'],
    );
  });

  it('closes where it could not be loaded', async () => {
    const webhook = {
      url: ADDRESS,
      get secret(): string {
        throw new Error('no more files can be opened');
      },
    };
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const failing = createAlertChannels({ webhook }, { logger, secrets: new Secrets(), now: Date.now });
    await assert.rejects(async () => failing.hooks[0]?.(event('first')), /no more files/);
    await failing.close();
  });
});
