import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { contrastOf, rgbOf } from '../../../demo/playground/contrast.ts';
import type { WidgetState } from '../../../src/elements/index.ts';
import { allSettled, THEMES, widgetIn } from '../every-widget.ts';
import { FakeProxy, Held, MEMBER } from '../fake-proxy.ts';
import { wish } from '../surroundings.ts';
import { waitUntil } from '../wait-until.ts';
import { part } from '../widget.ts';

/** Least contrast of a mark and what it is drawn on, a disk or the card: https://www.w3.org/TR/WCAG22/#non-text-contrast. Axe looks at text alone. */
const LEAST = 3;
/** One state with a mark of each tone. */
const STATES: readonly WidgetState[] = ['granted', 'pending', 'closed', 'failed'];

describe('the marks of outcomes', () => {
  const sheet = new CSSStyleSheet();
  const root = document.documentElement;
  let proxy: FakeProxy;

  before(async () => {
    await wish({ reducedMotion: 'reduce' });
    document.adoptedStyleSheets.push(sheet);
    proxy = new FakeProxy();
    proxy.onPoll = () => new Held().reply;
  });

  after(async () => {
    await wish({ reducedMotion: 'no-preference' });
    proxy.restore();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    root.style.colorScheme = '';
  });

  afterEach(() => fixtureCleanup());

  for (const theme of ['', ...THEMES]) {
    it(`stand out from what they are drawn on, in light and dark: ${theme || 'no theme'}`, async () => {
      sheet.replaceSync(theme && (await (await fetch(`/src/elements/themes/${theme}.css`)).text()));
      const page = await fixture(
        html`<div>${STATES.map((state) => widgetIn('rewards-checkin', state, { memberId: MEMBER }))}</div>`,
      );
      await waitUntil(() => allSettled(page));
      const faint: string[] = [];
      for (const scheme of ['light', 'dark']) {
        root.style.colorScheme = scheme;
        for (const [at, widget] of Array.from(page.children).entries()) {
          const { stroke, backgroundColor } = getComputedStyle(part(widget, 'icon'));
          const card = getComputedStyle(part(widget, 'card')).backgroundColor;
          const [line, behind] = [rgbOf(stroke), rgbOf(backgroundColor) ?? rgbOf(card)];
          const ratio = line && behind ? contrastOf(line, behind) : 0;
          if (ratio < LEAST) faint.push(`${STATES[at]}, ${scheme}: ${ratio.toFixed(1)}`);
        }
      }
      assert.deepEqual(faint, []);
    });
  }
});
