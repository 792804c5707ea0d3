import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import { loadLocale, type WidgetState } from '../../../src/elements/index.ts';
import { everyWidget, showSettled, THEMES } from '../every-widget.ts';
import { FakeProxy, Held, MEMBER } from '../fake-proxy.ts';
import { allOr, engine, isThorough } from '../it-needs.ts';
import { wish } from '../surroundings.ts';
import { waitUntil } from '../wait-until.ts';
import { hasPart, part, press, reaches } from '../widget.ts';
import { findings, type Rules } from './axe.ts';

/** The other engines check the states in the colours that come by themselves: what they add is their own layout. */
const themes: readonly string[] = engine === 'Chromium' ? THEMES : [];

/** One state of each tone, and those of the field and the button: what themes have colours for. */
const TONES: readonly WidgetState[] = ['ready', 'invalid', 'submitting', 'granted', 'pending', 'closed', 'failed'];

type Scheme = 'light' | 'dark';

const SCHEMES: readonly Scheme[] = ['light', 'dark'];

interface Look {
  theme: string;
  lang: 'en' | 'ar';
  schemes: readonly Scheme[];
}

/** Themes are colours and sizes, and schemes are colours: the same from either side. Where there is little time, themes are dark and light in turn. */
const THEMED: readonly Look[] = themes.map((theme, at) => ({
  theme,
  lang: 'en',
  schemes: allOr([at % 2 === 0 ? 'dark' : 'light'], SCHEMES),
}));

/** Looks that the same widgets have one after the other. */
const GROUPS: Readonly<Record<string, readonly Look[]>> = {
  'left to right': [{ theme: '', lang: 'en', schemes: SCHEMES }],
  'right to left': [{ theme: '', lang: 'ar', schemes: allOr(SCHEMES.slice(0, 1), SCHEMES) }],
  ...(THEMED.length > 0 && { 'in every theme': THEMED }),
};

/** Of themes, what decides more than colours. */
const SIZES = /-gap:|font/;

/** What neither a theme's style sheet nor a scheme decides is the same in all of them; what a scheme does not, even of the very same nodes. */
function rulesIn({ theme }: Look, scheme: Scheme, styles: string): Rules {
  if (theme && !isThorough) return SIZES.test(styles) ? 'looks' : 'colours';
  return scheme === 'dark' ? 'colours' : 'all';
}

/** Where an element has all of its own parts: errors and outcomes have in every element the colours that they have in the check-in. */
const WITH_ALL_PARTS: readonly WidgetState[] = ['ready'];

/** Of the elements and states that share their card one will do, but where everything is looked at; of themes and the other direction, those of each tone. */
function widgetsIn(theme: string, lang: string): TemplateResult {
  if (isThorough) return everyWidget(lang, theme ? 'distinct' : 'all');
  return theme || lang === 'ar' ? everyWidget(lang, 'distinct', TONES, WITH_ALL_PARTS) : everyWidget(lang, 'distinct');
}

describe('axe finds nothing', () => {
  const sheet = new CSSStyleSheet();
  const root = document.documentElement;
  let proxy: FakeProxy;

  before(async () => {
    await loadLocale('ar');
    await wish({ reducedMotion: 'reduce' });
    document.adoptedStyleSheets.push(sheet);
    document.body.style.background = 'Canvas';
  });

  after(async () => {
    await wish({ reducedMotion: 'no-preference' });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    document.body.style.background = '';
    root.style.colorScheme = root.dir = '';
  });

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
    proxy.onPoll = () => new Held().reply;
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
  });

  async function dress({ theme, lang }: Look): Promise<string> {
    const styles = theme && (await (await fetch(`/src/elements/themes/${theme}.css`)).text());
    sheet.replaceSync(styles);
    root.dir = lang === 'ar' ? 'rtl' : 'ltr';
    return styles;
  }

  async function findNothing(page: Element, looks: readonly Look[]): Promise<void> {
    const found: string[] = [];
    for (const look of looks) {
      // oxlint-disable no-await-in-loop -- a page has one look at a time
      const styles = await dress(look);
      for (const scheme of look.schemes) {
        root.style.colorScheme = scheme;
        const flaws = await findings(page, rulesIn(look, scheme, styles));
        found.push(...flaws.map((flaw) => `${look.theme} ${scheme}: ${flaw}`));
      }
      // oxlint-enable no-await-in-loop
    }
    assert.deepEqual(found, []);
  }

  for (const [name, looks] of Object.entries(GROUPS)) {
    const [{ theme, lang } = { theme: '', lang: 'en' }] = looks;

    it(`in any state: ${name}`, async function () {
      this.timeout(240_000 * looks.length);
      const page = await showSettled(widgetsIn(theme, lang));
      await findNothing(page, looks);
      assert.lengthOf(proxy.loads, 0);
    });

    it(`in the field on its own, with its help, and in a form of the page’s own: ${name}`, async function () {
      this.timeout(60_000 * looks.length);
      const page = await fixture<HTMLElement>(html`
        <div>
          <rewards-member lang=${lang}></rewards-member>
          <rewards-signup lang=${lang} action="sample" member-id=${MEMBER} debug-state="ready">
            <form>
              <label>Name <input name="name" required /></label>
            </form>
          </rewards-signup>
        </div>
      `);
      const [member, signup] = page.children;
      if (!member || !signup) throw new Error('There is no widget.');
      part(member, 'help-summary').click();
      part(member, 'input').focus();
      await waitUntil(() => hasPart(member, 'steps'));
      await findNothing(page, looks);
      await reaches(signup, 'ready');
      press(signup);
      await reaches(signup, 'invalid');
      await findNothing(page, looks);
    });
  }
});
