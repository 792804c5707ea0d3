import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { COMMUNITY, HOME, NOOR, openPlatform, type Platform, SECRET, signingIn, SITE, WREN } from './sign-in.ts';
import { claimAtHome, tokenFor } from './signed-in.ts';
import { locationOf, messageOf, newVerifier, signInAddress, Visitor } from './visitor.ts';

const HOUR_MS = 3_600_000;

describe('signing in with the platform', () => {
  let platform: Platform;
  before(async () => {
    platform = await openPlatform();
  });
  after(() => platform[Symbol.asyncDispose]());

  it('asks for the id alone, with PKCE and a state', async () => {
    await using setup = signingIn(platform);
    const address = await new Visitor(setup.proxy).begin();
    const { code_challenge = '', state = '', ...rest } = Object.fromEntries(address.searchParams);
    assert.equal(address.origin, platform.url);
    assert.deepEqual(rest, {
      scope: 'identify',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${HOME}/rewards/sign-in/callback`,
      client_id: 'rewards',
    });
    assert.match(code_challenge, /^[\w-]{43}$/);
    assert.match(state, /^[\w-]{43}$/);
  });

  it('says itself that its window and the page may know each other, so that no server in front says otherwise', async () => {
    await using setup = signingIn(platform);
    const visitor = new Visitor(setup.proxy);
    const asked = await visitor.open(signInAddress());
    assert.match(await asked.text(), /Sign in with Harbour Lights\?/);
    const sent = await visitor.open(signInAddress({ returnTo: HOME }), {
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    assert.equal(sent.status, 303);
    const passed = await visitor.send(new URL(signInAddress()).searchParams, SITE);
    assert.match(await passed.text(), /One moment/);
    const ended = await visitor.signIn(NOOR.id);
    for (const { headers } of [asked, sent, passed, ended])
      assert.equal(headers.get('cross-origin-opener-policy'), 'unsafe-none');
  });

  it('gives pages of the own origin a session, with which a member claims points and roles', async () => {
    await using setup = signingIn(platform);
    const visitor = new Visitor(setup.proxy);
    const response = await visitor.signIn(NOOR.id, { returnTo: `${HOME}/page?x=1#top` });
    assert.equal(locationOf(response).href, `${HOME}/page?x=1#top`);
    const [cleared, session = ''] = response.headers.getSetCookie();
    assert.match(cleared ?? '', /^__Host-rewards-sign-in=; Max-Age=0;/);
    assert.match(session, /^__Host-rewards=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    assert.ok(!session.includes(NOOR.id) && !Buffer.from(session, 'base64url').includes(NOOR.id));

    for (const action of ['daily', 'role']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other reads best in a failure
      const { status, body } = await claimAtHome(setup, visitor, action);
      assert.deepEqual([status, body['memberId']], [201, NOOR.id]);
    }
  });

  it('lets a page without a script sign its visitor in by a link, and claim by a form', async () => {
    await using setup = signingIn(platform);
    const visitor = new Visitor(setup.proxy);
    await visitor.signIn(NOOR.id, { returnTo: `${HOME}/page` });
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: HOME };
    const claim = (headers: Record<string, string>) =>
      setup.ask('/rewards/actions/daily/claims', { method: 'POST', headers, body: `_return=${HOME}/page` });
    const { status, headers } = await claim({ ...form, cookie: visitor.cookieFor(new URL(HOME)) });
    assert.deepEqual([status, headers.get('location')], [303, `${HOME}/page?rewards=granted`]);
    assert.equal((await claim(form)).headers.get('location'), `${HOME}/page?rewards=sign-in-required`);
  });

  it('tells the widget how to sign in, and once that is done who it was', async () => {
    await using setup = signingIn(platform);
    const visitor = new Visitor(setup.proxy);
    const signIn = { platform: 'Harbour Lights', url: `${HOME}/rewards/sign-in`, member: null };
    const at = await setup.ask('/rewards/actions/daily?memberId=typed-elsewhere');
    assert.deepEqual([at.status, at.body['signIn'], at.body['member']], [200, signIn, null]);
    await visitor.signIn(NOOR.id, { returnTo: HOME });
    const headers = { origin: null, cookie: visitor.cookieFor(new URL(HOME)) };
    const { body } = await setup.ask('/rewards/actions/daily?memberId=typed-elsewhere', { headers });
    assert.deepEqual(body['signIn'], { ...signIn, member: NOOR.name });
    assert.equal(Object(body['member'])['memberId'], NOOR.id);
  });

  it('gives a widget on another origin a token, and the browser no session that it could not use', async () => {
    await using setup = signingIn(platform);
    const authorization = `Bearer ${await tokenFor(setup, NOOR.id)}`;
    const { status, body } = await setup.claim('role', {}, { authorization });
    assert.deepEqual([status, body['memberId']], [201, NOOR.id]);
    const seen = await setup.ask('/rewards/actions/daily', { headers: { authorization } });
    assert.equal(Object(seen.body['signIn'])['member'], NOOR.name);

    const visitor = new Visitor(setup.proxy);
    const response = await visitor.signIn(NOOR.id);
    assert.equal(response.headers.getSetCookie().length, 1);
    assert.equal(visitor.cookieFor(new URL(HOME)), '');
  });

  it('knows its cookie on a site behind a password, which the browser adds to each request', async () => {
    await using setup = signingIn(platform);
    const visitor = new Visitor(setup.proxy);
    await visitor.signIn(NOOR.id, { returnTo: HOME });
    const authorization = `Basic ${btoa('staging:secret')}`;
    const headers = { origin: HOME, cookie: visitor.cookieFor(new URL(HOME)), authorization };
    const seen = await setup.ask('/rewards/actions/daily', { headers });
    assert.equal(Object(seen.body['signIn'])['member'], NOOR.name);
    assert.equal((await setup.claim('daily', {}, headers)).status, 201);
    const stranger = await setup.ask('/rewards/actions/daily', { headers: { authorization } });
    assert.deepEqual([stranger.status, stranger.body['member']], [200, null]);
  });

  it('knows its cookie on a page of its own that names no origin (Referrer-Policy: no-referrer)', async () => {
    await using setup = signingIn(platform);
    const visitor = new Visitor(setup.proxy);
    await visitor.signIn(NOOR.id, { returnTo: HOME });
    const headers = { origin: 'null', cookie: visitor.cookieFor(new URL(HOME)) };
    assert.equal((await setup.claim('daily', {}, { ...headers, 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await setup.claim('daily', {}, { ...headers, 'sec-fetch-site': 'same-origin' })).status, 201);
  });

  it('returns to the page that asked, with a code where there is no window to hand it over', async () => {
    await using setup = signingIn(platform);
    const { challenge, verifier } = newVerifier();
    const there = locationOf(await new Visitor(setup.proxy).signIn(NOOR.id, { challenge }));
    const [, page, code] = /^(.*)\?rewards-sign-in=([\w.-]+)$/.exec(there.href) ?? [];
    assert.equal(page, `${SITE}/page?x=1#top`);
    const body = JSON.stringify({ code, verifier });
    const headers = { 'content-type': 'application/json' };
    assert.equal((await setup.ask('/rewards/sign-in/token', { method: 'POST', headers, body })).status, 200);
  });

  it('puts the code at the end of the fragment, whatever stands there', async () => {
    await using setup = signingIn(platform);
    for (const [fragment, returned] of [
      ['', '#rewards-sign-in='],
      ['#', '#rewards-sign-in='],
      ['#/route', '#/route?rewards-sign-in='],
      ['#/route?x=1', '#/route?x=1&rewards-sign-in='],
      ['#rewards-sign-in=of-another', '#rewards-sign-in='],
      ['#/route?rewards-sign-in=of-another', '#/route?rewards-sign-in='],
    ]) {
      const returnTo = `${SITE}/page${fragment}`;
      const { challenge } = newVerifier();
      // oxlint-disable-next-line no-await-in-loop -- one after the other reads best in a failure
      const there = locationOf(await new Visitor(setup.proxy).signIn(NOOR.id, { returnTo, challenge }));
      assert.equal(there.href.replace(/=ey[\w.-]+$/, '='), `${SITE}/page${returned}`);
    }
  });

  it('puts no code into addresses of the own origin, which have the cookie', async () => {
    await using setup = signingIn(platform);
    const { challenge } = newVerifier();
    const returned = await new Visitor(setup.proxy).signIn(NOOR.id, { returnTo: `${HOME}/page`, challenge });
    assert.equal(locationOf(returned).href, `${HOME}/page`);
    const shown = await new Visitor(setup.proxy).signIn(NOOR.id, { returnTo: `${HOME}/page`, challenge, popup: true });
    assert.match(await shown.text(), /<a href="https:\/\/rewards\.example\/page">/);
  });

  it('leaves a visitor as they were who does not want to', async () => {
    await using setup = signingIn(platform);
    const { challenge } = newVerifier();
    const visitor = new Visitor(setup.proxy);
    const returned = await visitor.signIn('nobody', { returnTo: `${HOME}/page`, challenge });
    assert.equal(locationOf(returned).href, `${HOME}/page`);
    assert.equal(visitor.cookieFor(new URL(HOME)), '');
    const shown = await visitor.signIn('nobody', { popup: true, challenge });
    assert.deepEqual(await messageOf(shown), { origin: SITE, challenge, code: null });
  });

  it('ends when the visitor signs out', async () => {
    await using setup = signingIn(platform);
    const visitor = new Visitor(setup.proxy);
    await visitor.signIn(NOOR.id, { returnTo: HOME });
    const out = await visitor.open(`${HOME}/rewards/sign-out`, { method: 'POST', headers: { origin: HOME } });
    assert.deepEqual(await out.json(), { signedOut: true });
    assert.equal(visitor.cookieFor(new URL(HOME)), '');
    assert.equal((await claimAtHome(setup, visitor)).status, 401);
  });

  it('ends by itself, after the days of the config and a token after an hour', async () => {
    await using setup = signingIn(platform, { sessionDays: 2 });
    const visitor = new Visitor(setup.proxy);
    await visitor.signIn(NOOR.id, { returnTo: HOME });
    const authorization = `Bearer ${await tokenFor(setup, WREN.id)}`;
    setup.clock.now += HOUR_MS - 10_000;
    assert.equal((await setup.claim('daily', {}, { authorization })).status, 201);
    setup.clock.now += 20_000;
    assert.equal((await setup.claim('role', {}, { authorization })).status, 401);
    assert.equal((await setup.ask('/rewards/actions/role', { headers: { authorization } })).status, 401);
    setup.clock.now += 46 * HOUR_MS;
    assert.equal((await claimAtHome(setup, visitor)).status, 201);
    setup.clock.now += 2 * HOUR_MS;
    assert.equal((await claimAtHome(setup, visitor, 'role')).status, 401);
  });

  it('goes on while a new secret takes the place of the old one', async () => {
    const visitor = await (async () => {
      await using setup = signingIn(platform);
      const early = new Visitor(setup.proxy);
      await early.signIn(NOOR.id, { returnTo: HOME });
      return early;
    })();
    const next = 'the next secret of thirty-two bytes or more';
    await using both = signingIn(platform, { secrets: [next, SECRET] });
    assert.equal((await claimAtHome(both, visitor)).status, 201);
    await using later = signingIn(platform, { secrets: [next] });
    assert.equal((await claimAtHome(later, visitor)).status, 401);
  });

  it('takes the id from a platform that describes itself, and holds it to its ID token', async () => {
    await using setup = signingIn(platform, {
      preset: undefined,
      endpoints: undefined,
      issuer: platform.url,
      memberName: 'name',
    });
    const visitor = new Visitor(setup.proxy);
    const address = await visitor.begin({ returnTo: HOME });
    assert.equal(address.searchParams.get('scope'), 'openid');
    assert.match(address.searchParams.get('nonce') ?? '', /^[\w-]{43}$/);
    await visitor.open(await visitor.choose(address, NOOR.id));
    const { status, body } = await claimAtHome(setup, visitor);
    assert.deepEqual([status, body['memberId']], [201, NOOR.id]);
    const headers = { origin: null, cookie: visitor.cookieFor(new URL(HOME)) };
    const seen = await setup.ask('/rewards/actions/daily', { headers });
    assert.equal(Object(seen.body['signIn'])['member'], NOOR.name);
  });

  describe('for members of the community alone', () => {
    const cases: [string, Parameters<typeof signingIn>[1], boolean][] = [
      ['as the platform says', { serverId: COMMUNITY.id }, true],
      ['of another one', { serverId: '1' }, false],
      ['as the owner says', { isMember: ({ id }) => id === NOOR.id }, true],
      ['as the owner says of others', { isMember: async ({ id }) => id === WREN.id }, false],
    ];
    for (const [name, settings, welcome] of cases) {
      it(`lets ${welcome ? 'in' : 'nobody in'} who is one, ${name}`, async () => {
        await using setup = signingIn(platform, settings);
        const visitor = new Visitor(setup.proxy);
        const response = await visitor.signIn(NOOR.id, { returnTo: HOME });
        assert.equal(response.status, welcome ? 303 : 401);
        assert.equal(visitor.cookieFor(new URL(HOME)).startsWith('__Host-rewards='), welcome);
        if (!welcome) assert.match(await response.text(), /not in the community/);
      });
    }

    it('asks the platform for no more than that takes', async () => {
      await using setup = signingIn(platform, { serverId: COMMUNITY.id });
      const address = await new Visitor(setup.proxy).begin();
      assert.equal(address.searchParams.get('scope'), 'identify guilds.members.read');
    });
  });

  it('says that the platform does not answer, and goes on when it does', async () => {
    await using setup = signingIn({ url: 'http://127.0.0.1:1' });
    const visitor = new Visitor(setup.proxy);
    const { searchParams } = await visitor.begin();
    const back = `${HOME}/rewards/sign-in/callback?code=c&state=${searchParams.get('state')}`;
    const response = await visitor.open(back);
    assert.equal(response.status, 502);
    assert.match(await response.text(), /Harbour Lights does not answer at the moment/);
    assert.ok(setup.logs.some(({ level, message }) => level === 'warn' && /sign-in/.test(message)));

    await using undescribed = signingIn(platform, {
      preset: undefined,
      endpoints: undefined,
      issuer: 'http://127.0.0.1:1',
    });
    for (const _ of [1, 2]) {
      // oxlint-disable-next-line no-await-in-loop -- the second must not find the first one's failure kept
      assert.equal((await new Visitor(undescribed.proxy).open(signInAddress())).status, 502);
    }

    await using described = signingIn(platform, { preset: undefined, endpoints: undefined, issuer: platform.url });
    const begun = async () => (await new Visitor(described.proxy).open(signInAddress())).status;
    platform.status = 503;
    assert.equal(await begun(), 502);
    platform.status = null;
    assert.equal(await begun(), 200);
  });

  it('writes neither member, code nor secret into the log', async () => {
    await using setup = signingIn(platform);
    const visitor = new Visitor(setup.proxy);
    const address = await visitor.begin({ returnTo: HOME });
    const back = await visitor.choose(address, NOOR.id);
    await visitor.open(back);
    await visitor.open(back);
    const log = JSON.stringify(setup.logs);
    const secrets = [NOOR.id, NOOR.name, back.searchParams.get('code'), back.searchParams.get('state'), SECRET];
    for (const secret of [...secrets, 'the secret of the application', visitor.cookieFor(new URL(HOME))]) {
      assert.ok(secret && !log.includes(secret));
    }
  });
});
