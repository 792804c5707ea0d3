import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import type { ActionView } from '../../../src/contract/action.ts';
import type { RewardsCheckin } from '../../../src/elements/index.ts';
import { claim, FakeProxy, HOUR, inMs, json, MEMBER, problem, type Seen, standing, view } from '../fake-proxy.ts';
import { Stubs } from '../stubs.ts';
import { waitUntil } from '../wait-until.ts';
import { checkin, hasPart, part, press, reaches, said } from './checkin.ts';

const shown = (proxy: FakeProxy, at = 0) => proxy.claims[at]?.headers.get('authorization');

describe('a member whom the site has signed in, in <rewards-checkin>', () => {
  let proxy: FakeProxy;
  let stubs: Stubs;

  beforeEach(() => {
    proxy = new FakeProxy();
    proxy.onAction = () => json(200, view({ identity: 'signed' }));
    proxy.onClaim = () => json(201, claim());
    stubs = new Stubs();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
    stubs.restore();
  });

  it('is not asked for an id', async () => {
    const element = await checkin({ memberId: '' });
    assert.isFalse(hasPart(element, 'input'));
    assert.equal(part(element, 'member').textContent, '');
  });

  it('is known by the token in the attribute', async () => {
    const element = await checkin({ memberId: '' });
    element.setAttribute('member-token', 'a.b.c');
    press(element);
    await reaches(element, 'granted');
    assert.equal(shown(proxy), 'Bearer a.b.c');
    assert.deepEqual(proxy.claims[0]?.body, {});
  });

  it('is known by a fresh token for each press', async () => {
    let count = 0;
    const element = await checkin({ memberId: '' });
    element.getMemberToken = () => Promise.resolve(`token.number.${(count += 1)}`);
    proxy.onClaim = () => problem('unreachable');
    press(element);
    await reaches(element, 'failed');
    proxy.onClaim = () => json(201, claim());
    part(element, 'retry').click();
    await reaches(element, 'granted');
    assert.deepEqual([shown(proxy, 0), shown(proxy, 1)], ['Bearer token.number.1', 'Bearer token.number.2']);
  });

  it('is not waited for longer than the proxy is, where the site gives no token', async () => {
    const reported: string[] = [];
    stubs.set(window, 'reportError', (error: Error) => void reported.push(error.message));
    const later = window.setTimeout.bind(window);
    stubs.set(window, 'setTimeout', ((run: () => void, delay = 0) =>
      later(run, delay === 20_000 ? 0 : delay)) as typeof window.setTimeout);
    proxy.onClaim = () => problem('sign-in-required');
    const element = await checkin({ memberId: '' });
    element.getMemberToken = () => new Promise(() => {});
    press(element);
    await reaches(element, 'failed');
    assert.equal(shown(proxy), null);
    assert.lengthOf(proxy.claims, 1);
    assert.include(reported, 'getMemberToken took 20 s');
  });

  describe('sees where they stand before they press', () => {
    const signed = (changes: Partial<ActionView> = {}) => json(200, view({ identity: 'signed', ...changes }));
    const member = (changes: Parameters<typeof standing>[0]) => (request: Seen) =>
      signed(request.headers.has('authorization') ? { member: standing(changes) } : {});

    const signedIn = (token = 'a.b.c') =>
      fixture<RewardsCheckin>(html`<rewards-checkin action="daily" member-token=${token}></rewards-checkin>`);

    it('the streak', async () => {
      proxy.onAction = member({ streak: 3 });
      const element = await signedIn();
      await waitUntil(
        () => hasPart(element, 'streak-text') && part(element, 'streak-text').textContent === 'Streak: 3 days',
      );
      assert.deepEqual(
        proxy.loads.map(({ url, headers }) => [url, headers.get('authorization')]),
        [
          ['/rewards/actions/daily', null],
          ['/rewards/actions/daily', 'Bearer a.b.c'],
        ],
      );
    });

    it('also where the widget left the page and came back while what asks that was loaded', async () => {
      proxy.onAction = member({ streak: 3 });
      const place = await fixture<HTMLElement>(html`<div></div>`);
      const element = document.createElement('rewards-checkin');
      element.action = 'daily';
      element.setAttribute('member-token', 'a.b.c');
      const left = new Promise<void>((resolve) => {
        const leave = () => {
          element.remove();
          resolve();
        };
        element.addEventListener('rewards-state', leave, { once: true });
      });
      place.append(element);
      await left;
      const { claims } = element as unknown as { claims: { prepare(): Promise<unknown> } };
      await claims.prepare();
      place.append(element);
      await waitUntil(() => hasPart(element, 'streak-text'), 'nobody knows the member');
    });

    it('the next time, and that it has come', async () => {
      proxy.onAction = member({ canClaim: false, nextClaimAt: inMs(HOUR) });
      const element = await signedIn();
      await reaches(element, 'claimed');
      assert.equal(part(element, 'countdown').textContent, 'in 1 hour');
      proxy.onAction = member({ streak: 1 });
      stubs.stopClock(HOUR);
      await reaches(element, 'ready');
      assert.equal(proxy.loads.at(-1)?.headers.get('authorization'), 'Bearer a.b.c');
    });

    it('by a token that the page fetches', async () => {
      proxy.onAction = member({ streak: 3 });
      const element = document.createElement('rewards-checkin');
      element.action = 'daily';
      element.getMemberToken = () => Promise.resolve('d.e.f');
      (await fixture(html`<div></div>`)).append(element);
      await element.updateComplete;
      await waitUntil(
        () => hasPart(element, 'streak-text') && part(element, 'streak-text').textContent === 'Streak: 3 days',
      );
      assert.equal(proxy.loads.at(-1)?.headers.get('authorization'), 'Bearer d.e.f');
    });

    it('by another token from the page, and keeps what was granted on show', async () => {
      proxy.onAction = member({ canClaim: false, nextClaimAt: inMs(HOUR) });
      const element = await signedIn();
      await reaches(element, 'claimed');
      proxy.onAction = member({ streak: 3 });
      element.setAttribute('member-token', 'd.e.f');
      await reaches(element, 'ready');
      press(element);
      await reaches(element, 'granted');
      assert.equal(shown(proxy), 'Bearer d.e.f');
      proxy.onAction = member({ canClaim: false, nextClaimAt: inMs(HOUR) });
      element.memberToken = 'g.h.i';
      await waitUntil(() => proxy.loads.at(-1)?.headers.get('authorization') === 'Bearer g.h.i', 'nothing is asked');
      await element.updateComplete;
      await reaches(element, 'granted');
    });

    it('and is checked in by itself where the page wants that', async () => {
      proxy.onAction = member({ streak: 3 });
      const element = await signedIn();
      element.toggleAttribute('auto', true);
      await reaches(element, 'granted');
      assert.lengthOf(proxy.claims, 1);
    });

    it('as far as the proxy takes the token, and else what everybody sees', async () => {
      proxy.onAction = ({ headers }) => (headers.has('authorization') ? problem('sign-in-required') : signed());
      const element = await signedIn();
      await waitUntil(() => proxy.loads.length === 3);
      element.reset();
      await waitUntil(() => proxy.loads.length === 5);
      await reaches(element, 'ready');
      assert.equal(said(element), '');
      press(element);
      await reaches(element, 'granted');
      assert.lengthOf(proxy.loads, 5);
    });
  });

  it('is told to sign in where there is no token, or it cannot be had', async () => {
    const errors: unknown[] = [];
    stubs.set(globalThis, 'reportError', (error: unknown) => void errors.push(error));
    proxy.onClaim = () => problem('sign-in-required');
    const element = await checkin({ memberId: '' });
    element.getMemberToken = () => Promise.reject(new Error('the session has ended'));
    press(element);
    await reaches(element, 'failed');
    assert.isNull(shown(proxy));
    assert.match(String(errors[0]), /the session has ended/);
    assert.include(part(element, 'result').textContent, 'sign in');
  });

  it('sends no token where the site gives none', async () => {
    proxy.onAction = () => json(200, view());
    const element = await checkin({ memberId: MEMBER });
    press(element);
    await reaches(element, 'granted');
    assert.isNull(shown(proxy));
  });
});
