import { assert, fixtureCleanup } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { loadLocale } from '../../../src/elements/index.ts';
import { claim, FakeProxy, Held, json, MEMBER, problem, view } from '../fake-proxy.ts';
import { leftOf } from '../left-of.ts';
import { resize, wish } from '../surroundings.ts';
import { pressTab } from '../tab.ts';
import { checkin, enter, hasPart, input, part, press, reaches } from './checkin.ts';
import { waitUntil } from '../wait-until.ts';

const box = (element: Element, name: string) => part(element, name).getBoundingClientRect();
/** The part that has the focus. By name, because a failed comparison of nodes takes minutes to print. */
const focused = (element: Element) =>
  element.shadowRoot?.activeElement?.closest('[part]')?.getAttribute('part') ?? 'nothing';

describe('<rewards-checkin> by keyboard and eye', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
    document.documentElement.dir = '';
    await wish({ colorScheme: 'light' });
    await resize({ width: 800, height: 600 });
  });

  it('can be used by keyboard alone: Enter in the field sends, and every control is reached in order', async () => {
    const element = await checkin();
    input(element).focus();
    const reached: string[] = [];
    for (let stop = 0; stop < 3; stop += 1) {
      await pressTab();
      reached.push(focused(element));
    }
    assert.deepEqual(reached, ['button', 'remember', 'help-summary']);
    input(element).focus();
    await sendKeys({ type: MEMBER });
    await sendKeys({ press: 'Enter' });
    await reaches(element, 'granted');
  });

  it('keeps the focus on the button while it sends, and moves it to the outcome', async () => {
    const held = new Held();
    proxy.onClaim = () => held.reply;
    const element = await checkin();
    enter(element, MEMBER);
    part(element, 'button').focus();
    await sendKeys({ press: ' ' });
    await reaches(element, 'submitting');
    assert.equal(focused(element), 'button');
    held.give(json(201, claim()));
    await reaches(element, 'granted');
    assert.equal(focused(element), 'card');
  });

  it('is drawn without a grid, which browsers keep much in memory for, until faces take turns in its rows', async () => {
    const element = await checkin();
    const grids = () =>
      [...(element.shadowRoot?.querySelectorAll('section [part]') ?? [])]
        .filter((node) => node.checkVisibility() && getComputedStyle(node).display === 'grid')
        .map((node) => node.getAttribute('part'));
    assert.deepEqual(grids(), []);
    const places = () => ['header', 'button', 'remember', 'help-summary'].map((name) => box(element, name).toJSON());
    const before = places();
    input(element).focus();
    await waitUntil(() => grids().length > 0);
    assert.deepEqual(places(), before);
  });

  it('has no boxes, which browsers keep memory for, for what is not said or is of use on other pages', async () => {
    const element = await checkin();
    assert.isFalse(hasPart(element, 'message'));
    assert.equal(getComputedStyle(part(element, 'grant'), '::before').content, 'none');
    document.documentElement.dir = 'rtl';
    assert.include(getComputedStyle(part(element, 'grant'), '::before').content, '\u200E');
  });

  it('shows marks that reach out of the line', async () => {
    const element = await checkin();
    press(element);
    await reaches(element, 'granted');
    for (const name of ['heading', 'text']) {
      const { overflow, overflowClipMargin } = getComputedStyle(part(element, name));
      assert.equal(overflow, 'clip');
      if (CSS.supports('overflow-clip-margin', '1em')) assert.isAtLeast(Number.parseFloat(overflowClipMargin), 2);
    }
  });

  it('shows nothing of a line that is told in the details', async () => {
    proxy.onPoll = () => new Held().reply;
    proxy.onClaim = () => json(202, claim({ status: 'pending' }));
    const element = await checkin();
    press(element);
    await reaches(element, 'pending');
    await waitUntil(() => hasPart(element, 'more'));
    assert.equal(getComputedStyle(part(element, 'text')).overflow, 'hidden');
  });

  it('does not take the focus from elsewhere', async () => {
    const element = await checkin();
    enter(element, MEMBER);
    await element.claim();
    await reaches(element, 'granted');
    assert.equal(focused(element), 'nothing');
    assert.equal(document.activeElement?.localName, 'body');
  });

  it('keeps the focus on the button that tries again, and moves it to the next outcome', async () => {
    proxy.onClaim = () => problem('internal');
    const element = await checkin();
    enter(element, MEMBER);
    part(element, 'button').focus();
    await element.claim();
    assert.equal(focused(element), 'button retry');
    const held = new Held();
    proxy.onClaim = () => held.reply;
    part(element, 'retry').click();
    await reaches(element, 'submitting');
    assert.equal(focused(element), 'button');
    held.give(json(201, claim()));
    await reaches(element, 'granted');
    assert.equal(focused(element), 'card');
  });

  for (const memberId of [undefined, MEMBER]) {
    it(`keeps its height from loading to granted ${memberId ? 'for a known member' : 'with a field'}`, async () => {
      const held = new Held();
      const sent = new Held();
      proxy.onAction = () => held.reply;
      proxy.onClaim = () => sent.reply;
      const waiting = checkin(memberId ? { memberId } : {});
      await new Promise(requestAnimationFrame);
      const element = document.querySelector('rewards-checkin');
      if (!element) throw new Error('There is no widget.');
      const heights = [element.offsetHeight];
      held.give(json(200, view()));
      await waiting;
      heights.push(element.offsetHeight);
      press(element);
      await reaches(element, 'submitting');
      heights.push(element.offsetHeight);
      sent.give(json(201, claim()));
      await reaches(element, 'granted');
      heights.push(element.offsetHeight);
      const [first = 0, ...others] = heights;
      assert.isAbove(first, 150);
      for (const height of others) assert.equal(height, first);
    });
  }

  it('fits 320 pixels, also with widened text', async () => {
    await resize({ width: 320, height: 600 });
    proxy.onClaim = () => problem('refused');
    const element = await checkin();
    for (const spacing of ['', 'line-height: 1.5; letter-spacing: 0.12em; word-spacing: 0.16em']) {
      element.setAttribute('style', spacing);
      assert.isAtMost(document.documentElement.scrollWidth, 320);
      press(element, 'W'.repeat(64));
      await reaches(element, 'refused');
      assert.isAtMost(document.documentElement.scrollWidth, 320);
      element.reset();
      await reaches(element, 'ready');
    }
  });

  it('is mirrored on a page that runs from right to left', async () => {
    const element = await checkin();
    assert.isBelow(box(element, 'title').left, box(element, 'grants').left);
    document.documentElement.dir = 'rtl';
    assert.isAbove(box(element, 'title').left, box(element, 'grants').left);
    const checkboxLeft = part(element, 'remember').querySelector('input')?.getBoundingClientRect().left ?? 0;
    assert.isAbove(checkboxLeft, box(element, 'card').left + box(element, 'card').width / 2);
  });

  it('has signs and full stops where they belong on a page that runs from right to left in a language without texts', async () => {
    document.documentElement.dir = 'rtl';
    proxy.onClaim = () => problem('rate-limited', { retryAfter: 20 });
    const element = await checkin();
    const isBefore = (name: string, first: string, second: string) =>
      assert.isBelow(leftOf(part(element, name), first), leftOf(part(element, name), second), `${name}: ${first}`);
    isBefore('grant', '+', 'points');
    isBefore('help-summary', 'Where', '?');
    press(element);
    await reaches(element, 'throttled');
    isBefore('text', 'Too busy', 'Nothing');
    isBefore('countdown', '0', 'left');
  });

  it('says what is in the way from right to left where its language runs so', async () => {
    await loadLocale('he');
    proxy.onClaim = () => problem('rate-limited', { retryAfter: 20 });
    const element = await checkin({ lang: 'he' });
    press(element);
    await reaches(element, 'throttled');
    await waitUntil(() => part(element, 'text').textContent.includes('נשלח'));
    assert.isAbove(leftOf(part(element, 'text'), 'עמוס'), leftOf(part(element, 'text'), 'נשלח'));
    assert.isAbove(box(element, 'icon').left, leftOf(part(element, 'text'), 'עמוס'));
  });

  it('follows the colour scheme of the page it is on, not that of the system', async () => {
    await wish({ colorScheme: 'dark' });
    const element = await checkin();
    const surface = () => getComputedStyle(part(element, 'card')).backgroundColor;
    assert.equal(surface(), 'rgb(255, 255, 255)');
    element.style.colorScheme = 'light dark';
    assert.notEqual(surface(), 'rgb(255, 255, 255)');
  });

  it('takes its looks from custom properties', async () => {
    const element = await checkin();
    element.style.setProperty('--rewards-accent', 'rgb(1, 2, 3)');
    element.style.setProperty('--rewards-surface', 'rgb(4, 5, 6)');
    element.style.setProperty('--rewards-radius', '3px');
    element.style.setProperty('--rewards-font', 'monospace');
    assert.equal(getComputedStyle(part(element, 'button')).backgroundColor, 'rgb(1, 2, 3)');
    assert.equal(getComputedStyle(part(element, 'card')).backgroundColor, 'rgb(4, 5, 6)');
    assert.equal(getComputedStyle(part(element, 'card')).borderRadius, '3px');
    assert.equal(getComputedStyle(part(element, 'button')).fontFamily, 'monospace');
  });

  it('holds out on a page that resets everything', async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { all: revert } html { font-size: 62.5% } :not(html) { font-size: 16px }');
    document.adoptedStyleSheets.push(sheet);
    try {
      const element = await checkin();
      assert.isFalse(hasPart(element, 'heading'));
      assert.isAtLeast(box(element, 'button').height, 44);
      assert.equal(getComputedStyle(part(element, 'card')).display, 'block');
      assert.isAbove(box(element, 'card').width, 200);
    } finally {
      document.adoptedStyleSheets.pop();
    }
  });
});
