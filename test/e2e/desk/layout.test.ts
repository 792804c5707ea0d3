import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Browser, HTTPRequest } from 'puppeteer-core';
import { Visitor } from '../support/browser.ts';
import { forceColors, pixelOf } from '../support/force-colors.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { press, reads, SHAPES } from './desk-page.ts';
import { CONFIG, startDesk } from './waiting-claims.ts';
import { WIDEST } from '../../support/fonts/fonts.ts';
import { itInFull } from '../../support/thorough.ts';

describe('the layout of the desk', () => {
  let browser: Browser;

  before(async () => {
    browser = await sharedBrowser(WIDEST);
  });

  it('shows the points of each day, each day of the table in one line on a small phone, how many claims wait in whatever view is opened, and the same days again', async (t) => {
    const { link } = await startDesk(t);
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(link, (opened) => opened.setViewport({ width: 360, height: 740 }));
    await press(page, '30 days');
    await page.locator('.choice input[name=days-as]:is(label:nth-child(2) > *)').click();
    const chart = await page.waitForSelector('.chart[aria-label^="Points of each day"]');
    assert.match((await chart?.evaluate((drawn) => drawn.ariaLabel)) ?? '', /Points given 10$/);
    assert.equal(await page.$eval('.legend', ({ textContent }) => textContent.trim()), 'Daily check-in');
    await press(page, 'Table');
    await page.waitForSelector('.by-day tbody tr:nth-child(30)');
    const [hidden, tallest, line] = await page.$eval('.by-day', (table) => {
      const rows = Array.from(table.querySelectorAll('tbody th'), (day) => day.getBoundingClientRect().height);
      const { scrollWidth, clientWidth } = table.parentElement ?? table;
      return [
        scrollWidth - clientWidth,
        Math.max(...rows),
        Number.parseFloat(getComputedStyle(table).fontSize),
      ] as const;
    });
    assert.equal(hidden, 0);
    assert.ok(tallest < 3.5 * line, `a day is ${tallest} px tall`);

    await page.evaluate(() => (location.hash = '#/health'));
    await reads(page, /Looked at/);
    await page.reload();
    await page.waitForSelector('.nav .badge::-p-text(2)');

    await page.goto(new URL('#/', page.url()).href);
    await page.waitForSelector('.by-day tbody tr:nth-child(30)');
  });

  it('fits in 320 px, which is 400 % on a desktop, and with letters twice as large', async (t) => {
    const { link, ids } = await startDesk(t);
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(link, (opened) => opened.setViewport({ width: 320, height: 256 }));
    await reads(page, /Yes, 2 claims/);
    const lines = await page.$$eval('.gave .choice', (choices) =>
      choices.map(
        (choice) => new Set(Array.from(choice.children, (label) => Math.round(label.getBoundingClientRect().top))).size,
      ),
    );
    assert.deepEqual(lines, [1, 1]);
    await press(page, '30 days');
    await page.waitForSelector('.days.dates');
    const gaps = await page.$eval('.days.dates', (dates) => {
      const shown = [...dates.children].filter(
        (date) => date.textContent !== '' && getComputedStyle(date).visibility === 'visible',
      );
      const texts = shown.map((date) => {
        const range = new Range();
        range.selectNodeContents(date);
        return range.getBoundingClientRect();
      });
      return texts.slice(1).map(({ left }, index) => left - (texts[index]?.right ?? 0));
    });
    assert.ok(gaps.length > 1 && Math.min(...gaps) > 6, `between dates are ${gaps.join(', ')} px`);
    const found: string[] = [];
    const views: [string, RegExp][] = [
      ['waiting', /2 claims wait for you/],
      [`waiting/${ids[1]}`, /Look in your community/],
      ['claims', /Export as CSV[\s\S]*waiting/],
      [`claim/${ids[0]}`, /Its way/],
      ['give', /Who gives it/],
      ['health', /Looked at/],
      ['audit', /opened the desk/],
    ];
    for (const [view, shown] of views) {
      /* oxlint-disable no-await-in-loop -- one view after the other */
      await page.evaluate((hash) => (location.hash = hash), `#/${view}`);
      await reads(page, shown);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) found.push(`${view} is ${over} px too wide`);
      /* oxlint-enable no-await-in-loop */
    }
    assert.deepEqual(found, []);
    await page.setViewport({ width: 390, height: 844 });
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const cut = await page.$$eval('.nav a', (names) => names.filter((a) => a.scrollWidth > a.clientWidth).length);
    assert.equal(cut, 0);
    const reached = await page.$$eval('.nav a', (names) => {
      const last = names.at(-1);
      last?.focus();
      return last === undefined ? 0 : innerWidth - last.getBoundingClientRect().right;
    });
    assert.ok(reached >= 0, `the last view is ${-reached} px beyond the side`);
    const covered = await page.$$eval('.top .square', (buttons) =>
      buttons
        .filter((button) => {
          const { left, right, top, height } = button.getBoundingClientRect();
          return [left + 1, (left + right) / 2, right - 1].some((x) => {
            const there = document.elementFromPoint(x, top + height / 2);
            return there === null || !button.contains(there);
          });
        })
        .map((button) => button.getAttribute('aria-label')),
    );
    assert.deepEqual(covered, [], 'what stands beside the search');
  });

  itInFull('shows whole what has a word longer than a line, and the end of an id on one', async (t) => {
    const { daily, ...others } = CONFIG.actions;
    const title = `Summer meetup ${'Donaudampfschifffahrt'.repeat(3)} by the harbour`;
    const { link, ids } = await startDesk(t, { ...CONFIG, actions: { ...others, daily: { ...daily, title } } });
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(link, (opened) => opened.setViewport({ width: 320, height: 640 }));
    await reads(page, /Yes, 2 claims/);
    const found: string[] = [];
    const views: [string, RegExp][] = [
      ['overview', /By action/],
      ['waiting', /2 claims wait for you/],
      [`waiting/${ids[1]}`, /Look in your community/],
      [`waiting/${ids[1]}?together`, /which of these 2/],
      ['claims', /Export as CSV[\s\S]*waiting/],
      [`claim/${ids[0]}`, /Its way/],
    ];
    for (const [view, shown] of views) {
      /* oxlint-disable no-await-in-loop -- one view after the other */
      await page.evaluate((hash) => (location.hash = hash), `#/${view}`);
      await reads(page, shown);
      const flaws = await page.$$eval('main, main *', (all) =>
        [
          ...all.filter((one) => {
            const { overflowX } = getComputedStyle(one);
            const isCut = overflowX === 'clip' || overflowX === 'hidden' || one.matches('main, .each');
            return isCut && one.clientWidth > 1 && one.scrollWidth > one.clientWidth;
          }),
          ...all.filter((one) => one.matches('.short') && one.getClientRects().length > 1),
        ].map(({ tagName, className }) => `${tagName}.${className}`),
      );
      found.push(...flaws.map((flaw) => `${view}: ${flaw}`));
      /* oxlint-enable no-await-in-loop */
    }
    assert.deepEqual(found, []);
    await page.setViewport({ width: 360, height: 740 });
    await page.evaluate(() => (location.hash = '#/claims'));
    await reads(page, /Export as CSV/);
    const beyond = await page.$$eval('.filter label', (fields) =>
      fields.map((field) => {
        const { right = 0 } = field.lastElementChild?.getBoundingClientRect() ?? {};
        return Math.round(right - field.getBoundingClientRect().right);
      }),
    );
    assert.deepEqual(beyond, [0, 0, 0, 0]);
  });

  itInFull('leaves readers who scroll on where they are, when the rest of a view comes', async (t) => {
    const { link } = await startDesk(t);
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(link, (opened) => opened.setViewport(SHAPES[0][1]));
    await reads(page, /Yes, 2 claims/);
    await press(page, 'Claims');
    await page.waitForFunction(() => document.title.startsWith('Claims'));
    const asked = Promise.withResolvers<HTTPRequest>();
    await holdRequests(page, /\/api\/health$/, asked.resolve);
    await press(page, 'Overview');
    const held = await asked.promise;
    const scrolled = await page.evaluate(() => {
      scrollTo(0, 60);
      return scrollY;
    });
    assert.equal(scrolled, 60);
    await held.continue();
    await page.waitForFunction(() => document.title.startsWith('Overview'));
    assert.equal(await page.evaluate(() => scrollY), 60);
  });

  itInFull(
    'keeps the names of its views and of what can be chosen in their place, from the first on, whichever is shown',
    async (t) => {
      const { link } = await startDesk(t);
      const visitor = await Visitor.of(t, browser);
      const asked = Promise.withResolvers<HTTPRequest>();
      const page = await visitor.open(link, async (opened) => {
        await opened.setViewport(SHAPES[1][1]);
        await holdRequests(opened, /\/api\/waiting$/, asked.resolve);
      });
      const placesOf = (selector: string) =>
        page.$$eval(selector, (names) => names.map((name) => name.getBoundingClientRect().toJSON()));
      const held = await asked.promise;
      await page.waitForSelector('.opening');
      assert.equal(await page.$eval('h1', (heading) => heading.textContent), 'Overview');
      const names = await placesOf('.nav a');
      assert.equal(names.length, 6);
      await held.continue();
      await reads(page, /Yes, 2 claims/);
      assert.deepEqual(await placesOf('.nav a'), names);
      const spans = await placesOf('.choice label');
      await press(page, '30 days');
      await page.waitForSelector('.choice label:nth-child(3) :checked');
      assert.deepEqual(await placesOf('.choice label'), spans);
      await page.locator('.nav a[href$=audit]').click();
      await page.waitForFunction(() => document.title.startsWith('Audit'));
      assert.deepEqual(await placesOf('.nav a'), names);
      assert.deepEqual(visitor.errors, []);
    },
  );

  itInFull('shows what is chosen, and what each colour stands for, where colours are forced', async (t) => {
    const { link, ids } = await startDesk(t);
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(link, async (opened) => {
      await opened.setViewport(SHAPES[1][1]);
      await forceColors(opened);
    });
    await reads(page, /Yes, 2 claims/);
    const nothing = await pixelOf(page, 'main', [2, 2]);
    const isSeen = async (selector: string, at: readonly [number, number]) =>
      assert.notEqual(await pixelOf(page, selector, at), nothing, `${selector} is not seen`);
    await isSeen('.nav a[aria-current]', [20, -0.5]);
    await isSeen('.choice :checked + span', [4, 10]);
    assert.equal(await pixelOf(page, '.choice :not(:checked) + span', [4, 10]), nothing);
    await isSeen('.legend .swatch', [5, 5]);
    await isSeen('.answers .dot', [9, 3]);
    await page.evaluate((id) => (location.hash = `#/waiting/${id}`), ids[1]);
    await reads(page, /Look in your community/);
    await isSeen('.lines a[aria-current]', [2, 10]);
    assert.equal(await pixelOf(page, '.lines a:not([aria-current])', [2, 10]), nothing);
    await page.evaluate((id) => (location.hash = `#/claim/${id}`), ids[0]);
    await reads(page, /Its way/);
    await isSeen('.state', [4, 10]);
    await isSeen('.way li', [4, 11]);
  });

  itInFull('is printed dark on light, with nothing fixed over it', async (t) => {
    const { link } = await startDesk(t);
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(link, async (opened) => {
      await opened.setViewport(SHAPES[0][1]);
      await opened.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    });
    await reads(page, /Yes, 2 claims/);
    await page.emulateMediaType('print');
    const fixed = await page.$$eval('body *', (all) =>
      all
        .filter((one) => getComputedStyle(one).position === 'fixed' && one.checkVisibility())
        .map(({ className }) => className),
    );
    assert.deepEqual(fixed, []);
    const [red = 255] = (await page.$eval('body', (body) => getComputedStyle(body).color.match(/\d+/g) ?? [])).map(
      Number,
    );
    assert.ok(red < 100, `the letters are ${red} of 255 light`);
  });
});
