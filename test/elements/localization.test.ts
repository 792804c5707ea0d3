import { assert, fixtureCleanup } from '@open-wc/testing';
import { loadLocale, registerMessages } from '../../src/elements/index.ts';
import '../../src/elements/member/member.define.ts';
import { pseudoLocale } from '../locales/pseudo-locale.ts';
import { checkin, hasPart, input, part, press, reaches, said } from './checkin/checkin.ts';
import { claim, FakeProxy, Held, json, problem, view } from './fake-proxy.ts';
import { resetFonts, useFonts } from './fonts.ts';
import { itNeeds } from './it-needs.ts';
import { PATIENCE_MS } from '../../src/elements/shared/localization.ts';
import { Stubs } from './stubs.ts';
import { waitUntil } from './wait-until.ts';

/** All that the visitor reads, without what comes from the proxy. */
const texts = (element: Element) =>
  ['label', 'hint', 'help-summary', 'remember', 'button', 'description', 'heading', 'text', 'countdown', 'reference']
    .filter((name) => hasPart(element, name))
    .map((name) => part(element, name).innerText.trim())
    .filter(Boolean);

describe('the language of a widget', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    proxy = new FakeProxy();
  });

  afterEach(async () => {
    resetFonts();
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
  });

  itNeeds('the focus', 'may change while the visitor types, whose field keeps the focus', async () => {
    const element = await checkin();
    input(element).focus();
    element.lang = 'cy';
    await element.updateComplete;
    assert.equal(part(element, 'card').ariaBusy, 'true');
    assert.isTrue(input(element).checkVisibility({ visibilityProperty: true }));
    await waitUntil(() => part(element, 'card').ariaBusy === 'false');
    assert.equal(element.shadowRoot?.activeElement?.id, 'member');
  });

  it('is loaded when a page asks for it, and nothing is shown in English before', async () => {
    const waiting = checkin({ lang: 'de' });
    await customElements.whenDefined('rewards-checkin');
    const element = document.querySelector('rewards-checkin');
    if (!element) throw new Error('There is no widget.');
    const field = document.createElement('rewards-member');
    field.lang = 'de';
    element.after(field);
    await Promise.all([element.updateComplete, field.updateComplete]);
    for (const one of [element, field]) {
      assert.equal(part(one, 'card').ariaBusy, 'true');
      assert.isFalse(part(one, 'card').hasAttribute('lang'), 'Firefox tells readers of no other language later');
      assert.equal(getComputedStyle(part(one, 'label')).visibility, 'hidden');
      assert.equal(getComputedStyle(part(one, 'card')).visibility, 'visible');
    }
    field.remove();
    await waiting;
    await waitUntil(() => part(element, 'label').innerText === 'Deine Mitglieds-ID');
    assert.equal(part(element, 'card').ariaBusy, 'false');
    assert.equal(part(element, 'card').lang, 'de');
    assert.equal(part(element, 'description').textContent.trim(), 'Einmal am Tag');
  });

  it('is English after a while where its texts do not come', async () => {
    const stubs = new Stubs();
    const later = window.setTimeout.bind(window);
    let losePatience = () => {};
    stubs.set(window, 'setTimeout', ((run: () => void, ms: number) => {
      if (ms !== PATIENCE_MS) return later(run, ms);
      losePatience = run;
      return 0;
    }) as typeof window.setTimeout);
    const element = document.createElement('rewards-member');
    element.lang = 'mt';
    document.body.append(element);
    await element.updateComplete;
    stubs.restore();
    assert.equal(part(element, 'card').ariaBusy, 'true');
    losePatience();
    await element.updateComplete;
    assert.equal(part(element, 'card').ariaBusy, 'false');
    assert.equal(part(element, 'label').innerText, 'Your member id');
    element.remove();
  });

  it('is told to the proxy, whose texts may be in several', async () => {
    const poll = new Held();
    proxy.onPoll = () => poll.reply;
    proxy.onClaim = () => json(202, claim({ status: 'pending' }));
    const element = await checkin({ lang: 'ar-EG' });
    press(element);
    await reaches(element, 'pending');
    poll.give(json(200, claim()));
    await reaches(element, 'granted');
    assert.deepEqual(
      [...proxy.loads, ...proxy.claims].map(({ lang }) => lang),
      ['ar-EG', 'ar-EG'],
    );
  });

  it('may be no language at all', async () => {
    for (const lang of ['de_DE & co#', 'en_GB']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const element = await checkin({ lang });
      assert.equal(proxy.loads.at(-1)?.lang, lang);
      // oxlint-disable-next-line no-await-in-loop
      await reaches(element, 'ready');
      assert.equal(part(element, 'points').textContent, '+10 points');
    }
  });

  it('reaches what is said of outcomes and errors, with its own plural forms, dates and spans', async () => {
    // Which has the letters, wherever this runs: how high they are decides what there is room for.
    await useFonts('dejavu');
    await loadLocale('ar');
    const element = await checkin({ lang: 'ar' });
    press(element, 'no id!');
    await reaches(element, 'invalid');
    assert.equal(part(element, 'error').textContent, 'ليس معرّف عضو. انسخه مرة أخرى.');
    proxy.onClaim = () =>
      json(201, claim({ grants: [{ type: 'points', points: 3, remark: 'x' }], nextClaimAt: '2099-07-01T00:00:00Z' }));
    press(element);
    await reaches(element, 'granted');
    // Which digits Arabic has by default depends on the browser.
    const three = new Intl.NumberFormat('ar', { signDisplay: 'always' }).format(3);
    assert.isTrue(said(element).startsWith(`${three} نقاط x المرة القادمة: `), said(element));
    proxy.onClaim = () => problem('already-claimed', { nextClaimAt: '2099-07-01T00:00:00Z' });
    const later = await checkin({ lang: 'ar' });
    press(later);
    await reaches(later, 'claimed');
    assert.match(part(later, 'countdown').textContent, /^خلال [\p{Nd},٬]+ /u);
  });

  it('is everywhere: no text bypasses the tables', async () => {
    registerMessages('ia', pseudoLocale('ia'));
    proxy.onClaim = () => problem('unreachable');
    const element = await checkin({ lang: 'ia' });
    await waitUntil(() => texts(element).length >= 4);
    for (const text of texts(element)) assert.match(text, /⟦.*⟧/s);
    press(element);
    await reaches(element, 'failed');
    for (const text of texts(element)) assert.match(text, /⟦.*⟧/s);
  });

  it('is that of the page’s own texts where we have none', async () => {
    proxy.onAction = () => json(200, view({ grants: [{ type: 'points', points: 1234 }] }));
    const points = { one: '{n} phuing', two: '{n} phuing', few: '{n} puingean', other: '{n} puing' };
    registerMessages('gd', { loading: 'Ga luchdadh', points });
    const element = await checkin({ lang: 'gd' });
    await waitUntil(() => part(element, 'card').lang === 'gd');
    await waitUntil(() => part(element, 'points').textContent === `+${new Intl.NumberFormat('gd').format(1234)} puing`);
    // As some frameworks write a tag, which is none, and tags that `Intl` does not take.
    for (const lang of ['gd_GB', 'gd-GB-ao90', 'x-pirate']) {
      registerMessages(lang, { loading: 'Ga luchdadh', points });
      // oxlint-disable-next-line no-await-in-loop -- one after the other reads best in a failure
      const other = await checkin({ lang });
      // oxlint-disable-next-line no-await-in-loop -- see above
      await waitUntil(() => part(other, 'card').ariaBusy === 'false', lang);
      assert.equal(part(other, 'card').lang, 'en', lang);
      assert.equal(part(other, 'points').textContent, '+1,234 puing', lang);
    }
  });

  it('can have texts of the page’s own, which shows at once', async () => {
    const element = await checkin({ lang: 'en-GB' });
    const button = () => part(element, 'button').innerText;
    assert.equal(button(), 'Check in');
    registerMessages('en', { checkin: 'Ahoy!' });
    await waitUntil(() => button() === 'Ahoy!');
    registerMessages('en-GB', { checkin: 'Good day' });
    await waitUntil(() => button() === 'Good day');
    registerMessages('en', { checkin: 'Check in' });
    registerMessages('en-GB', { checkin: 'Check in' });
    await waitUntil(() => button() === 'Check in');
  });

  it('stays English where a tag is malformed, whatever texts there are', async () => {
    registerMessages('de', { remember: 'Hier merken' });
    const element = await checkin({ lang: 'de-!' });
    await waitUntil(() => part(element, 'card').ariaBusy === 'false');
    assert.equal(part(element, 'card').lang, 'en');
    assert.equal(part(element, 'grant').textContent, '+10 points');
  });
});
