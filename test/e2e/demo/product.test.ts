import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Page } from 'puppeteer-core';
import { allOr, itInFull } from '../../support/thorough.ts';
import { type Tab, Visitor } from '../support/browser.ts';
import { openDemoPages } from '../support/demo-pages.ts';
import { findings, findingsIn } from '../support/page-checks.ts';
import { pressPart } from '../support/press-part.ts';
import { sameDay } from '../support/same-day.ts';

const NOOR = '739204618530271847';
const WREN = '516830294751038469';
const PHONE = { width: 360, height: 780 };
const SIZES = [PHONE, { width: 320, height: 640 }, { width: 1280, height: 800 }];
const SCHEMES = allOr(['light'], ['light', 'dark']);

/** Waits until the page says that at one of the stations, and gives all that it says there. */
async function reads(page: Page, selector: string, text: string): Promise<string> {
  await page.waitForFunction(
    (where, what) => document.querySelector<HTMLElement>(where)?.innerText.includes(what),
    {},
    selector,
    text,
  );
  return page.$eval(selector, (one) => (one as HTMLElement).innerText);
}

const pressElsewhere = (page: Page) => page.$eval('.again', (button) => (button as HTMLElement).click());

describe('the page of the product', () => {
  const pages = openDemoPages();

  async function open(t: TestContext, prepare?: (page: Page) => Promise<unknown>): Promise<[Tab, Visitor]> {
    const visitor = await Visitor.of(t, pages.browser);
    return [await visitor.visit(pages.demo.site, prepare), visitor];
  }

  it('shows how a claim goes through the proxy and the ledger into the community, and that there is no second one', async (t) => {
    await sameDay();
    const [{ page }, visitor] = await open(t);
    await reads(page, '.chat', '215');
    await pressPart(page, 'rewards-checkin');
    await reads(page, '.lines', 'granted');
    assert.match(await reads(page, '.chat', '225'), /Noor Haddad gets 10 points: Daily check-in/);
    await reads(page, '.verdict', 'paid once');

    await pressElsewhere(page);
    await reads(page, '.verdict', 'has had it today');
    assert.match(await reads(page, '.margin', 'Taken'), /nothing sent/);
    assert.equal((await pages.community.callsFor(NOOR)).length, 1);
    assert.equal((await pages.community.member(NOOR)).points, 225);
    assert.deepEqual(visitor.errors, []);
  });

  itInFull('dresses widgets in themes before anybody has scrolled to them, and gives with them, too', async (t) => {
    const [{ page }, visitor] = await open(t);
    await page.waitForSelector('.look rewards-role:state(ready)');
    assert.equal(await page.evaluate(() => scrollY), 0);
    await pressPart(page, '.look rewards-role');
    await page.waitForSelector('.look rewards-role:state(granted)');
    const surface = (widget: string) =>
      page.$eval(`${widget} >>> [part~=card]`, (card) => getComputedStyle(card).backgroundColor);
    assert.equal(await surface('.midnight rewards-role'), 'rgb(17, 21, 42)');
    assert.notEqual(await surface('.paper rewards-signup'), await surface('.ember rewards-checkin:not([compact])'));
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(visitor.errors, []);
  });

  itInFull('leaves a claim unknown whose reply was lost', async (t) => {
    await sameDay();
    const [{ page }, visitor] = await open(t);
    await page.click(`.try-as button[value="${WREN}"]`);
    await reads(page, '.chat', 'Wren');
    await page.click('.lose');
    await reads(page, '.tale', 'will be lost');
    await page.waitForSelector('rewards-checkin:state(ready)');
    await pressPart(page, 'rewards-checkin');
    await reads(page, '.lines', 'unknown');
    await reads(page, '.verdict', 'not confirmed yet');
    assert.equal(await page.$eval('.lose', (box) => (box as HTMLInputElement).checked), false);
    assert.match((await page.$eval('.tale a', (link) => link.getAttribute('href'))) ?? '', /\/desk\/$/);
    await pressElsewhere(page);
    await reads(page, '.margin', 'nothing sent');
    assert.equal((await reads(page, '.lines', 'unknown')).match(/Wren/g)?.length, 1);
    assert.equal((await pages.community.callsFor(WREN)).length, 1);

    await page.reload();
    await page.click(`.try-as button[value="${WREN}"]`);
    await reads(page, '.lines', 'unknown');
    await reads(page, '.tale', 'a person decides at the desk');
    assert.deepEqual(visitor.errors, []);
  });

  for (const size of allOr([PHONE], SIZES)) {
    it(`has nothing that axe objects to, fits, and has the whole card on a phone's first screen: ${size.width} px`, async (t) => {
      const [{ page }, visitor] = await open(t, (fresh) => fresh.setViewport(size));
      const bottom = await page.$eval('rewards-checkin', (card) => card.getBoundingClientRect().bottom);
      assert.ok(size !== PHONE || bottom <= PHONE.height, `it ends at ${bottom} px`);
      await reads(page, '.chat', 'points');
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), size.width);
      assert.deepEqual(await findingsIn(page, SCHEMES), [], 'as it is');
      if (size.width < 768) {
        await page.click('.site-header .menu');
        await page.waitForSelector('.site-header nav a', { visible: true });
        assert.deepEqual(await findingsIn(page, SCHEMES), [], 'with its menu open');
      }
      assert.deepEqual(visitor.errors, []);
    });
  }
});
