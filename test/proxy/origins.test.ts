import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Origins } from '../../src/proxy/http/origins.ts';
import { ORIGIN, setUp } from './support/setup.ts';

const POST = { method: 'POST', body: '{"memberId":"m-1"}' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** Addresses of every kind, with the status that an allowed site gets. */
const ADDRESSES: [path: string, method: string, status: number][] = [
  ['/rewards/actions/daily', 'GET', 200],
  ['/rewards/actions/daily/claims', 'POST', 201],
  ['/rewards/claims/none', 'GET', 404],
  ['/rewards/health', 'GET', 200],
  ['/rewards/health', 'HEAD', 200],
  ['/rewards/openapi.json', 'GET', 200],
  ['/nowhere', 'GET', 404],
  ['/rewards/health', 'DELETE', 405],
];

describe('a site', () => {
  for (const [path, method, status] of ADDRESSES) {
    it(`on the list may read ${method} ${path}, and one that is not gets 403`, async () => {
      await using setup = setUp();
      const options = method === 'POST' ? POST : { method };
      const allowed = await setup.ask(path, { ...options, headers: JSON_TYPE });
      assert.equal(allowed.status, status);
      assert.equal(allowed.headers.get('access-control-allow-origin'), ORIGIN);
      const exposed = 'x-request-id, retry-after, ratelimit, ratelimit-policy';
      assert.equal(allowed.headers.get('access-control-expose-headers'), exposed);
      assert.equal(allowed.headers.get('access-control-allow-credentials'), null);

      const before = setup.calls.length;
      const foreign = await setup.ask(path, { ...options, headers: { ...JSON_TYPE, origin: 'https://evil.example' } });
      assert.equal(foreign.status, 403);
      if (method !== 'HEAD') assert.equal(foreign.body['code'], 'origin-not-allowed');
      // So that the widget can say what is wrong, to the author of the page.
      const mayRead = method === 'GET' || method === 'HEAD';
      assert.equal(foreign.headers.get('access-control-allow-origin'), mayRead ? '*' : null);
      assert.equal(foreign.headers.get('access-control-allow-credentials'), null);
      assert.equal(foreign.headers.get('access-control-expose-headers'), null);
      assert.equal(setup.calls.length, before);
    });
  }

  it('is on the list only if its origin is exactly that', async () => {
    await using setup = setUp();
    const similar = [
      'null',
      'https://example.org/',
      'https://example.org:443',
      'https://EXAMPLE.org',
      'http://example.org',
      'https://www.example.org',
      'https://example.org.evil.example',
      'https://evilexample.org',
      'https://example.org, https://evil.example',
      '',
      '*',
    ];
    for (const origin of similar) {
      const { status, headers, body, text } = await setup.ask('/rewards/actions/daily', { headers: { origin } });
      assert.equal(status, 403, origin);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(body['code'], 'origin-not-allowed');
      assert.deepEqual(Object.keys(body).toSorted(), ['code', 'detail', 'requestId', 'status', 'title', 'type']);
      assert.ok(!text.includes('daily'));
    }
  });

  it('may be any of several', async () => {
    await using setup = setUp();
    const origin = 'http://localhost:5173';
    const { status, headers } = await setup.ask('/rewards/health', { headers: { origin } });
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, origin]);
  });
});

describe('a request without an origin', () => {
  it('is answered, unless the browser says that another site sent it', async () => {
    await using setup = setUp();
    const cases: [string | null, number][] = [
      [null, 200],
      ['same-origin', 200],
      ['same-site', 200],
      ['none', 200],
      ['cross-site', 403],
    ];
    for (const [site, status] of cases) {
      const answer = await setup.ask('/rewards/actions/daily', { headers: { origin: null, 'sec-fetch-site': site } });
      assert.equal(answer.status, status, String(site));
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
    }
    for (const site of ['cross-site', 'same-site']) {
      const headers = { ...JSON_TYPE, origin: null, 'sec-fetch-site': site };
      const claim = await setup.ask('/rewards/actions/daily/claims', { ...POST, headers });
      assert.equal(claim.status, 403);
    }
    assert.equal(setup.calls.length, 0);
    const own = { ...JSON_TYPE, origin: null, 'sec-fetch-site': 'same-origin' };
    assert.equal((await setup.ask('/rewards/actions/daily/claims', { ...POST, headers: own })).status, 201);
  });
});

describe('a preflight', () => {
  const asks = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,idempotency-key',
  };

  it('of an allowed site is granted what a widget needs, and any header that a tool on the page adds', async () => {
    await using setup = setUp();
    for (const path of ['/rewards/actions/daily/claims', '/rewards/actions/daily', '/nowhere']) {
      const { status, headers } = await setup.ask(path, { method: 'OPTIONS', headers: asks });
      assert.equal(status, 204);
      assert.equal(headers.get('access-control-allow-origin'), ORIGIN);
      assert.equal(headers.get('access-control-allow-methods'), 'GET, HEAD, POST');
      assert.equal(headers.get('access-control-allow-headers'), 'authorization, content-type, idempotency-key, *');
      assert.equal(headers.get('access-control-max-age'), '600');
    }
  });

  it('of any other site is refused', async () => {
    await using setup = setUp();
    for (const origin of ['https://evil.example', 'null']) {
      const { status, headers } = await setup.ask('/rewards/actions/daily/claims', {
        method: 'OPTIONS',
        headers: { ...asks, origin },
      });
      assert.equal(status, 403);
      for (const name of ['origin', 'methods', 'headers'])
        assert.equal(headers.get(`access-control-allow-${name}`), null);
    }
  });
});

describe('an address to go on to', () => {
  const origins = new Origins([ORIGIN, 'http://localhost:5173', 'https://xn--bcher-kva.example']);
  const own: [text: string, address: string][] = [
    ['https://example.org', `${ORIGIN}/`],
    ['https://example.org/a/../b?c#d', `${ORIGIN}/b?c#d`],
    ['HTTPS://EXAMPLE.ORG:0443/A', `${ORIGIN}/A`],
    ['https:\\\\example.org\\a', `${ORIGIN}/a`],
    ['https:example.org', `${ORIGIN}/`],
    [' ht\ntps://exam\tple.org/a ', `${ORIGIN}/a`],
    ['https://ex%61mple.org/', `${ORIGIN}/`],
    ['https://ｅxample。org/', `${ORIGIN}/`],
    ['https://example.org\\@evil.example/', `${ORIGIN}/@evil.example/`],
    ['https://example.org#@evil.example', `${ORIGIN}/#@evil.example`],
    ['https://example.org?@evil.example', `${ORIGIN}/?@evil.example`],
    ['https://example.org//evil.example', `${ORIGIN}//evil.example`],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['http://localhost:5173/', 'http://localhost:5173/'],
  ];
  for (const [text, address] of own) {
    it(`is one of the owner’s, as the browser reads it: ${JSON.stringify(text)}`, () => {
      assert.equal(origins.ownAddress(text)?.href, address);
    });
  }

  const others = [
    '',
    'null',
    'example.org',
    '/page',
    '//example.org/',
    '\\\\example.org/',
    'https://example.org./',
    'https://example.org:444/',
    'http://example.org/',
    'http://localhost/',
    'https://exаmple.org/',
    'https://bucher.example/',
    'https://example.org@evil.example/',
    'https://example.org%2f@evil.example/',
    'https://example.org%5c@evil.example/',
    'https://example.org%23@evil.example/',
    'https://evil.example#@example.org/',
    'https://visitor@example.org/',
    'https://visitor:secret@example.org/',
    'https://:secret@example.org/',
    'blob:https://example.org/4f1d1a7e',
    'BLOB:https://example.org/4f1d1a7e',
    'filesystem:https://example.org/temporary/a',
    'view-source:https://example.org/',
    'javascript://example.org/%0aalert(1)',
    'data:text/html,https://example.org/',
    'about:blank',
    'ws://example.org/',
    'wss://example.org/',
    'ftp://example.org/',
    'https://example.org:65536/',
    'https://exam ple.org/',
    'https://[example.org]/',
  ];
  for (const text of others) {
    it(`is no other: ${JSON.stringify(text)}`, () => assert.equal(origins.ownAddress(text), null));
  }
});
