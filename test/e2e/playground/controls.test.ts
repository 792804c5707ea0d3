import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { WIDEST } from '../../support/fonts/fonts.ts';
import { allOr, isThorough, itInFull, repeats } from '../../support/thorough.ts';
import { forceColors, pixelOf } from '../support/force-colors.ts';
import { findings, forgetShifts, shiftsAround, shiftsOf, watchLayout } from '../support/page-checks.ts';
import { PlaygroundTab } from './playground-tab.ts';
import { openPublishedPages } from '../published/published-pages.ts';

/** Only tests in full ask for them, and to read them out of the sources takes a second. */
const { facts } = isThorough
  ? await import('../../demo/playground/samples.ts')
  : { facts: { elements: [], themes: [] } };

const LANGUAGES = ['de', 'ar', 'zh-Hans', 'pt-PT', 'fil'];
/** Attributes that have a control of another kind. */
const SET_OTHERWISE = ['lang', 'identity'];
const LENGTH = /^[\d.]+(em|px)$/;

const LOOKS = [
  { width: 360, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
];

/** A control must come to the same in the widget and in every snippet. */
const CODE = ['html', 'react', 'vue', 'svelte', 'angular'];
/** Two that are written most differently: what is written in each is held without a browser. */
const WRITTEN = allOr(['html', 'react'], CODE);

describe('the controls of the playground', () => {
  const pages = openPublishedPages(WIDEST);
  const open = (t: TestContext, query = '') => PlaygroundTab.open(t, pages.browser, `${pages.url}playground/${query}`);

  async function codeHas(tab: PlaygroundTab, text: string | RegExp, languages = WRITTEN): Promise<void> {
    for (const language of languages) {
      // oxlint-disable-next-line no-await-in-loop -- a failure should name the first
      const code = await tab.snippet(language);
      assert.ok(typeof text === 'string' ? code.includes(text) : text.test(code), `${language}: ${text} in ${code}`);
    }
  }

  itInFull('show every state of every element that claims', async (t) => {
    const tab = await open(t);
    const states = await tab.page.$$eval('#state option', (options) => options.map(({ value }) => value));
    assert.equal(states.length, 15);
    for (const element of ['checkin', 'signup', 'role']) {
      /* oxlint-disable no-await-in-loop -- one after the other, in one page */
      await tab.choose('element', `rewards-${element}`);
      await codeHas(tab, `<rewards-${element}`);
      for (const state of states.filter((one) => one !== 'live')) {
        await tab.choose('state', state);
        await tab.shows(state, `rewards-${element}`);
      }
      await tab.choose('state', 'live');
      await tab.shows('ready', `rewards-${element}`);
      /* oxlint-enable no-await-in-loop */
    }
    assert.deepEqual(tab.errors, []);
  });

  for (const { tag, attributes, properties } of facts.elements) {
    itInFull(`set every attribute and custom property of ${tag}, in the widget and in the code`, async (t) => {
      const tab = await open(t, `?element=${tag.replace('rewards-', '')}`);
      const attribute = (name: string) =>
        tab.page.$eval('.frame > *', (widget, which) => widget.getAttribute(which), name);
      /* oxlint-disable no-await-in-loop -- one after the other, in one page */
      for (const { name, boolean } of attributes.filter((one) => !SET_OTHERWISE.includes(one.name))) {
        const value = name === 'endpoint' ? '/community/rewards' : `a-${name}`;
        if (boolean) await tab.page.click(`#attribute-${name}`);
        else await tab.type(`attribute-${name}`, value);
        assert.equal(await attribute(name), boolean ? '' : value);
        await codeHas(tab, boolean ? new RegExp(`\\s${name}[\\s>/]`) : `${name}="${value}"`);
      }
      await tab.page.click('.controls summary');
      for (const { name, kind, usual } of properties) {
        const scale = LENGTH.exec(usual);
        const value = kind === 'color' ? '#12ab34' : scale ? `${Number.parseFloat(usual) / 2}` : '3px';
        if (kind === 'color' || scale) await tab.set(name, value);
        else await tab.type(name, value);
        const meant = scale ? value + scale[1] : value;
        const set = await tab.page.$eval(
          '.frame > *',
          (widget, which) => (widget as HTMLElement).style.getPropertyValue(which),
          name,
        );
        assert.equal(set, meant);
        const styled = WRITTEN.filter((language) => language !== 'react');
        await codeHas(tab, `${name}: ${meant}`, styled);
        await codeHas(tab, `'${name}': '${meant}'`, ['react']);
      }
      /* oxlint-enable no-await-in-loop */
      assert.deepEqual(tab.errors, []);
    });
  }

  itInFull('set theme, colours, direction, language and width', async (t) => {
    const tab = await open(t, '?state=ready');
    const style = (name: string) =>
      tab.page.$eval('.frame > *', (widget, which) => getComputedStyle(widget).getPropertyValue(which), name);
    const looks = new Set([(await style('--rewards-surface')) + (await style('--rewards-radius'))]);
    /* oxlint-disable no-await-in-loop -- one after the other, in one page */
    for (const theme of facts.themes) {
      await tab.choose('theme', theme);
      looks.add((await style('--rewards-surface')) + (await style('--rewards-radius')));
      await codeHas(tab, `themes/${theme}.css`);
    }
    assert.equal(looks.size, facts.themes.length + 1);
    const backgrounds = new Set();
    for (const scheme of ['light', 'dark']) {
      await tab.choose('scheme', scheme);
      assert.equal(await style('color-scheme'), scheme);
      backgrounds.add(await tab.page.$eval('.frame', (frame) => getComputedStyle(frame).backgroundColor));
      await codeHas(tab, scheme);
    }
    assert.equal(backgrounds.size, 2);
    for (const direction of ['ltr', 'rtl']) {
      await tab.choose('dir', direction);
      assert.equal(await style('direction'), direction);
      await codeHas(tab, `dir="${direction}"`);
    }
    const languages = await tab.page.$$eval('#lang option', (options) => options.map(({ value }) => value));
    assert.equal(languages.length, 81);
    for (const language of LANGUAGES) {
      await tab.choose('lang', language);
      await tab.page.waitForSelector(`rewards-checkin >>> [part~=card][lang=${language}]`);
      await codeHas(tab, `lang="${language}"`);
    }
    const widths = [];
    for (const frame of ['phone', 'tablet', 'desktop']) {
      await tab.choose('frame', frame);
      widths.push(await tab.page.$eval('.frame', (one) => one.clientWidth));
    }
    /* oxlint-enable no-await-in-loop */
    assert.deepEqual(
      widths,
      widths.toSorted((one, other) => one - other),
    );
    assert.equal(new Set(widths).size, 3);
    assert.deepEqual(tab.errors, []);
  });

  it('are kept in the address, which brings them back, and the way back goes through them', async (t) => {
    const tab = await open(t);
    await tab.choose('element', 'rewards-signup');
    await tab.choose('theme', 'ocean');
    await tab.choose('state', 'granted');
    // A text is one step back, however it was typed.
    await tab.page.$eval('#attribute-member-id', (field) => {
      for (const text of ['7', '73']) {
        (field as HTMLInputElement).value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    await tab.type('attribute-member-id', '739204618530271847');
    const address = await tab.address();
    assert.match(address, /\?element=signup&state=granted&theme=ocean&member-id=739204618530271847$/);
    const code = await tab.snippet('html');

    const other = await PlaygroundTab.open(t, pages.browser, address);
    await other.shows('granted', 'rewards-signup');
    assert.equal(await other.snippet('html'), code);
    assert.equal(await other.page.$eval('#theme', (list) => (list as HTMLSelectElement).value), 'ocean');

    await tab.page.goBack();
    assert.doesNotMatch(await tab.address(), /member-id/);
    assert.equal(await tab.page.$eval('#attribute-member-id', (field) => (field as HTMLInputElement).value), '');
    await tab.page.goBack();
    await tab.shows('ready', 'rewards-signup');
    await tab.page.goBack();
    assert.doesNotMatch(await tab.snippet('html'), /ocean/);
    await tab.page.goForward();
    assert.match(await tab.snippet('html'), /ocean/);
  });

  repeats(['demo/playground/settings'], () => {
    it('say what of a link means nothing, and take the rest', async (t) => {
      const tab = await open(t, '?theme=neon&lang=de&action=<b>&state=granted');
      await tab.shows('granted');
      const said = await tab.page.$eval('.ignored', (line) => (line as HTMLElement).innerText);
      assert.match(said, /^Left out of this link.*: theme=neon, action=<b>$/);
      assert.match(await tab.snippet('html'), /lang="de"/);
      await tab.choose('state', 'ready');
      await tab.page.waitForSelector('.ignored:empty, .ignored:not(:has(b))');
      assert.doesNotMatch(await tab.address(), /neon/);
    });
  });

  itInFull('leave the widget alone while a value is not yet one', async (t) => {
    const tab = await open(t);
    await tab.type('attribute-action', 'Not a name');
    assert.equal(await tab.page.$eval('.frame > *', (widget) => widget.getAttribute('action')), 'daily');
    assert.ok(await tab.page.$('#attribute-action:user-invalid'));
  });

  itInFull('copy each snippet, and a link to what is shown', async (t) => {
    const tab = await open(t, '?theme=paper');
    await tab.page
      .browserContext()
      .setPermission(
        new URL(pages.url).origin,
        { permission: { name: 'clipboard-read' }, state: 'granted' },
        { permission: { name: 'clipboard-write' }, state: 'granted' },
      );
    const clipboard = () => tab.page.evaluate(() => navigator.clipboard.readText());
    const says = (button: string, text: string) =>
      tab.page.waitForFunction(
        (selector, wanted) => document.querySelector<HTMLElement>(selector)?.innerText === wanted,
        {},
        button,
        text,
      );
    /** It says so for a moment, and a test that begins to look when it was pressed may be late. */
    const copies = async (button: string, text: string) => {
      const usual = await tab.page.$eval(button, (one) => (one as HTMLElement).innerText);
      await Promise.all([says(button, text), tab.page.click(button)]);
      return () => says(button, usual);
    };
    /* oxlint-disable no-await-in-loop -- there is one clipboard */
    for (const language of [...CODE, 'config']) {
      await tab.page.click(`#tab-${language}`);
      await copies(`#code-${language} .copy`, 'Copied');
      assert.equal(await clipboard(), await tab.snippet(language));
    }
    /* oxlint-enable no-await-in-loop */
    const reverts = await copies('.preview .bar > button', 'Link copied');
    assert.equal(await clipboard(), await tab.address());
    await reverts();
  });

  itInFull('say which colours are hard to read, in which scheme', async (t) => {
    const tab = await open(t, '?state=ready');
    const said = () => tab.page.$eval('.contrast', (box) => (box as HTMLElement).innerText.trim());
    /* oxlint-disable no-await-in-loop -- one after the other, in one page */
    for (const theme of ['', ...facts.themes]) {
      await tab.choose('theme', theme);
      assert.equal(await said(), '', theme);
    }
    /* oxlint-enable no-await-in-loop */
    await tab.choose('theme', '');
    await tab.set('--rewards-accent', '#ffe08a');
    assert.match(await said(), /4\.5 : 1 at least[^]*In light colours, the button’s text: 1\.2 : 1/);
    assert.doesNotMatch(await said(), /In dark colours/);
    await tab.shows('ready');
    assert.match((await findings(tab.page)).join('\n'), /^color-contrast: rewards-checkin,.*button\S*$/);
    await tab.choose('scheme', 'dark');
    assert.equal(await said(), '');
    await tab.choose('scheme', 'light');
    await tab.set('--rewards-on-accent', '#000000');
    assert.match(await said(), /links: 1\.2 : 1$/);
    await tab.page.click('::-p-aria(Reset Accent)');
    assert.match(await said(), /the button’s text: \d/);
    assert.doesNotMatch(await said(), /links/);

    const linked = await open(t, '?state=ready&scheme=light&--rewards-accent=%23ffe08a&--rewards-on-accent=%23000000');
    assert.match(
      await linked.page.$eval('.contrast', (box) => box.textContent),
      /least\.\s+In light colours, links: 1\.2 : 1\s*$/,
    );
  });

  itInFull('can be used with the keyboard alone', async (t) => {
    const tab = await open(t);
    const { keyboard } = tab.page;
    const focused = () => tab.page.evaluate(() => document.activeElement?.id ?? '');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await keyboard.press('ArrowRight');
    await codeHas(tab, '<rewards-signup');
    await keyboard.press('Tab');
    assert.equal(await focused(), 'state');
    await tab.page.focus('#tab-html');
    await keyboard.press('ArrowRight');
    assert.equal(await focused(), 'tab-react');
    await keyboard.press('End');
    assert.equal(await focused(), 'tab-config');
    await tab.page.waitForSelector('#code-config:not([hidden])');
  });

  for (const { width, scheme } of allOr(LOOKS.slice(0, 1), LOOKS)) {
    it(`are on a page that axe has nothing against, and where nothing moves: ${width} px, ${scheme}`, async (t) => {
      const tab = await PlaygroundTab.open(t, pages.browser, `${pages.url}playground/?theme=neon`, async (page) => {
        await page.setViewport({ width, height: 800 });
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        await watchLayout(page);
      });
      await tab.shows('ready');
      assert.deepEqual(await shiftsOf(tab.page), []);
      await tab.page.click('.controls summary');
      // Whether a colour can be read on the other one is for the visitor to say.
      await tab.set('--rewards-accent', scheme === 'dark' ? '#86d0de' : '#12406a');
      await tab.set('--rewards-radius', '0.5');
      await tab.enter('739204618530271847');
      // A setting shows what there is to say of it, below it.
      await forgetShifts(tab.page);
      await tab.press();
      await tab.shows('granted');
      assert.deepEqual(await findings(tab.page), []);
      // Another element is as high as it is, and what is below goes with it.
      assert.deepEqual(await shiftsAround(tab.page), []);
      await tab.choose('element', 'rewards-signup');
      await tab.choose('state', 'failed');
      await tab.choose('frame', 'desktop');
      await tab.shows('failed', 'rewards-signup');
      assert.deepEqual(await findings(tab.page), []);
      assert.equal(await tab.page.evaluate(() => document.documentElement.scrollWidth), width);
      assert.deepEqual(tab.errors, []);
    });
  }

  itInFull('show what is chosen where colours are forced', async (t) => {
    const { page } = await PlaygroundTab.open(t, pages.browser, `${pages.url}playground/`, forceColors);
    await page.waitForSelector('.tabs [aria-selected=true]');
    const differ = async (chosen: string, other: string, at: readonly [number, number]) =>
      assert.notEqual(await pixelOf(page, chosen, at), await pixelOf(page, other, at), `${chosen} looks as ${other}`);
    await differ('.segments :checked + span', '.segments :not(:checked) + span', [4, 10]);
    await differ('.tabs [aria-selected=true]', '.tabs [aria-selected=false]', [10, -1]);
  });
});
