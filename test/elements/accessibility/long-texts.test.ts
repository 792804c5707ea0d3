import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { loadLocale, type WidgetState } from '../../../src/elements/index.ts';
import { locales } from '../../../src/elements/locales/index.ts';
import { allSettled, widgetIn } from '../every-widget.ts';
import { undress, wear } from '../fonts.ts';
import { FakeProxy, Held, MEMBER } from '../fake-proxy.ts';
import { engine, isThorough } from '../it-needs.ts';
import { resize } from '../surroundings.ts';
import { waitUntil } from '../wait-until.ts';
import { lookAgain, misfits } from './misfits.ts';
import { widestLanguages } from './widest-languages.ts';

const SAYING: WidgetState[] = [
  'granted',
  'pending',
  'claimed',
  'upcoming',
  'refused',
  'throttled',
  'offline',
  'failed',
];
/** The same fonts are as wide in the other engines, which differ in where they break lines. */
const TRIED = isThorough && engine === 'Chromium' ? locales : await widestLanguages();
/** Of a claim every card says the same, in the same place: one with points will do for one with a role, but where everything is looked at. */
const saidBy = (tag: string) => (isThorough || tag !== 'rewards-role' ? SAYING : []);
const LOOKS = ['rewards-checkin', 'rewards-role', 'rewards-onchain'].flatMap((tag) =>
  ['', MEMBER].map((memberId) => ({ tag, memberId })),
);

describe('the texts of every language', () => {
  let proxy: FakeProxy;

  before(() => resize({ width: 320, height: 800 }));

  after(() => resize({ width: 800, height: 600 }));

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
    proxy.onPoll = () => new Held().reply;
  });

  afterEach(async () => {
    undress();
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
  });

  /** Each look in the state that it begins with, followed by those that take its place, all of them with one title. */
  async function show(lang: string): Promise<Element[][]> {
    await loadLocale(lang);
    const page = await fixture<HTMLElement>(
      html`<div>
        ${LOOKS.map(({ tag, memberId }) => {
          const states: WidgetState[] = ['ready', ...(memberId ? [] : ['invalid' as const]), ...saidBy(tag)];
          return html`<div>${states.map((state) => widgetIn(tag, state, { lang, memberId }))}</div>`;
        })}
        <div>
          ${SAYING.map((state) => widgetIn('rewards-checkin', state, { lang, memberId: MEMBER, compact: true }))}
        </div>
      </div>`,
    );
    for (const title of page.querySelectorAll('[slot=title]')) title.textContent = 'Daily check-in';
    await waitUntil(() => allSettled(page));
    return Array.from(page.children, ({ children }) => [...children]);
  }

  const heightOf = (element: Element) => element.getBoundingClientRect().height;
  const named = (element: Element, flaw: string) => `${(element.cloneNode() as Element).outerHTML}: ${flaw}`;

  // Letters that a font has not got come from the machine, and engines draw them in widths of their own.
  const measures = PerformanceObserver.supportedEntryTypes.includes('layout-shift');

  for (const lang of TRIED) {
    it(`fit 320 pixels in ${lang}, and move nothing below them`, async () => {
      const looks = await show(lang);
      const flaws: string[] = [];
      // What fits in these fits in narrower ones.
      for (const fonts of ['dejavu', 'wide'] as const) {
        // oxlint-disable-next-line no-await-in-loop -- the page has one at a time
        await wear(fonts);
        // oxlint-disable-next-line no-await-in-loop -- see above
        await lookAgain(looks.flat());
        for (const look of looks) {
          const [first] = look;
          for (const element of look) {
            if (isThorough || fonts === 'wide')
              flaws.push(...misfits(element).map((flaw) => `${fonts}: ${named(element, flaw)}`));
            // There is room for texts as wide as those of Verdana. Wider ones take more, and are not cut.
            const compared = measures && fonts !== 'wide';
            const grown = compared ? Math.round(heightOf(element) - heightOf(first ?? element)) : 0;
            if (grown > 0) flaws.push(`${fonts}: ${named(element, `grows by ${grown} pixels`)}`);
          }
        }
        assert.isAtMost(document.documentElement.scrollWidth, 320);
      }
      assert.deepEqual(flaws, []);
    });
  }
});
