import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { HOME, NOOR, openPlatform, type Platform, signingIn, SITE } from './sign-in.ts';
import { locationOf, messageOf, newVerifier, signInAddress, Visitor, type Wish } from './visitor.ts';

const wishFor = (wish: Wish = {}) => new URL(signInAddress(wish)).searchParams;

/** Whether the visitor was sent on at once or asked first, and where they can go from there. */
async function wayOn(response: Response): Promise<{ asked: boolean; address: URL; text: string }> {
  const text = await response.text();
  const [, link] = /<a href="(.*?)">Go on to Harbour Lights<\/a>/.exec(text) ?? [];
  assert.equal(response.status, link === undefined ? 303 : 200);
  const asked = link !== undefined && !response.headers.has('refresh');
  const address = asked ? new URL(link.replaceAll('&amp;', '&')) : locationOf(response);
  assert.equal(address.pathname, '/auth');
  assert.match(response.headers.getSetCookie().join(), /^__Host-rewards-sign-in=ey[^,]+$/);
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
  return { asked, address, text };
}

describe('the beginning of a sign-in', () => {
  let platform: Platform;
  before(async () => {
    platform = await openPlatform();
  });
  after(() => platform[Symbol.asyncDispose]());

  const { challenge } = newVerifier();
  const own = { returnTo: `${HOME}/page` };
  const site = (value: string) => ({ headers: { 'sec-fetch-site': value } });

  const atOnce: [string, (visitor: Visitor) => Promise<Response>][] = [
    ['a form of the page to come back to', (visitor) => visitor.send(wishFor({ challenge }), SITE)],
    ['such a form, for a window', (visitor) => visitor.send(wishFor({ challenge, popup: true }), SITE)],
    ['such a form without a script', (visitor) => visitor.send(wishFor(), SITE)],
    ['a form of the proxy’s own origin', (visitor) => visitor.send(wishFor({ ...own, challenge }), HOME)],
    ['a link of the proxy’s own origin', (visitor) => visitor.open(signInAddress(own), site('same-origin'))],
    [
      'a window that a page of the proxy’s own origin opened',
      (visitor) => visitor.open(signInAddress({ ...own, challenge, popup: true }), site('same-origin')),
    ],
  ];
  for (const [name, open] of atOnce) {
    it(`goes to the platform at once, by ${name}`, async () => {
      await using setup = signingIn(platform);
      assert.equal((await wayOn(await open(new Visitor(setup.proxy)))).asked, false);
    });
  }

  it('takes a form as any other is taken', async () => {
    await using setup = signingIn(platform);
    const send = (headers: Record<string, string>, body: string) =>
      setup.ask('/rewards/sign-in', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body,
      });
    assert.equal((await send({}, 'x'.repeat(17_000))).status, 413);
    assert.equal((await send({ 'content-encoding': 'gzip' }, 'x')).status, 415);
  });

  const first: [string, (visitor: Visitor) => Promise<Response>][] = [
    ['a link of another site', (visitor) => visitor.open(signInAddress({ challenge }))],
    ['a link of another site to the own origin', (visitor) => visitor.open(signInAddress({ ...own, challenge }))],
    ['a link of a neighbour', (visitor) => visitor.open(signInAddress({ ...own, challenge }), site('same-site'))],
    ['an address that was typed, or is in a mail', (visitor) => visitor.open(signInAddress(own), site('none'))],
    ['a link of the own origin to another site', (visitor) => visitor.open(signInAddress(), site('same-origin'))],
    ['a form of another site', (visitor) => visitor.send(wishFor({ challenge }), 'https://evil.example')],
    ['a form of a frame without a name', (visitor) => visitor.send(wishFor({ challenge }), 'null')],
    ['a form of a page that names itself to nobody', (visitor) => visitor.send(wishFor({ challenge }), null)],
    ['a form of another of the owner’s sites', (visitor) => visitor.send(wishFor({ challenge }), HOME)],
    ['a form of the site to the own origin', (visitor) => visitor.send(wishFor({ ...own, challenge }), SITE)],
  ];
  for (const [name, open] of first) {
    it(`asks the visitor first, by ${name}`, async () => {
      await using setup = signingIn(platform);
      const { asked, text } = await wayOn(await open(new Visitor(setup.proxy)));
      assert.ok(asked);
      assert.match(text, /<h1>Sign in with Harbour Lights\?<\/h1>/);
      assert.match(text, /Then (?:example\.org|rewards\.example) knows who you are/);
      assert.doesNotMatch(text, /<script|<form|opener/);
    });
  }

  it('lets the opener answer, in a window, if that is a page of the site to come back to', async () => {
    await using setup = signingIn(platform);
    const response = await new Visitor(setup.proxy).open(signInAddress({ challenge, popup: true }));
    assert.match(
      response.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; script-src 'sha256-[\w+/]+=*'; style.*; form-action 'none'; frame-ancestors 'none'$/,
    );
    const text = (await response.clone().text()).replaceAll('&quot;', '"');
    assert.ok((await wayOn(response)).asked);
    const message = JSON.stringify({ type: 'rewards-sign-in', challenge, asks: true });
    assert.ok(text.includes(`<script data-origin="${SITE}" data-message="${message}">`), text);
  });

  it('goes on from the question as from anywhere', async () => {
    await using setup = signingIn(platform);
    const visitor = new Visitor(setup.proxy);
    const { address } = await wayOn(await visitor.open(signInAddress({ challenge, popup: true })));
    const message = await messageOf(await visitor.open(await visitor.choose(address, NOOR.id)));
    assert.deepEqual([message.origin, message.challenge], [SITE, challenge]);
    assert.match(message.code ?? '', /^ey/);
  });

  it('cannot go round the question with what another browser was given', async () => {
    await using setup = signingIn(platform);
    const attacker = new Visitor(setup.proxy);
    const { address } = await wayOn(await attacker.open(signInAddress({ challenge })));
    const victim = new Visitor(setup.proxy);
    await victim.open(signInAddress({ challenge }));
    const response = await victim.open(await victim.choose(address, NOOR.id));
    assert.equal(response.status, 401);
    assert.match(await response.text(), /not started in this browser/);
  });

  it('is for windows alone, on the own origin, too', async () => {
    await using setup = signingIn(platform);
    for (const destination of ['iframe', 'frame', 'embed', 'object', 'empty', 'image', 'script', 'style']) {
      const headers = { origin: null, 'sec-fetch-dest': destination, 'sec-fetch-site': 'same-origin' };
      const path = signInAddress(own).slice(HOME.length);
      // oxlint-disable-next-line no-await-in-loop -- one after the other reads best in a failure
      const { status, headers: answered } = await setup.ask(path, { headers });
      assert.deepEqual([status, answered.getSetCookie()], [403, []], destination);
      const form = { ...headers, origin: HOME, 'content-type': 'application/x-www-form-urlencoded' };
      const init = { method: 'POST', headers: form, body: wishFor(own).toString() };
      // oxlint-disable-next-line no-await-in-loop -- see above
      assert.equal((await setup.ask('/rewards/sign-in', init)).status, 403, destination);
    }
  });

  it('takes no form that is too large, or in other letters', async () => {
    await using setup = signingIn(platform);
    const visitor = new Visitor(setup.proxy);
    const large = wishFor();
    large.set('more', 'x'.repeat(20_000));
    assert.equal((await visitor.send(large, SITE)).status, 413);
    const headers = { origin: SITE, 'content-type': 'application/x-www-form-urlencoded' };
    const body = new Uint8Array([0xff, 0xfe]);
    assert.equal((await visitor.open(`${HOME}/rewards/sign-in`, { method: 'POST', headers, body })).status, 400);
  });
});
