import { assert, fixtureCleanup, html } from '@open-wc/testing';
import { loadLocale, type WidgetState } from '../../../src/elements/index.ts';
import { locales } from '../../../src/elements/locales/index.ts';
import { showSettled, widgetIn } from '../every-widget.ts';
import { type Fonts, resetFonts, useFonts } from '../fonts.ts';
import { FakeProxy, Held, MEMBER } from '../fake-proxy.ts';
import { allOr, engine, isThorough } from '../it-needs.ts';
import { resize } from '../surroundings.ts';
import { lookAgain } from '../widget.ts';
import { misfits } from './misfits.ts';
import { keysIn, widestLanguages } from './widest-languages.ts';

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
/**
 * Of a claim every card says the same, in the same place, but for a wallet, which makes room for the field once the id is refused: the
 * check-in will do for the others, but where everything is looked at.
 */
const FEW: Record<string, WidgetState[]> = { 'rewards-role': [], 'rewards-onchain': ['granted', 'refused'] };
const saidBy = (tag: string) => (isThorough ? SAYING : (FEW[tag] ?? SAYING));
const LOOKS = ['rewards-checkin', 'rewards-role', 'rewards-onchain'].flatMap((tag) =>
  ['', MEMBER].map((memberId) => ({ tag, memberId })),
);

const TITLE = 'Daily check-in';

/** Each look in the state that it begins with, followed by those that take its place, all of them with one title. */
async function show(lang: string): Promise<Element[][]> {
  await loadLocale(lang);
  const page = await showSettled(html`
    ${LOOKS.map(({ tag, memberId }) => {
      const states: WidgetState[] = ['ready', ...(memberId ? [] : ['invalid' as const]), ...saidBy(tag)];
      return html`<div>${states.map((state) => widgetIn(tag, state, { lang, memberId, title: TITLE }))}</div>`;
    })}
    <div>
      ${SAYING.map((state) => widgetIn('rewards-checkin', state, { lang, memberId: MEMBER, compact: true, title: TITLE }))}
    </div>
  `);
  return Array.from(page.children, ({ children }) => [...children]);
}

function listen(): FakeProxy {
  localStorage.clear();
  const proxy = new FakeProxy();
  proxy.onPoll = () => new Held().reply;
  return proxy;
}

async function clear(proxy: FakeProxy): Promise<void> {
  resetFonts();
  fixtureCleanup();
  await Promise.resolve();
  proxy.restore();
}

/** Those in which the texts are widest that are shown here. */
async function widest(): Promise<readonly string[]> {
  const proxy = listen();
  const keys = await keysIn((await show('de')).flat(), 'de');
  await clear(proxy);
  return widestLanguages(keys);
}

/** The same fonts are as wide in the other engines, which differ in where they break lines. */
const ALL = isThorough && engine === 'Chromium' ? locales : await widest();
/** Where there is little time, some of the widest stand for all of them. */
const TRIED = allOr(
  ALL.filter((_, at) => at % 3 === 0),
  ALL,
);

describe('the texts of every language', () => {
  let proxy: FakeProxy;

  before(() => resize({ width: 320, height: 800 }));

  after(() => resize({ width: 800, height: 600 }));

  beforeEach(() => {
    proxy = listen();
  });

  afterEach(() => clear(proxy));

  const heightOf = (element: Element) => element.getBoundingClientRect().height;
  const named = (element: Element, flaw: string) => `${(element.cloneNode() as Element).outerHTML}: ${flaw}`;

  // Letters that a font has not got come from the machine, and engines draw them in widths of their own.
  const measures = PerformanceObserver.supportedEntryTypes.includes('layout-shift');

  const cutIn = (fonts: Fonts, looks: readonly Element[][]) =>
    looks.flat().flatMap((element) => misfits(element).map((flaw) => `${fonts}: ${named(element, flaw)}`));

  const grown = (fonts: Fonts, looks: readonly Element[][]) =>
    looks.flatMap(([first, ...others]) =>
      others.flatMap((element) => {
        const pixels = Math.round(heightOf(element) - heightOf(first ?? element));
        return pixels > 0 ? [`${fonts}: ${named(element, `grows by ${pixels} pixels`)}`] : [];
      }),
    );

  for (const lang of TRIED) {
    it(`fit 320 pixels in ${lang}, and move nothing below them`, async () => {
      // There is room for texts as wide as those of Verdana. Wider ones take more, and are not cut.
      await useFonts('dejavu');
      const looks = await show(lang);
      const flaws = measures ? grown('dejavu', looks) : [];
      // What fits in the wide ones fits in narrower ones.
      if (isThorough) flaws.push(...cutIn('dejavu', looks));
      assert.isAtMost(document.documentElement.scrollWidth, 320);
      await useFonts('wide');
      await lookAgain(looks.flat());
      flaws.push(...cutIn('wide', looks));
      assert.isAtMost(document.documentElement.scrollWidth, 320);
      assert.deepEqual(flaws, []);
    });
  }
});
