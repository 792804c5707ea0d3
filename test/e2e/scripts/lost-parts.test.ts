import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { claim, MEMBER, view } from '../../elements/fake-proxy.ts';
import { newPage } from '../../support/browsers/new-page.ts';
import { pressPart } from '../support/press-part.ts';
import { Requests } from '../support/requests.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { BundleSite } from './bundle-site.ts';

/** What claims, at the address under which it is asked for first. */
const FIRST_ADDRESS = /\/chunks\/claiming-[^/?]+$/;

describe('a part of the files for script tags that is lost on its way', () => {
  let browser: Browser;
  before(async () => {
    browser = await sharedBrowser();
  });

  /** A page to which files at such addresses do not come; `lost` has the addresses of those that it asked for. */
  async function openWithout(
    t: TestContext,
    gone: RegExp,
  ): Promise<{ page: Page; requests: Requests; lost: string[] }> {
    const page = await newPage(browser);
    t.after(() => page.close());
    const requests = new Requests(page);
    const lost: string[] = [];
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const isLost = gone.test(request.url());
      if (isLost) lost.push(request.url());
      void (isLost ? request.abort() : request.continue());
    });
    return { page, requests, lost };
  }

  // A bundler may put a part into a file with others, under names of its own: under another address it has to have those of its module.
  for (const name of ['rewards-checkin', 'rewards-elements']) {
    it(`comes under another address (${name}.js)`, async (t) => {
      const site = new BundleSite([name], '<rewards-checkin action="daily"></rewards-checkin>');
      site.answers['GET /actions/daily'] = () => view();
      site.answers['POST /actions/daily/claims'] = () => claim();
      const { page } = await openWithout(t, FIRST_ADDRESS);
      await page.goto(`${await site.open(t)}/widget`);
      await page.waitForSelector('rewards-checkin:state(ready)');
      await page.locator('rewards-checkin >>> input').fill(MEMBER);
      await pressPart(page, 'rewards-checkin');
      await page.waitForSelector('rewards-checkin:state(granted)');
    });
  }

  it('keeps no error back for the page, where the widget can do without it', async (t) => {
    const content = `<rewards-checkin compact action="daily" member-id="${MEMBER}"></rewards-checkin>`;
    const site = new BundleSite(['rewards-checkin'], content);
    site.answers['GET /actions/daily'] = () => view();
    const { page, requests, lost } = await openWithout(t, /\/chunks\/(?:pill|streak)-/);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(`${await site.open(t)}/widget`);
    await page.waitForSelector('rewards-checkin:state(ready)');
    await requests.settled();
    const again = lost.flatMap((address) => /\/chunks\/(pill|streak)-[^/?]+\?/.exec(address)?.[1] ?? []);
    assert.deepEqual([...new Set(again)].toSorted(), ['pill', 'streak']);
    assert.deepEqual(errors, []);
  });

  it('leaves a compact check-in a button that opens its card, which claims', async (t) => {
    const content = `<rewards-checkin compact action="daily" member-id="${MEMBER}"></rewards-checkin>`;
    const site = new BundleSite(['rewards-checkin'], content);
    site.answers['GET /actions/daily'] = () => view();
    site.answers['POST /actions/daily/claims'] = () => claim();
    const { page, requests } = await openWithout(t, /\/chunks\/pill-/);
    await page.goto(`${await site.open(t)}/widget`);
    await page.waitForSelector('rewards-checkin:state(ready)');
    await requests.settled();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await pressPart(page, 'rewards-checkin');
    await page.waitForSelector('rewards-checkin:state(granted)');
  });

  it('is asked for once by what is drawn without it, not again and again', async (t) => {
    const site = new BundleSite(['rewards-role'], '<rewards-role action="daily"></rewards-role>');
    site.answers['GET /actions/daily'] = () =>
      view({
        identity: 'platform',
        signIn: { platform: 'Harbour Lights', url: 'https://site.example/', member: null },
      });
    const { page, requests, lost } = await openWithout(t, /\/chunks\/account-/);
    await page.goto(`${await site.open(t)}/widget`);
    await page.waitForSelector('rewards-role:state(ready)');
    await requests.settled();
    assert.notEqual(lost.length, 0);
  });
});
