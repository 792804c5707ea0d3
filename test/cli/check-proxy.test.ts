import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { checkProxy } from '../../src/cli/doctor/check-proxy.ts';
import { Findings } from '../../src/common/finding.ts';
import { serve } from '../support/http/serve.ts';

/** Starts a server that answers everything in one way, and returns its port. */
async function answering(t: TestContext, answer: RequestListener): Promise<number> {
  const { url, close } = await serve(answer);
  t.after(close);
  return Number(new URL(url).port);
}

/** What is found of a proxy whose answers have these headers. The address is none that says it is of this machine alone. */
async function foundOf(t: TestContext, headers: Record<string, string>, limited = true, host = '0.0.0.0') {
  const port = await answering(t, (_request, response) => response.writeHead(200, headers).end('{"status":"ok"}'));
  const findings = new Findings();
  await checkProxy(`http://${host}:${port}/rewards`, { origins: [], limited }, findings);
  return findings.all.filter(({ text }) => text.includes("the visitor's address")).map(({ level }) => level);
}

describe('rewards doctor, where it asks a proxy', () => {
  it('notices one that cannot tell its visitors apart', async (t) => {
    assert.deepEqual(await foundOf(t, {}), ['warn']);
    assert.deepEqual(await foundOf(t, { ratelimit: '"requests";r=299;t=1' }), []);
  });

  it('has nothing to notice where there is no such limit, and on this machine', async (t) => {
    assert.deepEqual(await foundOf(t, {}, false), []);
    assert.deepEqual(await foundOf(t, {}, true, '127.0.0.1'), []);
  });

  const answers: [status: number, body: string, found: RegExp][] = [
    [503, '{"status":"unavailable"}', /answers 503: it cannot record claims, and its log says why$/],
    [
      404,
      '{"code":"not-found"}',
      /answers 404: a proxy is there, and its mount is another one\. If not, what is in front/,
    ],
    [404, '<h1>Not Found</h1>', /answers 404: is the path the proxy's mount\?/],
    [502, '<h1>Bad Gateway</h1>', /answers 502: what is in front of the proxy does not reach it\. Is it running/],
    [400, '<h1>Bad Request</h1>', /answers 400: is the path the proxy's mount\?/],
    [400, '', /answers 400: what is in front of the proxy has to ask it in HTTP\/1\.1, .*no send-proxy/],
    [200, '<h1>Hello</h1>', /answers 200: is the path the proxy's mount\?/],
  ];
  for (const [status, body, found] of answers) {
    it(`says what ${status} with ${body} is likely to mean`, async (t) => {
      const port = await answering(t, (_request, response) => response.writeHead(status).end(body));
      const findings = new Findings();
      await checkProxy(`http://127.0.0.1:${port}/rewards`, { origins: [], limited: false }, findings);
      assert.deepEqual(
        findings.all.map(({ level }) => level),
        ['fail'],
      );
      assert.match(findings.all[0]?.text ?? '', found);
    });
  }

  for (const allowed of ['*', 'https://not-on-the-list.example']) {
    it(`says so where pages of any site may use it: ${allowed}`, async (t) => {
      const headers = { 'access-control-allow-origin': allowed };
      const port = await answering(t, (_request, response) => response.writeHead(200, headers).end('{"status":"ok"}'));
      const findings = new Findings();
      await checkProxy(`http://127.0.0.1:${port}/rewards`, { origins: [], limited: false }, findings);
      assert.match(findings.all.at(-1)?.text ?? '', /^pages of any site may use it/);
    });
  }

  const REFUSAL = '{"status":404,"code":"unknown-action","requestId":"1"}';
  const PAGE = '<h1>Forbidden</h1>';
  const refusals: [what: string, get: string, post: string, found: RegExp][] = [
    ['the proxy refuses', REFUSAL, REFUSAL, /^ok claims reach it, and its refusals arrive$/],
    ['refusals are replaced', PAGE, PAGE, /^fail the proxy's refusals do not arrive: .*proxy_intercept_errors off/],
    [
      'claims lose what says that they are JSON',
      REFUSAL,
      '{"code":"unsupported-media-type","requestId":"1"}',
      /^fail every claim is refused: something in front of it takes the header Content-Type/,
    ],
    ['no claim gets through', REFUSAL, PAGE, /^fail claims do not reach it: .* answers a POST with 403 by itself/],
  ];
  for (const [what, get, post, found] of refusals) {
    it(`says so where ${what}`, async (t) => {
      const port = await answering(t, ({ method, url = '' }, response) => {
        if (url === '/rewards/health') response.end('{"status":"ok"}');
        else response.writeHead(403).end(method === 'POST' ? post : get);
      });
      const findings = new Findings();
      await checkProxy(`http://127.0.0.1:${port}/rewards/`, { origins: [], limited: false }, findings);
      const told = findings.all.map(({ level, text }) => `${level} ${text}`);
      assert.equal(told.filter((line) => found.test(line)).length, 1, told.join('\n'));
    });
  }

  const ORIGIN = 'https://example.org';
  const ALLOWED = { 'access-control-allow-origin': ORIGIN };
  const HEADERS = { 'access-control-allow-headers': 'authorization, content-type, idempotency-key, *' };
  const cors: [what: string, preflight: Record<string, string>, answer: Record<string, string>, found: RegExp][] = [
    ['as the proxy sends it', { ...ALLOWED, ...HEADERS }, ALLOWED, /^ok pages of https:\/\/example\.org may use it$/],
    [
      'without a header of a claim',
      ALLOWED,
      ALLOWED,
      /^fail .* may not send authorization and content-type and idempotency-key with/,
    ],
    [
      'for less than a claim has',
      { ...ALLOWED, 'access-control-allow-headers': 'Content-Type, Authorization' },
      ALLOWED,
      /^fail .* may not send idempotency-key with a claim: something in front of it changes Access-Control-Allow-Headers/,
    ],
    ['for preflights alone', { ...ALLOWED, ...HEADERS }, {}, /^fail pages of .* cannot read its answers: /],
  ];
  for (const [what, onPreflight, onAnswer, found] of cors) {
    it(`looks at what lets a page of another origin claim: ${what}`, async (t) => {
      const port = await answering(t, ({ method, url = '', headers }, response) => {
        const isAllowed = headers.origin === ORIGIN;
        if (url.endsWith('/health')) response.end('{"status":"ok"}');
        else if (method === 'OPTIONS') response.writeHead(204, isAllowed ? onPreflight : {}).end();
        else response.writeHead(404, isAllowed ? onAnswer : {}).end(REFUSAL);
      });
      const findings = new Findings();
      await checkProxy(`http://127.0.0.1:${port}/rewards`, { origins: [ORIGIN], limited: false }, findings);
      const told = findings.all.map(({ level, text }) => `${level} ${text}`).filter((line) => line.includes(ORIGIN));
      assert.equal(told.length, 1);
      assert.match(told[0] ?? '', found);
    });
  }
});
