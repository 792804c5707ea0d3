import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { SIDEBAR } from '../../demo/docs/sidebar.ts';
import { findings, shiftsOf, watchLayout } from '../e2e/support/page-checks.ts';
import { sharedBrowser } from '../e2e/support/shared-browser.ts';
import { serveFolder } from '../e2e/support/static-server.ts';
import { StaticSite } from '../e2e/support/static-site.ts';
import { newPage } from '../support/browsers/new-page.ts';
import { followLinks } from '../support/pages/follow-links.ts';
import { PAGE_FONTS, WIDEST } from '../support/fonts/fonts.ts';
import { htmlFlaws } from '../support/pages/html-flaws.ts';
import { describeInFull } from '../support/thorough.ts';

const BASES = ['/', '/some/repo/'];
/** Anchors of what a page's script draws. */
const DRAWN = ['controls'];
/** Widths in pixels. */
const [PHONE, DESKTOP] = [360, 1280];
const SCHEMES = ['dark', 'light'];
/** A page of each kind: the front page, prose, tables, long code, and the one that there is not. */
const KINDS = ['index', 'start', 'elements', 'identity', '404'];
/** What may move before anybody has done anything, as a share of the window: nothing that anyone could see. */
const MAX_SHIFT = 0.001;

describeInFull('the documentation as a site', () => {
  let site: StaticSite;
  let browser: Browser;

  before(async () => {
    site = await StaticSite.openWithDocs();
    browser = await sharedBrowser();
  });

  after(() => site?.close());

  describe('the built documentation', () => {
    it('has a page for each entry of the sidebar, and an entry for each page', () => {
      const listed = SIDEBAR.flatMap(({ items = [] }) => items.map(({ link = '' }) => `${link.slice(1)}.html`));
      const pages = globSync('*.html', { cwd: join(site.folder, 'docs') });
      const entries = pages.filter((name) => name !== 'index.html' && name !== '404.html');
      assert.deepEqual(listed.toSorted(), entries.toSorted());
    });

    it('has a picture for those who show a link to a page, as has the site around it', () => {
      const pages = globSync('**/*.html', { cwd: site.folder }).filter((name) => !name.endsWith('404.html'));
      for (const name of pages) {
        const html = readFileSync(join(site.folder, name), 'utf8');
        const [, picture = ''] = /<meta property="og:image" content="([^"]*)"/.exec(html) ?? [];
        assert.equal(join(dirname(name), picture), 'share.png', name);
      }
      assert.ok(existsSync(join(site.folder, 'share.png')));
      assert.ok(pages.length > 40);
    });

    it('has nothing in its HTML that readers, search engines or assistive technology stumble over, nor has the site', () => {
      const pages = globSync('**/*.html', { cwd: site.folder });
      const flaws = pages.flatMap((name) =>
        htmlFlaws(readFileSync(join(site.folder, name), 'utf8')).map((flaw) => `${name} ${flaw}`),
      );
      assert.deepEqual(flaws, []);
    });

    it('can be read without its scripts, also where there is no such page', async (t) => {
      const page = await newPage(browser);
      t.after(() => page.close());
      await page.setJavaScriptEnabled(false);
      for (const [name, heading] of [
        ['start', 'Start in five minutes'],
        ['404', 'There is no such page'],
      ] as const) {
        const asked = site.asked.length;
        await page.goto(`${site.url}docs/${name}.html`);
        assert.match(await page.$eval('h1', ({ innerText }) => innerText), new RegExp(heading));
        const sheets = site.asked.slice(asked).filter((path) => path.endsWith('.css'));
        assert.deepEqual(sheets, []);
        assert.equal(await page.$eval('.VPNavBar', (bar) => getComputedStyle(bar).height), '64px');
      }
    });

    for (const base of BASES) {
      it(`has no link that leads nowhere, nor has the site around it, below ${base}`, async (t) => {
        const server = await serveFolder(site.folder, base);
        t.after(() => server.close());
        const { addresses, dead } = await followLinks(server.url, {
          paths: globSync('**/*.html', { cwd: site.folder }),
          drawn: DRAWN,
        });
        assert.deepEqual(dead, []);
        assert.ok(addresses.length > 100, `${addresses.length} addresses`);
      });
    }
  });

  /** A page of the documentation, and what it complained of. */
  async function open(name: string, width: number, through = browser): Promise<{ page: Page; complaints: string[] }> {
    const complaints: string[] = [];
    const page = await newPage(through);
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
    });
    await watchLayout(page);
    await load(page, name, width);
    return { page, complaints };
  }

  async function load(page: Page, name: string, width: number): Promise<void> {
    await page.setViewport({ width, height: 800 });
    await page.goto(`${site.url}docs/${name}.html`);
    // Only then is it what a visitor uses: its script draws what it knows of the window, and registers the widget.
    await page.waitForFunction(
      () =>
        '__vue_app__' in (document.querySelector('#app') ?? {}) &&
        Array.from(document.querySelectorAll('rewards-checkin')).every((one) => one.matches(':state(granted)')),
    );
  }

  async function fits(page: Page, how: string): Promise<void> {
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wider <= 0, `it is ${wider} px wider than the window ${how}`);
  }

  async function isAccessible(page: Page, how: string): Promise<void> {
    for (const scheme of SCHEMES) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await page.waitForFunction((dark) => document.documentElement.matches('.dark') === dark, {}, scheme === 'dark');
      assert.deepEqual(await findings(page), [], `${scheme}, ${how}`);
    }
  }

  /** As readers may set them (WCAG 1.4.12). */
  async function fitsWithLettersApart(page: Page): Promise<void> {
    await page.setViewport({ width: 320, height: 800 });
    const content =
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';
    await page.addStyleTag({ content });
    await fits(page, 'of 320 px with letters and words far apart');
  }

  describe('a page of the documentation', () => {
    for (const fonts of PAGE_FONTS) {
      describe(`in the fonts ${fonts}`, () => {
        let wearing: Browser;

        before(async () => {
          wearing = await sharedBrowser(fonts);
        });

        const also =
          fonts === WIDEST ? '; is accessible, too, and has room for letters and words that are far apart' : '';
        for (const name of KINDS) {
          it(`is still and quiet, and fits${also}: ${name}`, async (t) => {
            const { page, complaints } = await open(name, PHONE, wearing);
            t.after(() => page.close());
            assert.deepEqual(await shiftsOf(page, MAX_SHIFT), [], 'on a phone');
            await fits(page, 'of a phone');
            if (name === 'index') {
              const bottom = await page.$eval('rewards-checkin', (widget) => widget.getBoundingClientRect().bottom);
              assert.ok(bottom < 800, `the live widget, which comes first, ends at ${bottom} px`);
            }
            if (fonts === WIDEST) {
              await isAccessible(page, 'on a phone');
              await fitsWithLettersApart(page);
            }

            await load(page, name, DESKTOP);
            assert.deepEqual(await shiftsOf(page, MAX_SHIFT), [], 'on a desktop');
            await fits(page, 'of a desktop');
            if (fonts === WIDEST) await isAccessible(page, 'on a desktop');
            assert.deepEqual(complaints, []);
          });
        }
      });
    }

    it('has room for all that is in its bar where that is least, and the cells of a row stand where they are when the last of them comes late', async () => {
      const wearing = await sharedBrowser(WIDEST);
      const { page } = await open('elements', 768, wearing);
      const [first, ...others] = await page.$$eval(
        '.VPNavBar :is(.VPNavBarTitle a, .DocSearch-Button, .VPNavBarMenuLink, .VPNavBarExtra)',
        (all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
      );
      let end = first?.right ?? Infinity;
      for (const { left, right } of others) {
        assert.ok(left >= end, `what begins at ${left} px lies on what ends at ${end} px`);
        end = right;
      }
      assert.ok(others.length > 6 && end <= 768 - 12, `${others.length + 1} things end at ${end} px`);

      await page.setViewport({ width: 360, height: 800 });
      const tops = await page.evaluate(() => {
        const { cells } = document.querySelector<HTMLTableRowElement>('.vp-doc tbody tr') ?? {};
        const top = () => cells?.[0]?.querySelector('code')?.getBoundingClientRect().top;
        const whole = top();
        cells?.[cells.length - 1]?.replaceChildren();
        return [whole, top()];
      });
      assert.ok(tops[0] !== undefined);
      assert.equal(tops[1], tops[0]);
      await page.close();
    });

    it('changes its colours at once, those of the switch aside', async () => {
      const { page } = await open('start', 1280);
      const changed = await page.evaluate(async () => {
        document.querySelector<HTMLElement>('.VPSwitchAppearance')?.click();
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        const moving = document
          .getAnimations()
          .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null))
          .filter((target) => !target?.closest('.VPSwitch'));
        return { dark: document.documentElement.matches('.dark'), moving: moving.length };
      });
      assert.deepEqual(changed, { dark: true, moving: 0 });
      await page.close();
    });

    it('is still where it has a bar that leads to its parts', async () => {
      const { page } = await open('elements', 1024);
      assert.deepEqual(await shiftsOf(page, 0), []);
      const top = await page.$eval('h1', (heading) => heading.getBoundingClientRect().top);
      // As the server wrote it, before any script knew of the parts.
      await page.setJavaScriptEnabled(false);
      await page.reload();
      assert.equal(await page.$eval('h1', (heading) => heading.getBoundingClientRect().top), top);
      await page.close();
    });

    it('shows a table once it has come whole', async () => {
      const { page } = await open('identity', 360);
      const shown = () => page.$$eval('.vp-doc table', (all) => all.map((table) => getComputedStyle(table).visibility));
      const whole = await shown();
      assert.ok(whole.length > 0);
      assert.deepEqual(new Set(whole), new Set(['visible']));
      await page.$eval('.vp-doc table + *', (end) => end.remove());
      assert.deepEqual(await shown(), ['hidden', ...whole.slice(1)]);
      await page.close();
    });

    it('has its outline where it will be while the text has not come', async () => {
      const { page } = await open('elements', 1280);
      const left = () => page.$eval('.VPDoc .aside', (aside) => aside.getBoundingClientRect().left);
      const whole = await left();
      await page.$eval('.VPDoc .container > .content', (text) => text.remove());
      assert.equal(await left(), whole);
      await page.close();
    });

    it('is found by the search, its generated parts too', async () => {
      const { page } = await open('start', 1280);
      for (const [words, address] of [
        ['rotate the key', 'docs/operate.html#rotate-the-key'],
        ['CORS', 'docs/configure.html#sites-that-may-use-it'],
        ['minimumGapHours', 'docs/config-keys.html#actions-name'],
        ['GDPR', 'docs/questions.html#gdpr-and-privacy-export-or-delete-a-member-or-user'],
        ['move to postgres', 'docs/questions.html#move-from-sqlite-to-postgresql'],
      ] as const) {
        const { pathname } = new URL(site.url);
        await page.click('button.DocSearch-Button');
        await page.waitForSelector('#localsearch-input:focus', { visible: true });
        // All letters at once: the box selects what is in its field a moment after it has opened.
        await page.keyboard.sendCharacter(words);
        const found = await page.waitForSelector(`.VPLocalSearchBox a[href="${pathname}${address}"]`);
        await found?.click();
        await page.waitForFunction((wanted) => location.pathname + location.hash === wanted, {}, pathname + address);
        await page.waitForSelector('.VPLocalSearchBox', { hidden: true });
      }
      await page.close();
    });
  });
});
