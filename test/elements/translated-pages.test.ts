import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import '../../src/elements/define.ts';
import { CLAIMING } from './every-widget.ts';
import { FakeProxy, MEMBER, problem } from './fake-proxy.ts';
import { waitUntil } from './wait-until.ts';
import { part, press, reaches } from './widget.ts';

/** Puts every text below the node into other letters, in elements of its own, as the translation of a page does, but for what it has to leave alone. */
function translate(root: Element | ShadowRoot): void {
  for (const node of root.childNodes) {
    if (node instanceof Text && node.data.trim()) {
      const translated = document.createElement('font');
      translated.textContent = node.data.toUpperCase().replaceAll(/\d(?=(?:\d{3})+$)/g, '$&.');
      node.replaceWith(translated);
    } else if (node instanceof HTMLElement && !node.matches('[translate=no], font, style')) {
      translate(node);
      if (node.shadowRoot) translate(node.shadowRoot);
    }
  }
}

describe('a page that the browser translates', () => {
  let proxy: FakeProxy;
  let before: string;

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
    before = document.documentElement.lang;
  });

  afterEach(async () => {
    document.documentElement.lang = before;
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
  });

  for (const look of [...CLAIMING, 'rewards-checkin compact']) {
    it(`has what the page wrote translated, and ${look} says what it is about in texts of its own`, async () => {
      proxy.onClaim = () => problem('refused');
      const place = await fixture(html`<div></div>`);
      place.innerHTML = `<p>Come in</p><${look} action="daily" member-id=${MEMBER}><b slot="title">Every day</b></${look}>`;
      const element = place.querySelector<HTMLElement>(':defined[action]');
      if (!element) throw new Error('There is no widget.');
      await reaches(element, 'ready');
      document.documentElement.lang = 'de';
      translate(place);
      assert.equal(place.querySelector('p')?.textContent, 'COME IN');
      assert.equal(place.querySelector('b')?.textContent, 'EVERY DAY');
      await waitUntil(() => part(element, 'card').lang === 'de' && part(element, 'card').ariaBusy === 'false');
      translate(place);
      if (!look.startsWith('rewards-onchain')) {
        assert.equal(part(element, 'member').textContent, `Mitglied: ${MEMBER}`);
        press(element);
        await reaches(element, 'refused');
        assert.include(part(element, 'result').textContent, 'Die Community hat abgelehnt.');
      }
      assert.isNull(element.shadowRoot?.querySelector('font'));
    });
  }

  it('has the page field in the language of the page', async () => {
    const element = await fixture<HTMLElement>(html`<rewards-member></rewards-member>`);
    document.documentElement.lang = 'de';
    translate(element.parentElement ?? element);
    await waitUntil(() => part(element, 'label').textContent.trim() === 'Deine Mitglieds-ID');
    translate(element.parentElement ?? element);
    assert.isNull(element.shadowRoot?.querySelector('font'));
  });
});
