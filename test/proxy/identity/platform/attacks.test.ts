import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { EncryptJWT, exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Setup } from '../../support/setup.ts';
import { HOME, NOOR, openPlatform, type Platform, SECRET, signingIn, SITE, WREN } from './sign-in.ts';
import { messageOf, newVerifier, signInAddress, Visitor } from './visitor.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** A page for the visitor that says no, signs nobody in and runs nothing. */
async function refused(response: Response, status: number): Promise<string> {
  const text = await response.text();
  assert.equal(response.status, status, text);
  assert.deepEqual(response.headers.getSetCookie(), []);
  assert.equal(response.headers.get('location'), null);
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(
    response.headers.get('content-security-policy') ?? '',
    /^default-src 'none'; style.*frame-ancestors 'none'$/,
  );
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
  assert.doesNotMatch(text, /<script|javascript:/i);
  return text;
}

/** Whose claim a session's cookie or a token makes, or the status that it meets. */
async function claimant({ claim }: Setup, headers: Record<string, string>): Promise<unknown> {
  const { status, body } = await claim('daily', {}, headers);
  return status === 201 ? body['memberId'] : status;
}

describe('an attack on signing in', () => {
  let platform: Platform;
  before(async () => {
    platform = await openPlatform();
  });
  after(() => platform[Symbol.asyncDispose]());

  describe('by an address to return to that is not the owner’s', () => {
    const addresses = [
      'https://evil.example/',
      'https://example.org.evil.example/',
      'https://example.org@evil.example/',
      'https://evil.example\\@example.org/',
      'https://visitor:secret@example.org/',
      'http://example.org/',
      'https://example.org:444/',
      '//evil.example/',
      '/\\evil.example',
      '/page',
      'javascript:alert(document.domain)//https://example.org',
      'data:text/html,https://example.org',
      'null',
      `https://example.org/page?${'x'.repeat(2000)}`,
      'blob:https://example.org/page',
      'https://example.org/',
      'https://example.org/page/',
      'https://example.org/Page',
      'https://example.org/pages',
      'https://example.org//page',
      'https://example.org/page%2f',
      'https://example.org/pag%65',
      'https://example.org/out?to=https://evil.example/',
      'https://example.org/shop/../out',
      'https://example.org/shop/%2e%2e/out',
      'https://example.org/shop/..%2fout',
      'https://example.org/shop/..%5Cout',
      'https://example.org/shop',
      'https://example.org/shop\\..\\out',
      '',
    ];
    for (const returnTo of addresses) {
      it(`goes nowhere: ${returnTo.slice(0, 60)}`, async () => {
        await using setup = signingIn(platform);
        const text = await refused(await new Visitor(setup.proxy).open(signInAddress({ returnTo })), 400);
        assert.ok(!text.includes('evil.example'));
      });
    }

    it('goes nowhere without one, or with a challenge that is none', async () => {
      await using setup = signingIn(platform);
      const visitor = new Visitor(setup.proxy);
      await refused(await visitor.open(`${HOME}/rewards/sign-in`), 400);
      await refused(await visitor.open(signInAddress({ popup: true })), 400);
      await refused(await visitor.open(signInAddress({ challenge: '"><script>alert(1)</script>' })), 400);
    });

    it('splits no header', async () => {
      await using setup = signingIn(platform);
      const visitor = new Visitor(setup.proxy);
      const returnTo = `${HOME}/page?%0d%0aset-cookie:x=y\r\nset-cookie: x=y`;
      const response = await visitor.signIn(NOOR.id, { returnTo });
      assert.equal(response.headers.get('location'), `${HOME}/page?%0d%0aset-cookie:x=yset-cookie:%20x=y`);
      assert.equal(response.headers.getSetCookie().length, 2);
    });
  });

  describe('by a return that another browser, or nobody, began', () => {
    it('signs nobody in: the attacker’s own return, opened by the victim', async () => {
      await using setup = signingIn(platform);
      const attacker = new Visitor(setup.proxy);
      const back = await attacker.choose(await attacker.begin({ returnTo: HOME }), WREN.id);
      const victim = new Visitor(setup.proxy);
      await refused(await victim.open(back), 401);
      await victim.begin({ returnTo: HOME });
      await refused(await victim.open(back), 401);
      assert.doesNotMatch(victim.cookieFor(new URL(HOME)), /__Host-rewards=/);
    });

    it('signs nobody in: the attacker’s code in the victim’s return', async () => {
      await using setup = signingIn(platform);
      const attacker = new Visitor(setup.proxy);
      const stolen = await attacker.choose(await attacker.begin({ returnTo: HOME }), WREN.id);
      const victim = new Visitor(setup.proxy);
      const back = await victim.choose(await victim.begin({ returnTo: HOME }), NOOR.id);
      back.searchParams.set('code', stolen.searchParams.get('code') ?? '');
      await refused(await victim.open(back), 401);
    });

    for (const [name, change] of [
      ['no state', (query: URLSearchParams) => query.delete('state')],
      ['another state', (query: URLSearchParams) => query.set('state', 'x'.repeat(43))],
      ['two states', (query: URLSearchParams) => query.append('state', 'x'.repeat(43))],
      ['two codes', (query: URLSearchParams) => query.append('code', 'x')],
      ['no code', (query: URLSearchParams) => query.delete('code')],
      ['another issuer', (query: URLSearchParams) => query.set('iss', 'https://evil.example')],
      ['a token in the address', (query: URLSearchParams) => query.set('id_token', 'a.b.c')],
      ['an encrypted answer', (query: URLSearchParams) => query.set('response', 'a.b.c')],
    ] as const) {
      it(`signs nobody in: ${name}`, async () => {
        await using setup = signingIn(platform);
        const visitor = new Visitor(setup.proxy);
        const back = await visitor.choose(await visitor.begin({ returnTo: HOME }), NOOR.id);
        change(back.searchParams);
        const response = await visitor.open(back);
        await refused(response, 401);
        assert.doesNotMatch(visitor.cookieFor(new URL(HOME)), /__Host-rewards=/);
      });
    }

    it('does not spoil the sign-in that is under way', async () => {
      await using setup = signingIn(platform);
      const visitor = new Visitor(setup.proxy);
      const back = await visitor.choose(await visitor.begin({ returnTo: HOME }), NOOR.id);
      await refused(await visitor.open(`${HOME}/rewards/sign-in/callback?code=x&state=x`), 401);
      assert.equal((await visitor.open(back)).status, 303);
    });

    it('signs nobody in who took more than ten minutes', async () => {
      await using setup = signingIn(platform);
      const visitor = new Visitor(setup.proxy);
      const back = await visitor.choose(await visitor.begin({ returnTo: HOME }), NOOR.id);
      setup.clock.now += 600_000;
      await refused(await visitor.open(back), 401);
    });

    it('repeats nothing of an error that the address brings', async () => {
      await using setup = signingIn(platform);
      const visitor = new Visitor(setup.proxy);
      const { searchParams } = await visitor.begin();
      const evil = '<img src=x onerror=alert(1)>';
      const query = new URLSearchParams({
        state: searchParams.get('state') ?? '',
        error: evil,
        error_description: evil,
      });
      const text = await refused(await visitor.open(`${HOME}/rewards/sign-in/callback?${query}`), 401);
      assert.ok(!text.includes('onerror'));
      assert.ok(!JSON.stringify(setup.logs).includes('onerror'));
    });
  });

  describe('by a platform that is not what it says', () => {
    const tokens = { access_token: 'a', token_type: 'bearer' };
    const cases: [string, number, (path: string, response: ServerResponse) => unknown][] = [
      [
        'it redirects the request for a token',
        502,
        (_path, response) => response.writeHead(307, { location: 'http://127.0.0.1:1' }).end(),
      ],
      ['it gives no token', 401, (_path, response) => json(response, {})],
      ['it answers with a page', 502, (_path, response) => response.end('<p>hello</p>')],
      ['its profile is a list', 502, (path, response) => json(response, path === '/token' ? tokens : [])],
      ['its profile has no id', 500, (path, response) => json(response, path === '/token' ? tokens : { name: 'x' })],
      ['its id is no member’s', 500, (path, response) => json(response, path === '/token' ? tokens : { id: 'a b\n' })],
      [
        'its id is a number beyond 2^53',
        500,
        (path, response) => json(response, path === '/token' ? tokens : { id: 2 ** 60 }),
      ],
      [
        'it cannot tell who is in the community',
        502,
        (path, response) =>
          path.includes('guilds')
            ? response.writeHead(429).end()
            : json(response, path === '/token' ? tokens : { id: '1' }),
      ],
    ];
    for (const [name, status, answer] of cases) {
      it(`signs nobody in: ${name}`, async () => {
        await using other = await openPlatform(
          (request: IncomingMessage, response: ServerResponse) => void answer(request.url ?? '', response),
        );
        await using setup = signingIn(other, { serverId: '7' });
        const visitor = new Visitor(setup.proxy);
        const { searchParams } = await visitor.begin({ returnTo: HOME });
        const back = `${HOME}/rewards/sign-in/callback?code=c&state=${searchParams.get('state')}`;
        await refused(await visitor.open(back), status);
      });
    }
    for (const [name, { status, forged = false, keys = true, profile = null }] of [
      ['in', { status: 303 }],
      ['nobody in: the profile is of another member', { status: 401, profile: WREN.id }],
      ['nobody in: it is not signed with the platform’s key', { status: 401, forged: true }],
      ['nobody in: the platform does not say where its keys are', { status: 502, keys: false }],
    ] as const) {
      it(`signs ${name} by an ID token`, async () => {
        const own = await generateKeyPair('RS256');
        const { privateKey } = forged ? await generateKeyPair('RS256') : own;
        const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', use: 'sig', alg: 'RS256' };
        let idToken = '';
        await using other: Platform = await openPlatform((request: IncomingMessage, response: ServerResponse) => {
          const { url } = other;
          const metadata = { issuer: url, authorization_endpoint: `${url}/auth`, token_endpoint: `${url}/token` };
          if (request.url === '/jwks') json(response, { keys: [jwk] });
          else if (request.url === '/token') json(response, { ...tokens, id_token: idToken });
          else if (request.url === '/user') json(response, { sub: profile });
          else {
            const others = {
              ...(keys && { jwks_uri: `${url}/jwks` }),
              ...(profile && { userinfo_endpoint: `${url}/user` }),
            };
            json(response, { ...metadata, ...others });
          }
        });
        const describesItself = { preset: undefined, endpoints: undefined, issuer: other.url };
        await using setup = signingIn(other, describesItself);
        const visitor = new Visitor(setup.proxy);
        const { searchParams } = await visitor.begin({ returnTo: HOME });
        idToken = await new SignJWT({ nonce: searchParams.get('nonce') })
          .setProtectedHeader({ alg: 'RS256', kid: 'one' })
          .setIssuer(other.url)
          .setAudience(searchParams.get('client_id') ?? '')
          .setSubject(NOOR.id)
          .setIssuedAt()
          .setExpirationTime('5m')
          .sign(privateKey);
        const back = `${HOME}/rewards/sign-in/callback?code=c&state=${searchParams.get('state')}`;
        const response = await visitor.open(back);
        if (status === 303) assert.equal(response.status, status, await response.text());
        else await refused(response, status);
        if (!keys) assert.match(JSON.stringify(setup.logs.filter(({ level }) => level === 'warn')), /jwks_uri/);
      });
    }
  });

  describe('by something sealed for another purpose', () => {
    it('meets a refusal everywhere', async () => {
      await using setup = signingIn(platform);
      const { verifier, challenge } = newVerifier();
      const visitor = new Visitor(setup.proxy);
      const { code } = await messageOf(await visitor.signIn(NOOR.id, { returnTo: HOME, popup: true, challenge }));
      const session = visitor.cookieFor(new URL(HOME)).replace('__Host-rewards=', '');
      const sealed = { code: code ?? '', session };
      for (const text of Object.values(sealed)) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other reads best in a failure
        assert.equal(await claimant(setup, { origin: HOME, authorization: `Bearer ${text}` }), 401);
      }
      assert.equal(await claimant(setup, { origin: HOME, cookie: `__Host-rewards=${code}` }), 401);
      const body = JSON.stringify({ code: session, verifier });
      assert.equal(
        (await setup.ask('/rewards/sign-in/token', { method: 'POST', headers: JSON_TYPE, body })).status,
        401,
      );
      const flow = await visitor.open(`${HOME}/rewards/sign-in/callback?state=x`, {
        headers: { cookie: `__Host-rewards-sign-in=${session}` },
      });
      await refused(flow, 401);
    });

    const forged = async (secret: string, header: object): Promise<string> =>
      new EncryptJWT({ sub: NOOR.id, name: null, signedInAt: Date.now() })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: 'rewards-session+jwt', ...header })
        .setExpirationTime('1h')
        .encrypt(new TextEncoder().encode(secret).slice(0, 32));
    const plain = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const cookies: [string, () => string | Promise<string>][] = [
      ['the secret itself as the key', () => forged(SECRET, {})],
      ['a secret of the attacker’s', () => forged('another secret of thirty-two bytes..', {})],
      [
        'no algorithm',
        () => `${plain({ alg: 'none' })}.${plain({ sub: NOOR.id, name: null, signedInAt: 1, exp: 9e9 })}.`,
      ],
      ['nothing', () => ''],
      ['much', () => 'x'.repeat(10_000)],
    ];
    for (const [name, make] of cookies) {
      it(`is no session: ${name}`, async () => {
        await using setup = signingIn(platform);
        assert.equal(await claimant(setup, { origin: HOME, cookie: `__Host-rewards=${await make()}` }), 401);
        assert.equal(setup.calls.length, 0);
      });
    }

    it('is no session that was changed in one place, wherever', async () => {
      await using setup = signingIn(platform);
      const visitor = new Visitor(setup.proxy);
      await visitor.signIn(NOOR.id, { returnTo: HOME });
      const good = visitor.cookieFor(new URL(HOME));
      for (let at = '__Host-rewards='.length; at < good.length; at += 7) {
        const other = good[at] === 'A' ? 'B' : 'A';
        const cookie = good.slice(0, at) + other + good.slice(at + 1);
        // oxlint-disable-next-line no-await-in-loop -- one after the other reads best in a failure
        assert.equal(await claimant(setup, { origin: HOME, cookie }), 401, String(at));
      }
    });
  });

  describe('by another site', () => {
    it('gets nothing with a session that it has the browser send', async () => {
      await using setup = signingIn(platform);
      const visitor = new Visitor(setup.proxy);
      await visitor.signIn(NOOR.id, { returnTo: HOME });
      const cookie = visitor.cookieFor(new URL(HOME));
      const { claim } = setup;
      assert.equal((await claim('daily', {}, { origin: 'https://evil.example', cookie })).status, 403);
      assert.equal((await claim('daily', {}, { origin: 'null', cookie })).status, 403);
      assert.equal((await claim('daily', {}, { origin: null, cookie })).status, 403);
      assert.equal((await claim('daily', {}, { origin: null, cookie, 'sec-fetch-site': 'same-site' })).status, 403);
      assert.equal((await claim('daily', {}, { origin: SITE, cookie })).status, 401);
      const form = { 'content-type': 'application/x-www-form-urlencoded', cookie };
      assert.equal((await claim('daily', {}, { ...form, origin: 'https://evil.example' })).status, 403);
      assert.equal((await claim('daily', {}, { ...form, origin: null })).status, 403);
      assert.equal((await claim('daily', {}, { 'content-type': 'text/plain', origin: HOME, cookie })).status, 415);
      assert.equal(setup.calls.length, 0);
      assert.equal(await claimant(setup, { origin: HOME, cookie }), NOOR.id);
    });

    it('ends nobody’s session', async () => {
      await using setup = signingIn(platform);
      for (const origin of [null, 'https://evil.example', 'null']) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other reads best in a failure
        const { status, headers } = await setup.ask('/rewards/sign-out', { method: 'POST', headers: { origin } });
        assert.deepEqual([status, headers.getSetCookie()], [403, []]);
      }
      assert.equal((await setup.ask('/rewards/sign-out')).status, 405);
    });

    it('shows the pages in no frame, and gets no answer by a script', async () => {
      await using setup = signingIn(platform);
      for (const destination of ['iframe', 'embed', 'object', 'empty', 'image', 'script']) {
        const headers = { origin: null, 'sec-fetch-dest': destination, 'sec-fetch-site': 'cross-site' };
        // oxlint-disable-next-line no-await-in-loop -- one after the other reads best in a failure
        const { status } = await setup.ask(signInAddress().slice(HOME.length), { headers });
        assert.equal(status, 403, destination);
      }
    });

    it('cannot use a code or a token that a widget on one of the owner’s sites got', async () => {
      await using setup = signingIn(platform);
      const { verifier, challenge } = newVerifier();
      const message = await messageOf(await new Visitor(setup.proxy).signIn(NOOR.id, { popup: true, challenge }));
      const redeem = (origin: string | null, given: object = {}) =>
        setup.ask('/rewards/sign-in/token', {
          method: 'POST',
          headers: { ...JSON_TYPE, origin },
          body: JSON.stringify({ code: message.code, verifier, ...given }),
        });
      assert.equal((await redeem('https://evil.example')).status, 403);
      assert.equal((await redeem(HOME)).status, 401);
      assert.equal((await redeem(null)).status, 401);
      assert.equal((await redeem(SITE, { verifier: newVerifier().verifier })).status, 401);
      assert.equal((await redeem(SITE, { verifier: challenge })).status, 401);
      assert.equal((await redeem(SITE, { code: 'a.b.c.d.e' })).status, 401);
      assert.equal((await redeem(SITE, { code: 7 })).status, 400);
      assert.equal((await redeem(SITE, { more: 1 })).status, 400);
      const { body } = await redeem(SITE);
      assert.equal((await redeem(SITE)).status, 401);

      const authorization = `Bearer ${String(body['token'])}`;
      assert.equal(await claimant(setup, { origin: HOME, authorization }), 401);
      assert.equal((await setup.claim('daily', {}, { origin: null, authorization })).status, 403);
      assert.equal((await setup.claim('daily', { memberId: WREN.id }, { authorization })).status, 400);
      assert.equal(await claimant(setup, { authorization }), NOOR.id);
    });

    it('has no code after two minutes', async () => {
      await using setup = signingIn(platform);
      const { verifier, challenge } = newVerifier();
      const { code } = await messageOf(await new Visitor(setup.proxy).signIn(NOOR.id, { popup: true, challenge }));
      setup.clock.now += 120_000;
      const body = JSON.stringify({ code, verifier });
      const { status } = await setup.ask('/rewards/sign-in/token', { method: 'POST', headers: JSON_TYPE, body });
      assert.equal(status, 401);
    });
  });
});

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
