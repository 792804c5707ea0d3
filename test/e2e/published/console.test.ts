import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Visitor } from '../support/browser.ts';
import { findings } from '../support/page-checks.ts';
import { openPublishedPages } from './published-pages.ts';
import { sameDay } from '../support/same-day.ts';
import { describeInFull } from '../../support/thorough.ts';

const NOOR = '739204618530271847';

describeInFull('the console of the static site', () => {
  const pages = openPublishedPages();

  it('shows at once what is claimed in the demo, and the demo whom it adds', async (t) => {
    await sameDay();
    const visitor = await Visitor.of(t, pages.browser);
    const page = await visitor.open(`${pages.url}console/`, async (opened) => {
      await opened.setViewport({ width: 1280, height: 900 });
    });
    const says = (text: string) =>
      page.waitForFunction((wanted) => document.body.innerText.includes(wanted), { polling: 50 }, text);
    await says('215 points');
    const tab = await visitor.visit(`${pages.url}demo/`);
    await tab.page.bringToFront();
    await tab.checkIn(NOOR, 'granted');
    await page.bringToFront();
    await says('225 points');

    await page.locator('input[placeholder="New member"]').fill('Oona');
    await page.keyboard.press('Enter');
    await says('Oona');
    await tab.page.bringToFront();
    await tab.waitForText('.members', 'Oona');
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(visitor.errors, []);
    assert.deepEqual(visitor.missing, []);
  });

  it('has the header of the site above it on a phone, and nothing beyond its edges', async (t) => {
    const visitor = await Visitor.of(t, pages.browser);
    const page = await visitor.open(`${pages.url}console/`, async (opened) => {
      await opened.setViewport({ width: 360, height: 740, isMobile: true, hasTouch: true });
    });
    await page.waitForSelector('.console');
    const over = await page.evaluate(() => [
      document.documentElement.scrollWidth - innerWidth,
      document.documentElement.scrollHeight - innerHeight,
    ]);
    assert.deepEqual(over, [0, 0]);
    const below = await page.$$eval('.site-header, .about, .places h1', (all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
    );
    assert.equal(below[1]?.top, below[0]?.bottom);
    assert.ok((below[2]?.top ?? 0) >= (below[1]?.bottom ?? Infinity), JSON.stringify(below));
    await page.locator('.site-header button').click();
    await page.waitForSelector('.site-header nav:popover-open a[href$="desk/"]', { visible: true });
    assert.deepEqual(await findings(page), []);
  });
});
