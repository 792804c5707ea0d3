import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import { loadLocale, type WidgetState } from '../../../src/elements/index.ts';
import { everyWidget, showSettled, THEMES } from '../every-widget.ts';
import { FakeProxy, Held, MEMBER } from '../fake-proxy.ts';
import { allOr, engine, isThorough } from '../it-needs.ts';
import { wish } from '../surroundings.ts';
import { waitUntil } from '../wait-until.ts';
import { hasPart, part, press, reaches } from '../widget.ts';
import { findings } from './axe.ts';

/** The other engines check the states in the colours that come by themselves: what they add is their own layout. */
const themes: readonly string[] = engine === 'Chromium' ? ['', ...THEMES] : [''];

/** One state of each tone, and those of the field and the button: what themes have colours for. */
const TONES: readonly WidgetState[] = ['ready', 'invalid', 'submitting', 'granted', 'pending', 'closed', 'failed'];

type Scheme = 'light' | 'dark';

const SCHEMES: readonly Scheme[] = ['light', 'dark'];

interface Look {
  theme: string;
  lang: 'en' | 'ar';
  schemes: readonly Scheme[];
}

/**
 * Themes are colours and sizes, and schemes are colours: the same from either side. Where there is little time, themes are dark and light in turn.
 */
const LOOKS: readonly Look[] = themes.flatMap((theme, at) => [
  { theme, lang: 'en', schemes: theme ? allOr(SCHEMES.slice(at % 2, (at % 2) + 1), SCHEMES) : SCHEMES },
  ...(theme ? [] : ([{ theme, lang: 'ar', schemes: allOr(SCHEMES.slice(0, 1), SCHEMES) }] as const)),
]);

/** What neither a theme nor a scheme decides is the same in all of them; what a scheme does not, even of the very same nodes. */
const rulesIn = ({ theme }: Look, scheme: Scheme): 'all' | 'looks' =>
  scheme === 'dark' || (theme && !isThorough) ? 'looks' : 'all';

/** Where an element has all of its own parts: errors and outcomes have in every element the colours that they have in the check-in. */
const WITH_ALL_PARTS: readonly WidgetState[] = ['ready'];

/** Of the elements and states that share their card one will do, but where everything is looked at. */
function widgetsIn({ theme, lang }: Look): TemplateResult {
  if (isThorough) return everyWidget(lang, theme ? 'distinct' : 'all');
  return theme ? everyWidget(lang, 'distinct', TONES, WITH_ALL_PARTS) : everyWidget(lang, 'distinct');
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

  for (const look of LOOKS) {
    const { theme, lang, schemes } = look;
    const dir = lang === 'ar' ? 'rtl' : 'ltr';
    const name = [theme || 'no theme', ...schemes, dir].join(', ');

    const dress = async () => {
      sheet.replaceSync(theme && (await (await fetch(`/src/elements/themes/${theme}.css`)).text()));
      root.dir = dir;
    };

    const findNothing = async (page: Element) => {
      for (const scheme of schemes) {
        root.style.colorScheme = scheme;
        // oxlint-disable-next-line no-await-in-loop -- a page has one scheme at a time
        assert.deepEqual(await findings(page, rulesIn(look, scheme)), [], scheme);
      }
    };

    it(`in any state: ${name}`, async function () {
      this.timeout(240_000);
      await dress();
      const page = await showSettled(widgetsIn(look));
      await findNothing(page);
      assert.lengthOf(proxy.loads, 0);
    });

    it(`in the field on its own, with its help, and in a form of the page’s own: ${name}`, async () => {
      await dress();
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
      await findNothing(page);
      await reaches(signup, 'ready');
      press(signup);
      await reaches(signup, 'invalid');
      await findNothing(page);
    });
  }
});
