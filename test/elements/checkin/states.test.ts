import { assert, fixtureCleanup } from '@open-wc/testing';
import { claim, FakeProxy, Held, HOUR, inMs, json, problem } from '../fake-proxy.ts';
import { allOr } from '../it-needs.ts';
import { wish } from '../surroundings.ts';
import { waitUntil } from '../wait-until.ts';
import { checkin, hasPart, inState, part, press, reaches, said } from './checkin.ts';
import { cases, pressed } from './states.ts';

describe('<rewards-checkin> in every state', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    proxy = new FakeProxy();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
    Reflect.deleteProperty(navigator, 'onLine');
    document.documentElement.style.colorScheme = '';
    document.body.style.background = '';
    await wish({ colorScheme: 'light' });
  });

  for (const { name, state, says, reach, reference, countdown, retry, change } of cases) {
    it(`${name}: has one custom state, says so, and offers what makes sense`, async () => {
      const element = await reach(proxy);
      await reaches(element, state);
      const others = cases.filter((other) => other.state !== state && inState(element, other.state));
      assert.deepEqual(
        others.map((other) => other.state),
        [],
      );
      assert.equal(part(element, 'status').getAttribute('role'), 'status');
      assert.match(said(element), says);
      assert.equal(
        hasPart(element, 'reference') && part(element, 'reference').textContent,
        reference ? `Reference: ${reference}` : false,
      );
      assert.equal(hasPart(element, 'countdown'), !!countdown);
      assert.equal(hasPart(element, 'retry'), !!retry);
      assert.equal(hasPart(element, 'change'), !!change);
      assert.equal(
        getComputedStyle(part(element, 'button')).visibility,
        hasPart(element, 'answer') ? 'hidden' : 'visible',
      );
    });

    // Every state is looked at in the dark, too, in accessibility/axe.test.ts.
    for (const scheme of allOr<'light' | 'dark'>(['light'], ['light', 'dark'])) {
      it(`${name}: axe finds nothing in ${scheme}`, async () => {
        await wish({ colorScheme: scheme, reducedMotion: 'reduce' });
        document.documentElement.style.colorScheme = 'light dark';
        document.body.style.background = 'Canvas';
        const element = await reach(proxy);
        await reaches(element, state);
        await assert.isAccessible(element);
      });
    }
  }

  it('shows the first sentence of what is too long to be seen, has all of it heard, and tells all in the details', async () => {
    const element = await pressed(proxy, () => problem('refused'));
    element.style.cssText = 'display: block; inline-size: 320px';
    const has = (selector: string) => element.shadowRoot?.querySelector(selector);
    await waitUntil(() => has('.cut'));
    assert.equal(has('.cut')?.textContent.trim(), 'Please tell the owner of this site.');
    assert.notEqual(getComputedStyle(part(element, 'text').querySelector('.cut') ?? element).clipPath, 'none');
    assert.match(
      said(element),
      /^The community said no\. Is the id right, and have you joined\? Please tell the owner/,
    );
    assert.match(part(element, 'details').textContent, /joined\?\s*Please tell the owner/);
    element.lang = 'zh-Hans';
    await waitUntil(() => part(element, 'heading').textContent === '社区拒绝了请求。');
    assert.match(has('slot[name=result]')?.textContent ?? '', /^请检查成员 ID/, 'no space stands behind that');
  });

  it('the live region is the same node through a whole claim, so that changes in it are announced', async () => {
    const held = new Held();
    proxy.onClaim = () => held.reply;
    const element = await checkin();
    const region = part(element, 'status');
    press(element);
    await reaches(element, 'submitting');
    assert.isTrue(part(element, 'status') === region);
    held.give(json(201, claim()));
    await reaches(element, 'granted');
    assert.isTrue(part(element, 'status') === region);
    assert.equal(region.isConnected, true);
  });

  it('the countdown is outside the live region and does not announce itself', async () => {
    const element = await pressed(proxy, () => problem('already-claimed', { nextClaimAt: inMs(3 * HOUR) }));
    await reaches(element, 'claimed');
    assert.equal(part(element, 'status').contains(part(element, 'countdown')), false);
    assert.equal(part(element, 'countdown').getAttribute('role'), 'timer');
    assert.match(part(element, 'countdown').textContent, /^in [23] hours$/);
  });
});
