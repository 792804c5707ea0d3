import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { DEBUG_STATES } from '../../../src/elements/debug.ts';
import { allSettled, CLAIMING, widgetIn } from '../every-widget.ts';
import { FakeProxy, MEMBER } from '../fake-proxy.ts';
import { waitUntil } from '../wait-until.ts';
import { hasPart, reaches } from '../widget.ts';

describe('debug-state', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
  });

  for (const tag of CLAIMING) {
    it(`shows <${tag}> in every state without a proxy`, async () => {
      const page = await fixture<HTMLElement>(html`<div>${DEBUG_STATES.map((state) => widgetIn(tag, state))}</div>`);
      await waitUntil(() => allSettled(page));
      assert.lengthOf(page.children, 14);
      assert.lengthOf(proxy.loads, 0);
    });
  }

  it('asks no proxy either where a widget that is left open would look again', async () => {
    const element = await fixture<HTMLElement>(widgetIn('rewards-checkin', 'offline', { memberId: MEMBER }));
    await reaches(element, 'offline');
    window.dispatchEvent(new Event('online'));
    // As long as what is asked together is waited for, and once more.
    for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    assert.lengthOf(proxy.seen, 0);
  });

  it('follows the attribute', async () => {
    const element = await fixture<HTMLElement>(widgetIn('rewards-checkin', 'granted', { memberId: MEMBER }));
    await reaches(element, 'granted');
    element.setAttribute('debug-state', 'full');
    await reaches(element, 'full');
    assert.isTrue(hasPart(element, 'heading'));
  });

  it('can be set as a property, as a story of Storybook sets its args', async () => {
    const element = Object.assign(document.createElement('rewards-checkin'), { debugState: 'granted' });
    await fixture(html`${element}`);
    await reaches(element, 'granted');
    Object.assign(element, { debugState: 'full' });
    await reaches(element, 'full');
    assert.lengthOf(proxy.seen, 0);
  });
});
