import '../../../src/elements/checkin/checkin.define.ts';
import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import type { RewardsCheckin } from '../../../src/elements/index.ts';
import { RewardsClaim } from '../../../src/elements/client/index.ts';
import { SIGNED } from '../../../src/elements/client/sign-in/token-store.ts';
import { claim, json, MEMBER, view } from '../fake-proxy.ts';
import { itNeeds } from '../it-needs.ts';
import { forceColors } from '../surroundings.ts';
import { waitUntil } from '../wait-until.ts';
import { hasPart, inState, part, press, reaches } from '../widget.ts';
import { CODE, type Opened, type Platform, platformForEach, signInRequired, TOKEN } from './platform.ts';

/** A proxy on another origin than the page, as most are. */
const ELSEWHERE = 'https://proxy.example/rewards';
const WAY_IN = 'Sign in with Harbour Lights';

async function widget(endpoint = ELSEWHERE): Promise<RewardsCheckin> {
  const element = await fixture<RewardsCheckin>(
    html`<rewards-checkin action="daily" endpoint=${endpoint}></rewards-checkin>`,
  );
  await waitUntil(() => hasPart(element, 'account'), 'no word of signing in');
  return element;
}

const account = (element: Element) => part(element, 'account').innerText.trim().replace(/\s+/g, ' ');

describe('signing in with the platform, in a widget', () => {
  let platform: Platform;
  platformForEach((made) => (platform = made));

  async function opened(count = 1): Promise<Opened> {
    await waitUntil(() => platform.opened.length === count, 'no window was opened');
    const last = platform.opened.at(-1);
    if (!last) throw new Error('no window was opened');
    return last;
  }

  it('is offered in place of a field for an id', async () => {
    const element = await widget();
    assert.isFalse(hasPart(element, 'input'));
    assert.equal(account(element), WAY_IN);
    assert.isTrue(inState(element, 'ready'));
    await assert.isAccessible(element);
  });

  itNeeds(
    'forced colours',
    'is offered as a link where colours are forced: a button without a face would be drawn in the colour of one',
    async () => {
      const element = await widget();
      const like = await fixture<HTMLElement>(html`<i style="color: LinkText">link</i>`);
      await forceColors('active');
      try {
        assert.equal(getComputedStyle(part(element, 'sign-in')).color, getComputedStyle(like).color);
      } finally {
        await forceColors('none');
      }
    },
  );

  it('takes a press of the button: a window, a code, a token, and the claim goes on', async () => {
    const element = await widget();
    press(element);
    const { url, say } = await opened();
    const challenge = url.searchParams.get('challenge') ?? '';
    assert.equal(url.origin + url.pathname, `${ELSEWHERE}/sign-in`);
    assert.equal(url.searchParams.get('return'), location.href);
    assert.isTrue(url.searchParams.has('popup'));
    assert.match(challenge, /^[\w-]{43}$/);
    assert.equal(platform.proxy.claims.length, 0);

    say();
    await reaches(element, 'granted');
    const body = platform.redeemed[0]?.body as { code: string; verifier: string };
    assert.equal(body.code, CODE);
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body.verifier));
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest))).replace(
      /[+/=]/g,
      (c) => ({ '+': '-', '/': '_' })[c] ?? '',
    );
    assert.equal(hash, challenge);
    assert.equal(platform.proxy.claims[0]?.headers.get('authorization'), `Bearer ${TOKEN}`);
    assert.deepEqual(platform.proxy.claims[0]?.body, {});
    assert.equal(account(element), 'Member: Noor Haddad Sign out');
    assert.isEmpty(Object.keys(localStorage));
  });

  it('lasts as long as the page where the browser’s storage is full', async () => {
    platform.stubs.set(Storage.prototype, 'setItem', () => {
      throw new DOMException('It is full.', 'QuotaExceededError');
    });
    const element = await widget();
    press(element);
    const { say } = await opened();
    say();
    await reaches(element, 'granted');
    assert.equal(platform.proxy.claims[0]?.headers.get('authorization'), `Bearer ${TOKEN}`);
    part(element, 'sign-out').click();
    await waitUntil(() => hasPart(element, 'sign-in'));
  });

  it('needs no token where page and proxy share an origin', async () => {
    platform.origin = location.origin;
    const element = await widget('/rewards');
    press(element);
    const { say } = await opened();
    platform.cookie = true;
    say();
    await reaches(element, 'granted');
    assert.equal(platform.redeemed.length, 0);
    assert.isNull(platform.proxy.claims[0]?.headers.get('authorization'));
    assert.isEmpty(Object.keys(sessionStorage));
  });

  it('hears nobody but that window, on the proxy’s own origin, about this sign-in', async () => {
    const element = await widget();
    press(element);
    const { say, url } = await opened();
    const challenge = url.searchParams.get('challenge');
    const good = { type: 'rewards-sign-in', challenge, code: CODE };
    const frame = document.body.appendChild(document.createElement('iframe'));
    say({ origin: 'https://evil.example' });
    say({ origin: location.origin });
    say({ origin: 'null' });
    say({ origin: '' });
    if (frame.contentWindow) say({ source: frame.contentWindow });
    say({ source: window });
    say({ data: { ...good, challenge: 'x'.repeat(43) } });
    say({ data: { ...good, type: 'other' } });
    for (const data of [null, undefined, 'rewards-sign-in', 7, []]) say({ data });
    dispatchEvent(new MessageEvent('message', { data: good, origin: platform.origin }));
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    assert.equal(platform.redeemed.length, 0);
    assert.isTrue(inState(element, 'ready'));
    frame.remove();
    say();
    await reaches(element, 'granted');
    assert.equal(platform.redeemed.length, 1);
  });

  it('leaves everything as it was when the window is closed, or the visitor does not want to', async () => {
    const element = await widget();
    press(element);
    (await opened(1)).close();
    press(element);
    const { say, url } = await opened(2);
    say({ data: { type: 'rewards-sign-in', challenge: url.searchParams.get('challenge') } });
    press(element);
    await opened(3);
    assert.isTrue(inState(element, 'ready'));
    assert.equal(platform.redeemed.length + platform.proxy.claims.length, 0);
  });

  it('begins anew at another press, and hears of the first no more', async () => {
    const element = await widget();
    press(element);
    const first = await opened(1);
    press(element);
    const second = await opened(2);
    first.say();
    await new Promise(requestAnimationFrame);
    assert.equal(platform.redeemed.length, 0);
    second.say();
    await reaches(element, 'granted');
  });

  it('can be done without claiming', async () => {
    const element = await widget();
    part(element, 'sign-in').click();
    (await opened()).say();
    await waitUntil(() => account(element).startsWith('Member: Noor Haddad'), 'nobody is signed in');
    assert.isTrue(inState(element, 'ready'));
    assert.equal(platform.proxy.claims.length, 0);
    press(element);
    await reaches(element, 'granted');
    assert.equal(platform.opened.length, 1);
  });

  it('shows who has claimed already', async () => {
    platform.canClaim = false;
    const element = await widget();
    press(element);
    (await opened()).say();
    await reaches(element, 'claimed');
    assert.equal(platform.proxy.claims.length, 0);
    assert.equal(account(element), 'Member: Noor Haddad Sign out');
    await assert.isAccessible(element);
  });

  it('is known to every widget of the page, and after a reload', async () => {
    const [one, other] = [await widget(), await widget()];
    press(one);
    (await opened()).say();
    await reaches(one, 'granted');
    await waitUntil(() => account(other).startsWith('Member: Noor Haddad'), 'the other widget does not know');
    fixtureCleanup();
    const later = await widget();
    await waitUntil(() => account(later).startsWith('Member: Noor Haddad'), 'the new widget does not know');
    assert.equal(platform.redeemed.length, 1);
  });

  it('ends with the button for that', async () => {
    const element = await widget();
    part(element, 'sign-in').click();
    (await opened()).say();
    await waitUntil(() => hasPart(element, 'sign-out'), 'nobody is signed in');
    part(element, 'sign-out').click();
    await waitUntil(() => hasPart(element, 'sign-in'), 'somebody is still signed in');
    const out = platform.proxy.seen.find(({ url }) => url === '/rewards/sign-out');
    assert.equal(out?.method, 'POST');
    assert.isEmpty(Object.keys(sessionStorage));
    press(element);
    await opened(2);
  });

  it('is asked for again when the proxy takes the token no longer', async () => {
    const element = await widget();
    part(element, 'sign-in').click();
    (await opened()).say();
    await waitUntil(() => hasPart(element, 'sign-out'), 'nobody is signed in');
    platform.proxy.onClaim = signInRequired;
    press(element);
    await reaches(element, 'failed');
    assert.isEmpty(Object.keys(sessionStorage));
    platform.proxy.onClaim = () => json(201, claim());
    part(element, 'retry').click();
    (await opened(2)).say();
    await reaches(element, 'granted');
  });

  it('stays when the proxy does not take the token of an earlier one, late', async () => {
    const held = Promise.withResolvers<Response>();
    platform.proxy.onClaim = () => held.promise;
    const element = await widget();
    press(element);
    (await opened()).say();
    await waitUntil(() => platform.proxy.claims.length === 1, 'nothing was claimed');
    const key = `rewards-elements:sign-in ${ELSEWHERE}`;
    const newer = JSON.stringify({ token: 'n.e.w.e.r', expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    sessionStorage.setItem(key, newer);
    held.resolve(signInRequired());
    await reaches(element, 'failed');
    assert.equal(sessionStorage.getItem(key), newer);
  });

  it('does not use a token that has ended', async () => {
    const expiresAt = new Date(Date.now() - 1000).toISOString();
    sessionStorage.setItem(`rewards-elements:sign-in ${ELSEWHERE}`, JSON.stringify({ token: TOKEN, expiresAt }));
    const element = await widget();
    assert.equal(account(element), WAY_IN);
    assert.isTrue(platform.proxy.loads.every(({ headers }) => !headers.has('authorization')));
  });

  it('works where the clock of the visitor is ahead by more than a token lasts', async () => {
    platform.proxy.onSignIn = () =>
      json(200, { token: TOKEN, expiresAt: new Date(Date.now() - 86_400_000).toISOString() });
    const element = await widget();
    press(element);
    (await opened()).say();
    await reaches(element, 'granted');
  });

  it('fails, and can be tried again, where the code is not taken', async () => {
    platform.proxy.onSignIn = signInRequired;
    const element = await widget();
    press(element);
    (await opened()).say();
    await reaches(element, 'failed');
    assert.isTrue(hasPart(element, 'retry'));
    assert.equal(platform.proxy.claims.length, 0);
  });

  it('opens nothing where nobody pressed anything', async () => {
    platform.stubs.set(navigator, 'userActivation', { isActive: false, hasBeenActive: false });
    const element = await widget();
    await element.claim();
    assert.isTrue(inState(element, 'failed'));
    assert.equal(platform.opened.length, 0);
  });

  it('opens nothing but an address of the web', async () => {
    const url = 'javascript:alert(1)';
    const signIn = { platform: 'Harbour Lights', url, member: null };
    platform.proxy.onAction = () => json(200, view({ identity: 'platform', signIn }));
    const element = await widget();
    press(element);
    await reaches(element, 'failed');
    assert.equal(platform.opened.length, 0);
  });

  for (const fragment of ['', '#', '#top', '#/route?x=1']) {
    it(`takes up the code that a visitor comes back with, and takes it out of the address: ${fragment}`, async () => {
      const before = new URL(fragment, location.href).href;
      const link = fragment.length < 2 ? '#' : fragment.includes('?') ? `${fragment}&` : `${fragment}?`;
      history.replaceState({ kept: 1 }, '', `${link}rewards-sign-in=${CODE}`);
      localStorage.setItem('rewards-elements:sign-in-begun', 'the verifier');
      const element = await widget();
      await waitUntil(() => account(element).startsWith('Member: Noor Haddad'), 'nobody is signed in');
      assert.deepEqual(platform.redeemed[0]?.body, { code: CODE, verifier: 'the verifier' });
      assert.equal(location.href, before.replace(/#$/, ''));
      assert.deepEqual(history.state, { kept: 1 });
      assert.isEmpty(Object.keys(localStorage));
      history.replaceState(null, '', location.pathname + location.search);
    });
  }

  it('leaves that code to the next one where it has left the page itself by then', async () => {
    const before = location.href;
    history.replaceState(null, '', `#rewards-sign-in=${CODE}`);
    localStorage.setItem('rewards-elements:sign-in-begun', 'the verifier');
    const wanted: boolean[] = [];
    const { onSignIn } = platform.proxy;
    platform.proxy.onSignIn = (seen) => {
      wanted.push(!seen.signal.aborted);
      return onSignIn(seen);
    };
    const place = await fixture<HTMLElement>(html`<div></div>`);
    const former = document.createElement('rewards-checkin');
    former.action = 'daily';
    former.endpoint = ELSEWHERE;
    let listening = 0;
    const add = window.addEventListener.bind(window);
    platform.stubs.set(window, 'addEventListener', ((...args: Parameters<typeof add>) => {
      if (args[0] === SIGNED) listening += 1;
      add(...args);
    }) as typeof add);
    // As a framework does that renders anew once it knows more.
    const left = new Promise<void>((resolve) => {
      const leave = () => {
        former.remove();
        resolve();
      };
      former.addEventListener('rewards-state', leave, { once: true });
    });
    place.append(former);
    await left;
    const element = await widget();
    await waitUntil(() => account(element).startsWith('Member: Noor Haddad'), 'nobody is signed in');
    assert.deepEqual(platform.redeemed[0]?.body, { code: CODE, verifier: 'the verifier' });
    assert.deepEqual(wanted, [true]);
    assert.equal(listening, 1);
    place.append(former);
    await waitUntil(() => account(former).startsWith('Member: Noor Haddad'), 'it does not know when it is back');
    assert.equal(listening, 2);
    assert.equal(location.href, before);
  });

  it('takes that code up for a claim without markup that was closed, and loaded once more', async () => {
    const before = location.href;
    history.replaceState(null, '', `#rewards-sign-in=${CODE}`);
    localStorage.setItem('rewards-elements:sign-in-begun', 'the verifier');
    const wanted: boolean[] = [];
    const { onSignIn } = platform.proxy;
    platform.proxy.onSignIn = (seen) => {
      wanted.push(!seen.signal.aborted);
      return onSignIn(seen);
    };
    const one = new RewardsClaim({ action: 'daily', endpoint: ELSEWHERE });
    const stop = one.subscribe(() => {
      if (one.getSnapshot().state === 'ready') one.close();
    });
    await one.load();
    stop();
    await import('../../../src/elements/client/credentials/platform.ts');
    // A turn of the event loop ends all that follows from its load.
    await new Promise((resolve) => setTimeout(resolve));
    await one.load();
    await waitUntil(() => one.getSnapshot().view?.signIn?.member === 'Noor Haddad', 'nobody is signed in');
    assert.deepEqual(wanted, [true]);
    assert.equal(location.href, before);
    one.close();
  });

  it('shows what the fragment names, when the code is taken out of it', async () => {
    const target = await fixture<HTMLElement>(html`<p id="down there" style="margin-top: 500vh"></p>`);
    let shown = 0;
    target.scrollIntoView = () => (shown += 1);
    history.replaceState(null, '', `#down%20there?rewards-sign-in=${CODE}`);
    await widget();
    await waitUntil(() => shown === 1);
    assert.equal(location.hash, '#down%20there');
    history.replaceState(null, '', location.pathname + location.search);
  });

  it('does not take up a code that was sent to somebody who began nothing', async () => {
    const before = location.href;
    history.replaceState(null, '', `#rewards-sign-in=${CODE}`);
    const element = await widget();
    assert.equal(account(element), WAY_IN);
    assert.equal(platform.redeemed.length, 0);
    assert.equal(location.href, before);
  });

  it('leaves a code in the query alone, which everybody sees', async () => {
    const before = location.href;
    const there = new URL(before);
    there.searchParams.set('rewards-sign-in', CODE);
    history.replaceState(null, '', there);
    localStorage.setItem('rewards-elements:sign-in-begun', 'the verifier');
    const element = await widget();
    assert.equal(account(element), WAY_IN);
    assert.equal(platform.redeemed.length, 0);
    history.replaceState(null, '', before);
  });

  it('tells the window that it was opened from here, where that asks, and nobody else', async () => {
    const element = await widget();
    press(element);
    const { say, url, window: there } = await opened();
    const challenge = url.searchParams.get('challenge');
    const told: unknown[] = [];
    platform.stubs.set(there, 'postMessage', (...given: unknown[]) => void told.push(given));
    const asks = { type: 'rewards-sign-in', challenge, asks: true };
    say({ data: { ...asks, challenge: 'x'.repeat(43) } });
    say({ data: asks, origin: 'https://evil.example' });
    say({ data: asks, source: window });
    assert.deepEqual(told, []);
    say({ data: asks });
    assert.deepEqual(told, [[{ type: 'rewards-sign-in', challenge }, platform.origin]]);
    assert.equal(platform.redeemed.length, 0);
    say();
    await reaches(element, 'granted');
  });

  it('opens a window whose name nobody else knows', async () => {
    const names: unknown[] = [];
    const open = window.open.bind(window);
    platform.stubs.set(window, 'open', (url, name) => {
      names.push(name);
      return open(url, name);
    });
    const element = await widget();
    press(element);
    await opened(1);
    press(element);
    await opened(2);
    assert.match(String(names[0]), /^rewards-sign-in-\d+-\d+$/);
    assert.equal(names[0], names[1]);
  });

  it('leaves the page by a form where the browser opens no windows, which tells whose page it is', async () => {
    platform.opensWindows = false;
    const element = await widget();
    press(element);
    await waitUntil(() => platform.sent.length === 1, 'no form was sent');
    const [[action, content] = []] = platform.sent;
    assert.equal(action, `${ELSEWHERE}/sign-in`);
    assert.equal(content?.['return'], location.href);
    assert.match(String(content?.['challenge']), /^[\w-]{43}$/);
    assert.lengthOf(Object.keys(content ?? {}), 2);
    assert.isNull(element.shadowRoot?.querySelector('[name=challenge]'));
    assert.lengthOf(Object.keys(localStorage), 1);
  });

  it('leaves the page where the browser throws, as Firefox does in a frame that may open no windows', async () => {
    platform.stubs.set(window, 'open', () => {
      throw new DOMException('A parameter or an operation is not supported', 'InvalidAccessError');
    });
    press(await widget());
    await waitUntil(() => platform.sent.length === 1, 'no form was sent');
  });

  it('is nothing that other actions load or show', async () => {
    platform.proxy.onAction = () => json(200, view());
    const element = await fixture<RewardsCheckin>(html`<rewards-checkin action="daily"></rewards-checkin>`);
    await reaches(element, 'ready');
    press(element, MEMBER);
    await reaches(element, 'granted');
    assert.isFalse(hasPart(element, 'account'));
  });
});
