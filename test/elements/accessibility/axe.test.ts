import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { loadLocale } from '../../../src/elements/index.ts';
import { allSettled, everyWidget, THEMES } from '../every-widget.ts';
import { FakeProxy, Held, MEMBER } from '../fake-proxy.ts';
import { engine, isThorough } from '../it-needs.ts';
import { wish } from '../surroundings.ts';
import { waitUntil } from '../wait-until.ts';
import { hasPart, part, press, reaches } from '../widget.ts';
import { findings } from './axe.ts';

/** The other engines check the states in the colours that come by themselves: what they add is their own layout. */
const themes: readonly string[] = engine === 'Chromium' ? ['', ...THEMES] : [''];

/** Themes are colours and sizes, the same from either side. */
const languagesIn = (theme: string): readonly string[] => (theme ? ['en'] : ['en', 'ar']);

/** What a theme does not decide is the same in all of them. */
const rulesIn = (theme: string): 'all' | 'looks' => (theme && !isThorough ? 'looks' : 'all');

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

  for (const theme of themes) {
    for (const scheme of ['light', 'dark']) {
      for (const lang of languagesIn(theme)) {
        const dir = lang === 'ar' ? 'rtl' : 'ltr';
        const look = [theme || 'no theme', scheme, dir].join(', ');

        const dress = async () => {
          sheet.replaceSync(theme && (await (await fetch(`/src/elements/themes/${theme}.css`)).text()));
          root.style.colorScheme = scheme;
          root.dir = dir;
        };

        it(`in any state: ${look}`, async function () {
          this.timeout(240_000);
          await dress();
          const page = await fixture<HTMLElement>(
            html`<div>${everyWidget(lang, rulesIn(theme) === 'all' ? 'all' : 'distinct')}</div>`,
          );
          await waitUntil(() => allSettled(page));
          assert.deepEqual(await findings(page, rulesIn(theme)), []);
          assert.lengthOf(proxy.loads, 0);
        });

        it(`in the field on its own, with its help, and in a form of the page’s own: ${look}`, async () => {
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
          assert.deepEqual(await findings(page, rulesIn(theme)), []);
          await reaches(signup, 'ready');
          press(signup);
          await reaches(signup, 'invalid');
          assert.deepEqual(await findings(page, rulesIn(theme)), []);
        });
      }
    }
  }
});
