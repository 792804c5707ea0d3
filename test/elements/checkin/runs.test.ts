import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import type { RewardsCheckin } from '../../../src/elements/index.ts';
import { claim, FakeProxy, Held, json, MEMBER, problem, view } from '../fake-proxy.ts';
import { checkin, inState, part, press, reaches } from './checkin.ts';
import { waitUntil } from '../wait-until.ts';
import { enter } from '../widget.ts';

describe('<rewards-checkin> interrupted', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    proxy = new FakeProxy();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
  });

  const forTheAuthor: [what: string, onAction: () => Response, told: string, action?: string][] = [
    [
      'which origin the proxy does not take',
      () => problem('origin-not-allowed'),
      `add '${location.origin}' to origins`,
    ],
    ['which action it does not have', () => problem('unknown-action'), "has no action 'daily'"],
    ['where it is not', () => problem('not-found'), "no proxy at '/rewards'"],
    ['where a page is instead', () => new Response('<h1>Gone</h1>', { status: 404 }), "no proxy at '/rewards'"],
    ['that the tag names no action', () => problem('not-found'), 'the tag has no action', ''],
  ];
  for (const [what, onAction, words, action = 'daily'] of forTheAuthor) {
    it(`tells on the console ${what}, and the visitor that it is not set up right`, async () => {
      const told: string[] = [];
      const { error } = console;
      console.error = (text: string) => told.push(text);
      let element;
      try {
        proxy.onAction = onAction;
        element = await checkin({ action });
        await reaches(element, 'failed');
        await waitUntil(() => told.length > 0, 'nothing was told');
      } finally {
        console.error = error;
      }
      assert.lengthOf(told, 1);
      assert.include(told[0], words);
      assert.include(part(element, 'text').textContent, 'This is not set up right');
    });
  }

  it('sends a claim that a page answered once, and the same one again when it is asked for', async () => {
    proxy.onClaim = () => new Response('<h1>Gone</h1>', { status: 404 });
    const element = await checkin({ memberId: MEMBER });
    await element.claim();
    assert.lengthOf(proxy.claims, 1, 'nothing is sent by itself');
    proxy.onClaim = () => json(201, claim());
    await element.claim();
    await reaches(element, 'granted');
    const [first, second] = proxy.claims.map(({ headers }) => headers.get('idempotency-key'));
    assert.isString(first);
    assert.equal(second, first);
  });

  describe('replies that nobody waits for any more', () => {
    it('are dropped when an attribute changed meanwhile, and their requests aborted', async () => {
      proxy.ignoresAborts = true;
      const late = new Held();
      proxy.onClaim = () => late.reply;
      const element = await checkin();
      let granted = false;
      element.addEventListener('rewards-granted', () => (granted = true));
      press(element);
      await waitUntil(() => proxy.claims.length === 1);
      proxy.onAction = () => json(200, view({ action: 'weekly', title: 'Weekly check-in' }));
      element.setAttribute('action', 'weekly');
      await waitUntil(() => part(element, 'title').textContent === 'Weekly check-in');
      assert.isTrue(proxy.claims[0]?.signal.aborted);
      late.give(json(201, claim()));
      await element.claim();
      assert.isFalse(granted);
      assert.isFalse(inState(element, 'granted'));
    });

    it('are dropped for every attribute, whichever of two loads ends first', async () => {
      proxy.ignoresAborts = true;
      for (const [name, value] of [
        ['member-id', 'other'],
        ['endpoint', '/rewards-of-another'],
        ['action', 'weekly'],
      ] as const) {
        const first = new Held();
        const second = new Held();
        proxy.onAction = () => json(200, view());
        const element = await checkin();
        const before = proxy.loads.length;
        proxy.onAction = () => (proxy.loads.length === before + 1 ? first.reply : second.reply);
        element.reset();
        await waitUntil(() => proxy.loads.length === before + 1);
        element.setAttribute(name, value);
        await waitUntil(() => proxy.loads.length === before + 2);
        second.give(json(200, view({ title: 'Second' })));
        await waitUntil(() => part(element, 'title').textContent === 'Second', name);
        first.give(json(200, view({ title: 'First' })));
        await new Promise(requestAnimationFrame);
        assert.equal(part(element, 'title').textContent, 'Second', name);
        element.remove();
      }
    });

    it('are dropped after a reset', async () => {
      const late = new Held();
      proxy.onClaim = () => late.reply;
      const element = await checkin();
      press(element);
      await waitUntil(() => proxy.claims.length === 1);
      element.reset();
      await reaches(element, 'ready');
      assert.isTrue(proxy.claims[0]?.signal.aborted);
      assert.equal(part(element, 'form').querySelector('input')?.value, MEMBER);
    });
  });

  describe('a press while the action loads', () => {
    let loaded: Held;

    async function pressed(): Promise<RewardsCheckin> {
      loaded = new Held();
      proxy.onAction = () => loaded.reply;
      const element = await fixture<RewardsCheckin>(html`<rewards-checkin action="daily"></rewards-checkin>`);
      await waitUntil(() => proxy.loads.length === 1);
      press(element);
      part(element, 'button').click();
      return element;
    }

    it('is kept until then, and is one claim however often it was pressed', async () => {
      const element = await pressed();
      loaded.give(json(200, view()));
      await reaches(element, 'granted');
      assert.lengthOf(proxy.claims, 1);
    });

    it('is none if the visitor goes on to enter something', async () => {
      const element = await pressed();
      enter(element, '12345');
      loaded.give(json(200, view()));
      await reaches(element, 'ready');
      await element.claim();
      assert.deepEqual(
        proxy.claims.map(({ body }) => body),
        [{ memberId: '12345' }],
      );
    });

    it('is none if the element leaves the page, and claim() tells', async () => {
      const element = await pressed();
      const begun = element.claim();
      element.remove();
      await begun;
      await element.claim();
      loaded.give(json(200, view()));
      assert.lengthOf(proxy.claims, 0);
    });

    it('is none if the element begins afresh, or the action does not come', async () => {
      const element = await pressed();
      element.reset();
      loaded.give(json(200, view()));
      await reaches(element, 'ready');
      loaded = new Held();
      element.reset();
      const claimed = element.claim();
      loaded.give(problem('internal'));
      await claimed;
      assert.isTrue(inState(element, 'failed'));
      assert.lengthOf(proxy.loads, 3);
      assert.lengthOf(proxy.claims, 0);
    });
  });

  it('removal aborts, and coming back loads anew', async () => {
    proxy.onClaim = () => new Held().reply;
    const element = await checkin();
    const parent = element.parentElement;
    press(element);
    await waitUntil(() => proxy.claims.length === 1);
    element.remove();
    await waitUntil(() => proxy.claims[0]?.signal.aborted === true);
    parent?.append(element);
    await reaches(element, 'ready');
    assert.equal(proxy.loads.at(-1)?.url, `/rewards/actions/daily?memberId=${MEMBER}`);
  });

  it('a move within the page does not disturb a claim', async () => {
    const held = new Held();
    proxy.onClaim = () => held.reply;
    const element = await checkin();
    press(element);
    await waitUntil(() => proxy.claims.length === 1);
    document.body.append(element);
    held.give(json(201, claim()));
    await reaches(element, 'granted');
    assert.lengthOf(proxy.loads, 1);
    element.remove();
  });
});
