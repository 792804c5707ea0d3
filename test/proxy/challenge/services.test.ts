import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { type Transport, TransportError } from '../../../src/service/index.ts';
import type { Reply } from '../support/check-reply.ts';
import { type Setup, setUp } from '../support/setup.ts';
import { gate, grant, reply, scriptedTransport } from '../support/transport.ts';
import { type Question, says, verifier } from './verifier.ts';

const MEMBER = { memberId: '123456789012345678' };
const SECRETS = { turnstile: '0x4AAAAAAA-a-secret-of-turnstile', hcaptcha: 'ES_a-secret-of-hcaptcha' };
const SERVICES = [
  { type: 'turnstile', host: 'challenges.cloudflare.com', path: '/turnstile/v0/siteverify' },
  { type: 'hcaptcha', host: 'api.hcaptcha.com', path: '/siteverify' },
] as const;
type Type = (typeof SERVICES)[number]['type'];

function start(type: Type, transport: Transport, change: { secret?: string; hostnames?: string[] } = {}): Setup {
  const challenge = { type, siteKey: 'site-key', secret: SECRETS[type], ...change };
  const daily = { title: 'D', repeats: 'daily', points: 1, remark: 'r', challenge } as const;
  return setUp({ config: { actions: { daily } }, transport });
}

const passed = { success: true, hostname: 'example.org', action: 'daily', 'error-codes': [] };
const outcome = ({ status, body }: Reply) => [status, body['code'] ?? body['status']];
const GRANTED = [201, 'granted'];
const FAILED = [403, 'challenge-failed'];
const UNAVAILABLE = [503, 'throttled'];

/** Nothing that is logged may hold the secret or the token. */
function assertDiscreet({ logs }: Setup, type: Type): void {
  const all = JSON.stringify(logs);
  assert.ok(!all.includes(SECRETS[type]) && !all.includes('the-token'), all);
}

for (const { type, host, path } of SERVICES) {
  describe(`an action with the challenge of ${type}`, () => {
    it('says what a page needs to show it, and no secret', async () => {
      await using setup = start(type, scriptedTransport(grant).transport);
      const { body, text } = await setup.ask('/rewards/actions/daily');
      assert.deepEqual(body['challenge'], { type, siteKey: 'site-key' });
      assert.ok(!text.includes(SECRETS[type]));
      const { status } = await setup.ask(`/rewards/actions/daily/challenge?memberId=${MEMBER.memberId}`);
      assert.equal(status, 404);
    });

    it('is claimed with a token that the service vouches for', async () => {
      await using service = await verifier(says(passed));
      await using setup = start(type, service.transport);
      const claim = await setup.claim('daily', { ...MEMBER, proof: { [type]: 'the-token' } });
      assert.deepEqual(outcome(claim), GRANTED);
      const [question] = service.questions;
      assert.deepEqual([question?.host, question?.path], [host, path]);
      const { secret, response, idempotency_key: key, sitekey } = question?.form ?? {};
      assert.deepEqual([secret, response], [SECRETS[type], 'the-token']);
      if (type === 'hcaptcha') assert.equal(sitekey, 'site-key');
      else assert.match(key ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    });

    it('has no second way to write a token, which the service might read alike', async () => {
      await using service = await verifier(says(passed));
      await using setup = start(type, service.transport);
      for (const token of [
        'the-token ',
        ' the-token',
        'the-token\n',
        'the-\u200btoken',
        'the-token\0',
        'the-token\ud800',
        '',
      ]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const claim = await setup.claim('daily', { ...MEMBER, proof: { [type]: token } });
        assert.deepEqual(outcome(claim), [400, 'invalid-request'], JSON.stringify(token));
      }
      assert.deepEqual(service.questions, []);
    });

    it('is not claimed without a token, for which the service is not even asked', async () => {
      await using service = await verifier(says(passed));
      await using setup = start(type, service.transport);
      for (const proof of [undefined, {}, { [type === 'turnstile' ? 'hcaptcha' : 'turnstile']: 'the-token' }]) {
        assert.deepEqual(outcome(await setup.claim('daily', { ...MEMBER, proof })), FAILED);
      }
      for (const token of ['', 'x'.repeat(8193), 7, ['the-token'], { toString: 'the-token' }]) {
        assert.equal((await setup.claim('daily', { ...MEMBER, proof: { [type]: token } })).status, 400);
      }
      assert.deepEqual([service.questions, service.calls], [[], []]);
    });

    const refused: [string, object, status?: number][] = [
      ['was used before', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
      ['is none', { success: false, hostname: null, 'error-codes': ['invalid-input-response'] }],
      ['failed without a reason', { success: false }],
      ['makes a request of no good form', { success: false, 'error-codes': ['bad-request'] }, 400],
      ['was got on another site', { ...passed, hostname: 'evil.example' }],
      ['was got on a site that ends like the own', { ...passed, hostname: 'evil-example.org' }],
      ['was got nobody knows where', { success: true, action: 'daily' }],
      ['was got on a page without a name', { ...passed, hostname: '' }],
    ];
    for (const [what, verdict, status] of refused) {
      it(`is not claimed with a token that ${what}`, async () => {
        await using service = await verifier(says(verdict, status));
        await using setup = start(type, service.transport);
        const claim = await setup.claim('daily', { ...MEMBER, proof: { [type]: 'the-token' } });
        assert.deepEqual(outcome(claim), FAILED);
        assert.equal(service.calls.length, 0);
        assertDiscreet(setup, type);
      });
    }

    const down: [string, (response: ServerResponse, question: Question) => void][] = [
      ['fails inside', says({ success: true, hostname: 'example.org', action: 'daily' }, 500)],
      ['says so with the wrong status', says(passed, 302)],
      ['answers with a page', (response) => response.end('<!doctype html><title>One moment</title>')],
      ['answers with nothing', (response) => response.end()],
      [
        'answers with half a verdict',
        (response) => void response.writeHead(200, { 'content-length': 99 }).write('{', () => response.destroy()),
      ],
      ['hangs up', (response) => response.destroy()],
      ['sends the visitor elsewhere', (response) => response.writeHead(307, { location: '/elsewhere' }).end()],
      ['never ends', (response) => void response.write(`{"success": true,${' '.repeat(20_000)}`)],
      ['says yes in words', says({ ...passed, success: 'true' })],
      ['answers with a list', says([passed])],
      ['does not know the secret', says({ success: false, 'error-codes': ['invalid-input-secret'] })],
      ['has trouble of its own', says({ success: false, 'error-codes': ['internal-error'] }, 400)],
    ];
    for (const [what, answer] of down) {
      it(`lets nobody through while the service ${what}, and uses nothing up`, async () => {
        let ill = true;
        await using service = await verifier((response, question) =>
          ill ? answer(response, question) : says(passed)(response),
        );
        await using setup = start(type, service.transport);
        const body = { ...MEMBER, proof: { [type]: 'the-token' } };
        const claim = await setup.claim('daily', body);
        assert.deepEqual(outcome(claim), UNAVAILABLE);
        assert.equal(claim.headers.get('retry-after'), '15');
        assert.equal(service.questions.length, 1);
        assert.equal(service.calls.length, 0);
        assert.equal(setup.logs.filter(({ level }) => level === 'error').length, 1);
        assertDiscreet(setup, type);
        ill = false;
        assert.deepEqual(outcome(await setup.claim('daily', body)), GRANTED);
      });
    }

    it('gives the service eight seconds, and lets nobody through when they are over', async () => {
      const asked: number[] = [];
      await using setup = start(type, async (request) => {
        asked.push(request.connectTimeoutMs, request.replyTimeoutMs, request.maxReplyBytes);
        throw new TransportError(`no whole reply to ${request.body}`, { written: true });
      });
      const claim = await setup.claim('daily', { ...MEMBER, proof: { [type]: 'a-token' } });
      assert.deepEqual(outcome(claim), UNAVAILABLE);
      assert.deepEqual(asked, [3000, 5000, 16_384]);
      assertDiscreet(setup, type);
    });

    it('takes a token once, whatever the service says, and again with the same key', async () => {
      await using service = await verifier(says(passed));
      await using setup = start(type, service.transport);
      const body = { ...MEMBER, proof: { [type]: 'the-token' } };
      const first = await setup.claim('daily', body, { 'idempotency-key': 'k' });
      assert.deepEqual(outcome(first), GRANTED);
      assert.deepEqual((await setup.claim('daily', body, { 'idempotency-key': 'k' })).body, first.body);
      assert.equal(service.questions.length, 1, 'what was answered before is not judged again');
      const other = await setup.claim('daily', { ...body, memberId: 'm-2' }, { 'idempotency-key': 'l' });
      assert.deepEqual(outcome(other), FAILED);
      assert.deepEqual(outcome(await setup.claim('daily', { ...body, memberId: 'm-2' })), FAILED);
      const [one, another] = service.questions.map(({ form }) => form['idempotency_key']);
      if (type === 'turnstile') assert.notEqual(one, another);
      assert.equal(service.calls.length, 1);
    });

    it('is claimed with a token that was got at an origin with a port', async () => {
      await using service = await verifier(says({ ...passed, hostname: 'localhost' }));
      await using setup = start(type, service.transport);
      const claim = await setup.claim('daily', { ...MEMBER, proof: { [type]: 'the-token' } });
      assert.deepEqual(outcome(claim), GRANTED);
    });

    it('takes hosts from the config in place of those of the origins', async () => {
      await using service = await verifier(says({ ...passed, hostname: 'shop.example.net' }));
      await using setup = start(type, service.transport, { hostnames: ['shop.example.net'] });
      assert.deepEqual(outcome(await setup.claim('daily', { ...MEMBER, proof: { [type]: 't' } })), GRANTED);
    });

    it('asks the service about no more than 64 claims at once', async () => {
      const { opened, open } = gate();
      let [now, most] = [0, 0];
      await using setup = start(type, async () => {
        now += 1;
        most = Math.max(most, now);
        if (now === 64) setImmediate(open);
        await opened;
        now -= 1;
        return reply(200, { success: false });
      });
      const claims = Array.from({ length: 100 }, (_, n) =>
        setup.claim('daily', { ...MEMBER, proof: { [type]: `t${n}` } }),
      );
      assert.deepEqual(new Set((await Promise.all(claims)).map(({ status }) => status)), new Set([403]));
      assert.equal(most, 64);
    });
  });
}

describe('an action with the challenge of turnstile', () => {
  for (const action of ['other', 'Daily', '', null, undefined]) {
    it(`is not claimed with a token for the action ${JSON.stringify(action)}`, async () => {
      await using service = await verifier(says({ ...passed, action }));
      await using setup = start('turnstile', service.transport);
      assert.deepEqual(outcome(await setup.claim('daily', { ...MEMBER, proof: { turnstile: 't' } })), FAILED);
      assert.match(setup.logs.find(({ level }) => level === 'warn')?.message ?? '', /an action, that is not this one/);
    });
  }

  it('keeps nobody out with the secret for tests, and says so at the start', async () => {
    await using service = await verifier(says({ success: true, hostname: 'example.com' }));
    await using setup = start('turnstile', service.transport, { secret: '1x0000000000000000000000000000000AA' });
    assert.match(setup.logs[0]?.message ?? '', /a secret of Turnstile for tests, so it keeps nobody out/);
    assert.deepEqual(outcome(await setup.claim('daily', { ...MEMBER, proof: { turnstile: 't' } })), GRANTED);
  });
});
