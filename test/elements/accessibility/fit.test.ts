import { assert, fixtureCleanup, html } from '@open-wc/testing';
import { loadLocale } from '../../../src/elements/index.ts';
import { everyWidget, showSettled, widgetIn } from '../every-widget.ts';
import { FakeProxy, Held } from '../fake-proxy.ts';
import { resetFonts, useFonts } from '../fonts.ts';
import { allOr, isThorough } from '../it-needs.ts';
import { resize, wish } from '../surroundings.ts';
import { lookAgain } from '../widget.ts';
import { CONTROLS, misfits, nameOf, seen } from './misfits.ts';

/** The spacing of WCAG 1.4.12, as a visitor's own style sheet would have it. Such a sheet reaches into shadow roots. */
const SPACED = new CSSStyleSheet();
SPACED.replaceSync(`
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }
`);

/** The findings of each widget on the page, with the widget. */
const inAll = (page: Element, find: (element: Element) => string[]): string[] =>
  Array.from(page.children).flatMap((element) =>
    find(element).map((finding) => `${(element.cloneNode() as Element).outerHTML}: ${finding}`),
  );

describe('every widget in every state', () => {
  let proxy: FakeProxy;

  beforeEach(async () => {
    localStorage.clear();
    proxy = new FakeProxy();
    proxy.onPoll = () => new Held().reply;
    await wish({ reducedMotion: 'reduce' });
  });

  afterEach(async () => {
    resetFonts();
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
    document.documentElement.dir = '';
    await resize({ width: 800, height: 600 });
    await wish({ reducedMotion: 'no-preference' });
  });

  async function show(lang: string): Promise<Element> {
    await loadLocale(lang);
    document.documentElement.dir = lang === 'ar' ? 'rtl' : '';
    await useFonts('wide');
    // Of a claim every card says the same, but for a wallet, which makes room for the field once the id is refused.
    if (isThorough) return showSettled(everyWidget(lang));
    const refused = widgetIn('rewards-onchain', 'refused', { lang });
    return showSettled(html`${everyWidget(lang, 'distinct')}${refused}`);
  }

  for (const lang of allOr(['de', 'ar'], ['en', 'de', 'ar'])) {
    // Which is what 400 % makes of a screen of 1280 pixels.
    it(`fits 320 pixels in ${lang}, also with its text spaced out`, async function () {
      this.timeout(240_000);
      await resize({ width: 320, height: 800 });
      const page = await show(lang);
      assert.isAtMost(document.documentElement.scrollWidth, 320);
      assert.deepEqual(inAll(page, misfits), []);
      for (const { shadowRoot } of page.children) shadowRoot?.adoptedStyleSheets.push(SPACED);
      await lookAgain(page.children);
      assert.isAtMost(document.documentElement.scrollWidth, 320);
      assert.deepEqual(inAll(page, misfits), []);
    });
  }

  it('has targets of 44 pixels or more', async () => {
    const page = await show('en');
    const small = (element: Element) =>
      seen(element, CONTROLS)
        .filter(({ offsetWidth, offsetHeight }) => Math.min(offsetWidth, offsetHeight) < 44)
        .map((node) => `${nameOf(node)} has ${node.offsetWidth} × ${node.offsetHeight}`);
    assert.deepEqual(inAll(page, small), []);
  });
});
