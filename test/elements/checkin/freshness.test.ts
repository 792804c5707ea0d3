import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { claim, FakeProxy, Held, json, lost, MEMBER, standing, view } from '../fake-proxy.ts';
import { Stubs } from '../stubs.ts';
import { checkin, hasPart, inState, input, part, press, reaches } from './checkin.ts';
import { waitUntil } from '../wait-until.ts';

const MINUTE = 60_000;

describe('<rewards-checkin> left open', () => {
  let proxy: FakeProxy;
  let stubs: Stubs;

  beforeEach(() => {
    proxy = new FakeProxy();
    stubs = new Stubs();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
    stubs.restore();
  });

  const letPass = (minutes: number) => stubs.stopClock(minutes * MINUTE);

  const comeBack = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));

  it('is up to date when the visitor comes back, without a flicker', async () => {
    const element = await checkin({ memberId: MEMBER });
    const held = new Held();
    proxy.onAction = () => held.reply;
    letPass(10);
    comeBack();
    await waitUntil(() => proxy.loads.length === 2);
    assert.isTrue(inState(element, 'ready'));
    held.give(json(200, view({ title: 'A new day' })));
    await waitUntil(() => part(element, 'title').textContent === 'A new day');
    assert.isTrue(inState(element, 'ready'));
  });

  it('over midnight lets the visitor check in again', async () => {
    const element = await checkin({ memberId: MEMBER });
    press(element);
    await reaches(element, 'granted');
    proxy.onAction = () => json(200, view({ member: standing({ streak: 1 }) }));
    letPass(600);
    comeBack();
    await reaches(element, 'ready');
    press(element);
    await reaches(element, 'granted');
    assert.lengthOf(proxy.claims, 2);
  });

  it('over midnight makes a claim of the new day, where the answer of the last was lost', async () => {
    proxy.onClaim = lost;
    const element = await checkin({ memberId: MEMBER });
    press(element);
    await reaches(element, 'failed');
    proxy.onAction = () => json(200, view({ member: standing({ streak: 1 }) }));
    proxy.onClaim = () => json(201, claim());
    letPass(600);
    comeBack();
    await reaches(element, 'ready');
    press(element);
    await reaches(element, 'granted');
    const [before, after] = proxy.claims.map(({ headers }) => headers.get('idempotency-key'));
    assert.notEqual(before, after);
  });

  it('shows what was done elsewhere meanwhile', async () => {
    const element = await checkin({ memberId: MEMBER });
    proxy.onAction = () => json(200, view({ member: standing({ canClaim: false }) }));
    letPass(10);
    comeBack();
    await reaches(element, 'claimed');
  });

  it('shows what was done on the page that the visitor comes back from, however soon', async () => {
    const element = await checkin({ memberId: MEMBER });
    proxy.onAction = () => json(200, view({ member: standing({ canClaim: false }) }));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await reaches(element, 'claimed');
    assert.lengthOf(proxy.loads, 2);
  });

  it('does not ask again within minutes, nor while a claim is under way', async () => {
    const held = new Held();
    proxy.onClaim = () => held.reply;
    const element = await checkin({ memberId: MEMBER });
    part(element, 'card').dispatchEvent(new FocusEvent('focusin'));
    comeBack();
    press(element);
    await waitUntil(() => proxy.claims.length === 1);
    // Hears of the return after the one that claims, and asks again.
    const idle = await fixture(html`<rewards-checkin action="idle" member-id=${MEMBER}></rewards-checkin>`);
    await reaches(idle, 'ready');
    letPass(10);
    comeBack();
    await waitUntil(() => proxy.loads.length > 2);
    held.give(json(201, claim()));
    await reaches(element, 'granted');
    assert.deepEqual(
      proxy.loads.map(({ url }) => /actions\/(\w+)/.exec(url)?.[1]),
      ['daily', 'idle', 'idle'],
    );
  });

  describe('while the member changes', () => {
    const OTHER = '98765';
    const entered = (id: string) =>
      dispatchEvent(new StorageEvent('storage', { key: 'rewards-elements:member-id:now', newValue: id }));
    const asked = (id: string) => proxy.loads.some(({ url }) => url.endsWith(`=${id}`));
    /** Who has claimed already. */
    let done: string;

    beforeEach(() => {
      done = MEMBER;
      proxy.onAction = ({ url }) => {
        const memberId = new URL(url, location.href).searchParams.get('memberId');
        return json(200, view({ member: memberId ? standing({ memberId, canClaim: memberId !== done }) : null }));
      };
    });

    it('does not take what is late for one member for the standing of the next', async () => {
      const held = new Held();
      const element = await checkin();
      const { onAction } = proxy;
      proxy.onAction = (request) => (request.url.endsWith(`=${MEMBER}`) ? held.reply : onAction(request));
      entered(MEMBER);
      await waitUntil(() => asked(MEMBER));
      entered(OTHER);
      await waitUntil(() => element.view?.member?.memberId === OTHER);
      held.give(json(200, view({ member: standing({ canClaim: false }) })));
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      assert.equal(element.view?.member?.memberId, OTHER);
      assert.isTrue(inState(element, 'ready'));
    });

    it('shows where the one stands who was entered in another tab while this one was hidden', async () => {
      const element = await checkin();
      stubs.set(Document.prototype, 'hidden', true);
      entered(MEMBER);
      await waitUntil(() => input(element).value === MEMBER);
      assert.lengthOf(proxy.loads, 1);
      stubs.set(Document.prototype, 'hidden', false);
      comeBack();
      await reaches(element, 'claimed');
      comeBack();
      assert.lengthOf(proxy.loads, 2);
    });

    it('asks for the one who was entered while it loaded for another, when that has come', async () => {
      const held = new Held();
      const element = await checkin();
      const { onAction } = proxy;
      done = OTHER;
      proxy.onAction = (request) => (request.url.endsWith(`=${OTHER}`) ? onAction(request) : held.reply);
      element.reset();
      await reaches(element, 'loading');
      entered(OTHER);
      await waitUntil(() => input(element).value === OTHER);
      held.give(json(200, view()));
      await reaches(element, 'claimed');
    });

    it('shows what was granted, until somebody else is entered', async () => {
      const element = await checkin();
      press(element, OTHER);
      await reaches(element, 'granted');
      const before = proxy.loads.length;
      proxy.onAction = () => json(200, view({ title: 'Later', member: standing({ canClaim: false }) }));
      letPass(10);
      comeBack();
      await waitUntil(() => part(element, 'title').textContent === 'Later');
      assert.isTrue(inState(element, 'granted'));
      assert.lengthOf(proxy.loads, before + 1);
      entered(MEMBER);
      await reaches(element, 'claimed');
    });
  });

  it('keeps what was granted on show, though it cannot be claimed again', async () => {
    const element = await checkin({ memberId: MEMBER });
    press(element);
    await reaches(element, 'granted');
    proxy.onAction = () => json(200, view({ title: 'Later', member: standing({ canClaim: false }) }));
    letPass(10);
    comeBack();
    await waitUntil(() => part(element, 'title').textContent === 'Later');
    assert.isTrue(inState(element, 'granted'));
  });

  it('gets over it when a refresh fails', async () => {
    const element = await checkin({ memberId: MEMBER });
    proxy.onAction = lost;
    letPass(10);
    comeBack();
    await waitUntil(() => proxy.loads.length === 2);
    press(element);
    await reaches(element, 'granted');
  });

  for (const [what, answer] of [
    ['nobody answered', lost],
    [
      "the site's service worker answered its page",
      () => new Response('<h1>You are offline</h1>', { headers: { 'content-type': 'text/html' } }),
    ],
    ["the site's service worker answered 504", () => new Response(null, { status: 504 })],
    ["the site's service worker answered 404", () => new Response(null, { status: 404 })],
  ] as const) {
    it(`is back when the connection is, where ${what} meanwhile`, async () => {
      stubs.set(navigator, 'onLine', false);
      proxy.onAction = answer;
      const element = await checkin({ memberId: MEMBER });
      await reaches(element, 'offline');
      stubs.set(navigator, 'onLine', true);
      proxy.onAction = () => json(200, view());
      dispatchEvent(new Event('online'));
      await reaches(element, 'ready');
      assert.isFalse(hasPart(element, 'heading'));
    });
  }

  it('is back by itself where nobody is reached yet when the connection is back', async () => {
    stubs.set(navigator, 'onLine', false);
    proxy.onAction = lost;
    const element = await checkin({ memberId: MEMBER });
    await reaches(element, 'offline');
    stubs.set(navigator, 'onLine', true);
    let asked = 0;
    proxy.onAction = () => ((asked += 1) > 2 ? json(200, view()) : lost());
    dispatchEvent(new Event('online'));
    await reaches(element, 'ready');
    assert.equal(asked, 3);
  });

  it('asks no more once it is removed while the connection is back', async () => {
    stubs.set(navigator, 'onLine', false);
    proxy.onAction = lost;
    const element = await checkin({ memberId: MEMBER });
    const other = await checkin({ memberId: MEMBER });
    await reaches(element, 'offline');
    await reaches(other, 'offline');
    element.action = 'gone';
    await waitUntil(() => proxy.loads.some(({ url }) => url.includes('gone')));
    await reaches(element, 'offline');
    stubs.set(navigator, 'onLine', true);
    dispatchEvent(new Event('online'));
    const of = (action: string) => proxy.loads.filter(({ url }) => url.includes(action)).length;
    await waitUntil(() => of('gone') > 1 && of('daily') > 2);
    element.remove();
    // Until then it may have been carried to another place, and asks.
    await new Promise((resolve) => setTimeout(resolve));
    const [gone, daily] = [of('gone'), of('daily')];
    // The other goes on, after as long a time.
    await waitUntil(() => of('daily') > daily);
    assert.equal(of('gone'), gone);
  });

  it('hears no more events once it is removed', async () => {
    const element = await checkin({ memberId: MEMBER });
    element.remove();
    letPass(10);
    comeBack();
    const another = await checkin({ memberId: MEMBER });
    assert.lengthOf(proxy.loads, 2);
    another.remove();
  });
});
