import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { widgetIn } from './every-widget.ts';
import { FakeProxy, MEMBER } from './fake-proxy.ts';
import { part, press, reaches } from './widget.ts';

/** Pages that are hard on what is put into them. */
const HOSTILE: Record<string, string> = {
  'reverts everything': '* { all: revert } html { font-size: 62.5% }',
  'resets like Tailwind':
    '*, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid } img, svg, video { display: block; vertical-align: middle } button, input { font: inherit; color: inherit; background: transparent; border-radius: 0 } [hidden] { display: none !important }',
  'resets like Bootstrap':
    'body { line-height: 1.5; -webkit-text-size-adjust: 100% } label { display: inline-block } button { border-radius: 0 } p { margin-bottom: 1rem } svg { vertical-align: middle } .good, .stop, .wait { display: none !important }',
  shouts:
    'body { font: 700 30px/3 serif; letter-spacing: 0.3em; text-transform: uppercase; text-align: right; white-space: nowrap; color: red }',
};

describe('the look of the widgets', () => {
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

  async function withStyles<T>(css: string, run: () => Promise<T>): Promise<T> {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    try {
      return await run();
    } finally {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    }
  }

  for (const [page, css] of Object.entries(HOSTILE)) {
    it(`holds out on a page that ${page}`, async () => {
      await withStyles(css, async () => {
        for (const state of ['ready', 'granted', 'refused'] as const) {
          const element = await fixture<HTMLElement>(widgetIn('rewards-checkin', state));
          await reaches(element, state);
          const card = part(element, 'card');
          assert.equal(getComputedStyle(card).display, 'block');
          assert.isAtMost(card.scrollWidth, card.clientWidth, state);
          if (state === 'ready') assert.isAtLeast(part(element, 'button').offsetHeight, 44);
          else assert.isTrue(part(element, 'icon').checkVisibility(), state);
          element.remove();
        }
      });
    });
  }
});

describe('on a page whose old script gave all objects a method', () => {
  afterEach(() => {
    Reflect.deleteProperty(Object.prototype, 'each');
    fixtureCleanup();
  });

  it('widgets work', async () => {
    localStorage.clear();
    const proxy = new FakeProxy();
    try {
      Object.defineProperty(Object.prototype, 'each', { value() {}, enumerable: true, configurable: true });
      const element = await fixture(html`<rewards-checkin action="daily" member-id=${MEMBER}></rewards-checkin>`);
      await reaches(element, 'ready');
      press(element);
      await reaches(element, 'granted');
    } finally {
      proxy.restore();
    }
  });
});
