import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';
import { claim, MEMBER, view } from '../../elements/fake-proxy.ts';
import { newPage } from '../../support/browsers/new-page.ts';
import { allOr } from '../../support/thorough.ts';
import { BundleSite } from './bundle-site.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { pressPart } from '../support/press-part.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

/** Each of these files holds all that its elements need: copies of what they share. */
const COPIES = [
  ['rewards-member', 'rewards-checkin'],
  ['rewards-member', 'rewards-checkin', 'rewards-elements'],
  ['rewards-elements', 'rewards-checkin', 'rewards-member'],
  ['rewards-checkin', 'rewards-member'],
];

describe('several copies of the script on a page', () => {
  let browser: Browser;

  before(async () => {
    browser = await sharedBrowser();
  });

  async function open(t: TestContext, site: BundleSite, errors: string[]): Promise<Page> {
    const url = await site.open(t);
    const page = await newPage(browser);
    t.after(() => page.close());
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(`${url}/widget`);
    return page;
  }

  for (const scripts of allOr(COPIES.slice(1, 2), COPIES)) {
    it(`ask for the member once, in the one field there is: ${scripts.join(', ')}`, async (t) => {
      const content = '<rewards-member></rewards-member><rewards-checkin action="daily"></rewards-checkin>';
      const site = new BundleSite(scripts, content);
      site.answers['GET /actions/daily'] = () => view();
      site.answers['POST /actions/daily/claims'] = () => claim();
      const errors: string[] = [];
      const page = await open(t, site, errors);
      await page.waitForFunction(() => document.querySelector('rewards-checkin')?.matches(':state(ready)'));
      assert.equal(await page.$('rewards-checkin >>> input'), null);
      await page.locator('rewards-member >>> input').fill(MEMBER);
      await pressPart(page, 'rewards-checkin');
      await page.waitForFunction(() => document.querySelector('rewards-checkin')?.matches(':state(granted)'));
      assert.deepEqual(errors, []);
    });
  }

  for (const [comes, fields] of [
    [true, ['rewards-member']],
    [false, ['rewards-checkin']],
  ] as const) {
    it(`draw no field of their own while the script of the one field is on its way, which ${comes ? 'comes' : 'fails'}`, async (t) => {
      const content = '<rewards-member></rewards-member><rewards-checkin action="daily"></rewards-checkin>';
      const site = new BundleSite(['rewards-checkin', 'rewards-member'], content);
      site.answers['GET /actions/daily'] = () => view();
      const url = await site.open(t);
      const page = await newPage(browser);
      t.after(() => page.close());
      const held = Promise.withResolvers<HTTPRequest>();
      await holdRequests(page, /rewards-member\.js$/, held.resolve);
      const script = page.waitForResponse(`${url}/cdn/rewards-checkin.js`);
      // The page is not done as long as a script is missing.
      const done = page.goto(`${url}/widget`);
      await script;
      await page.waitForSelector('rewards-checkin:state(ready)');
      assert.equal(await page.$('rewards-checkin >>> input'), null);
      const request = await held.promise;
      await (comes ? request.continue() : request.abort());
      await done;
      await page.waitForSelector(`${fields[0]} >>> input`);
      const drawn = await page.$$eval('rewards-member, rewards-checkin', (elements) =>
        elements.filter((element) => element.shadowRoot?.querySelector('input')).map(({ localName }) => localName),
      );
      assert.deepEqual(drawn, fields);
    });
  }

  it('remember the id of a visitor who was faster than the part that does so', async (t) => {
    const content = '<rewards-member></rewards-member><rewards-checkin action="daily"></rewards-checkin>';
    const site = new BundleSite(['rewards-member', 'rewards-checkin'], content);
    site.answers['GET /actions/daily'] = () => view();
    site.answers['POST /actions/daily/claims'] = () => claim();
    const page = await newPage(browser);
    t.after(() => page.close());
    const held = Promise.withResolvers<HTTPRequest>();
    await holdRequests(page, /\/member-parts-/, held.resolve);
    await page.goto(`${await site.open(t)}/widget`);
    await page.locator('rewards-member >>> [part=remember]').click();
    await page.locator('rewards-member >>> input').fill(MEMBER);
    await pressPart(page, 'rewards-checkin');
    await page.waitForSelector('rewards-checkin:state(granted)');
    const request = await held.promise;
    await request.continue();
    await page.waitForFunction((id) => Object.values(localStorage).includes(id), {}, MEMBER);
  });
});
