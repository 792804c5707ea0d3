import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { CLAIMING, widgetIn } from './every-widget.ts';
import { FakeProxy, MEMBER } from './fake-proxy.ts';
import { waitUntil } from './wait-until.ts';
import { hasPart, part, press, reaches } from './widget.ts';

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

/** Checks in, as on any page. */
async function checkIn(): Promise<void> {
  const element = await fixture(html`<rewards-checkin action="daily" member-id=${MEMBER}></rewards-checkin>`);
  await reaches(element, 'ready');
  press(element);
  await reaches(element, 'granted');
}

describe('the look of the widgets', () => {
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

/** Places that are as wide as what is in them, and no wider than there is room for. */
const SHRUNK: Record<string, string> = {
  'a dialog': 'inline-size: fit-content',
  'a row': 'display: flex; justify-content: center',
  'a column': 'display: flex; flex-direction: column; align-items: center',
  'a grid': 'display: grid; justify-items: center',
  'a row whose text does not break': 'display: flex; white-space: nowrap',
};

describe('a place that is as wide as what is in it', () => {
  for (const [place, style] of Object.entries(SHRUNK)) {
    it(`gives widgets the width that they may have, or what room there is: ${place}`, async () => {
      for (const room of [2000, 200]) {
        for (const tag of [...CLAIMING, 'rewards-member']) {
          const box = await fixture<HTMLElement>(
            html`<div style="inline-size: ${room}px"><div style=${style}></div></div>`,
          );
          const element = document.createElement(tag);
          box.firstElementChild?.append(element);
          await waitUntil(() => hasPart(element, 'card'), 'not drawn');
          const widest = parseFloat(getComputedStyle(element).maxInlineSize);
          assert.closeTo(
            element.getBoundingClientRect().width,
            Math.min(widest, room),
            0.5,
            `${tag} in ${room} pixels`,
          );
        }
      }
    });
  }

  it('of a hundred pixels has a compact widget in it', async () => {
    const box = await fixture(
      html`<div style="inline-size: 100px"><rewards-checkin compact action="daily"></rewards-checkin></div>`,
    );
    assert.equal(box.firstElementChild?.getBoundingClientRect().width, 100);
    assert.isAtMost(box.scrollWidth, 100);
  });
});

describe('on a page whose old script gave all objects a method', () => {
  afterEach(() => void Reflect.deleteProperty(Object.prototype, 'each'));

  it('widgets work', async () => {
    Reflect.defineProperty(Object.prototype, 'each', { value() {}, enumerable: true, configurable: true });
    await checkIn();
  });
});

/** What browsers got after mid-2024, and scripts of today like to use. */
const YOUNGER: readonly [owner: object, name: string][] = [
  [URL, 'parse'],
  [Promise, 'try'],
  [RegExp, 'escape'],
  [Uint8Array, 'fromBase64'],
  [Set.prototype, 'union'],
  [Reflect.getPrototypeOf(Reflect.getPrototypeOf([].values()) ?? {}) ?? {}, 'map'],
];

describe('in a browser of mid-2024', () => {
  let removed: [owner: object, name: string, PropertyDescriptor][];

  beforeEach(() => {
    removed = YOUNGER.flatMap(([owner, name]) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(owner, name);
      return descriptor && Reflect.deleteProperty(owner, name) ? [[owner, name, descriptor]] : [];
    });
  });

  afterEach(() => {
    for (const [owner, name, descriptor] of removed) Reflect.defineProperty(owner, name, descriptor);
  });

  it('widgets work', checkIn);
});
