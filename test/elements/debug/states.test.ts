import '../../../src/elements/debug.ts';
import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import { loadLocale, type WidgetState } from '../../../src/elements/index.ts';
import { FakeProxy, MEMBER } from '../fake-proxy.ts';
import { hasPart, reaches } from '../widget.ts';

const STATES: WidgetState[] = [
  'loading',
  'ready',
  'invalid',
  'submitting',
  'granted',
  'pending',
  'claimed',
  'upcoming',
  'closed',
  'full',
  'refused',
  'throttled',
  'offline',
  'failed',
];

describe('debug-state', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
    document.documentElement.dir = '';
    document.documentElement.style.colorScheme = '';
    document.body.style.background = '';
    await emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  });

  const show = (tag: string, state: WidgetState, memberId: string, lang = 'en') => {
    const name = unsafeStatic(tag);
    return fixture<HTMLElement>(
      staticHtml`<${name} action="sample" lang=${lang} member-id=${memberId} debug-state=${state}></${name}>`,
    );
  };

  for (const tag of ['rewards-checkin', 'rewards-signup', 'rewards-role']) {
    for (const [scheme, lang] of [
      ['light', 'en'],
      ['dark', 'ar'],
    ] as const) {
      it(`shows <${tag}> in every state without a proxy, and axe finds nothing in ${scheme} and ${lang}`, async function () {
        this.timeout(60_000);
        await loadLocale(lang);
        await emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        document.documentElement.style.colorScheme = 'light dark';
        document.body.style.background = 'Canvas';
        document.documentElement.dir = lang === 'ar' ? 'rtl' : '';
        for (const state of STATES) {
          const element = await show(tag, state, state === 'invalid' ? '' : MEMBER, lang);
          await reaches(element, state);
          await assert.isAccessible(element);
          element.remove();
        }
        assert.lengthOf(
          proxy.seen.filter(({ url }) => url.includes('/actions/')),
          0,
        );
      });
    }
  }

  for (const lang of ['en', 'ar']) {
    it(`axe finds nothing in <rewards-member> with its help open, in ${lang}`, async () => {
      await loadLocale(lang);
      const element = await fixture<HTMLElement>(html`<rewards-member lang=${lang}></rewards-member>`);
      element.focus();
      element.shadowRoot?.querySelector('summary')?.click();
      await assert.isAccessible(element);
    });
  }

  it('follows the attribute', async () => {
    const element = await show('rewards-checkin', 'granted', MEMBER);
    await reaches(element, 'granted');
    element.setAttribute('debug-state', 'full');
    await reaches(element, 'full');
    assert.isTrue(hasPart(element, 'heading'));
  });
});
