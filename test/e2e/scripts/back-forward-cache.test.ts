import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { claim, HOUR, inMs, MEMBER, standing, view } from '../../elements/fake-proxy.ts';
import { newPage } from '../../support/browsers/new-page.ts';
import { Requests } from '../support/requests.ts';
import { BundleSite } from './bundle-site.ts';
import { findChromium } from '../../support/browsers/chromium.ts';
import { NotInstalled } from '../../support/processes/find-program.ts';
import { findFirefox } from '../../support/browsers/firefox.ts';
import { itInFull } from '../../support/thorough.ts';

const MINUTE = 60_000;
const WIDGET = `<rewards-checkin action="daily" member-id="${MEMBER}"></rewards-checkin>`;

const ENGINES = {
  chromium: async () =>
    launch({ ...(await findChromium()), headless: true, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  firefox: async () => launch({ ...(await findFirefox()), headless: true }),
};
const asked = process.env['ENGINES']?.split(',') ?? Object.keys(ENGINES);

const isIn = (page: Page, state: string) =>
  page.waitForFunction((name) => document.querySelector('rewards-checkin')?.matches(`:state(${name})`), {}, state);

const says = (page: Page, text: string) =>
  page.waitForFunction(
    (words) =>
      document.querySelector('rewards-checkin')?.shadowRoot?.querySelector('section')?.innerText.includes(words),
    {},
    text,
  );

/** A page from its beginning, with what it asks for. */
interface Tab {
  page: Page;
  requests: Requests;
}

/**
 * Leaves the page and comes back to it so much later by the clock; tells whether it was kept. That is what the page says
 * itself: a driver hears nothing of a page that was kept, and what is asked of a page that is going may get no answer.
 */
async function leaveAndComeBack({ page, requests }: Tab, site: BundleSite, milliseconds = 0): Promise<boolean> {
  await page.evaluate((later) => {
    const { now } = Date;
    addEventListener('pagehide', () => (Date.now = () => now() + later), { once: true });
  }, milliseconds);
  // A state is shown before the browser is done with the request that told it, and with what is loaded for it.
  await requests.settled();
  await page.goto(new URL('/away', page.url()).href);
  const returns = site.visitorReturns();
  await page.evaluate(() => void setTimeout(() => history.back()));
  return returns;
}

/** Has what the page wants to do in a second or later wait until it was left and is back: with a request under way it is not kept. */
async function waitUntilBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    const wait = window.setTimeout.bind(window);
    const later = (handler: () => void, delay = 0): number => {
      if (delay < 1000) return wait(handler, delay);
      addEventListener('pageshow', handler, { once: true });
      return 0;
    };
    Object.assign(window, { setTimeout: later });
    addEventListener('pageshow', () => Object.assign(window, { setTimeout: wait }), { once: true });
  });
}

const chosen = Object.entries(ENGINES).filter(([name]) => asked.includes(name));
if (chosen.length === 0)
  it('a page that was kept', { skip: `ENGINES asks for ${asked.join()}, which puppeteer does not drive` });
for (const [engine, open] of chosen) {
  describe(`a page that ${engine} has kept while the visitor was on another`, () => {
    let browser: Browser | undefined;

    before(async () => {
      browser = await open().catch((error: unknown) => {
        if (error instanceof NotInstalled && !process.env['REQUIRE_ENGINES']?.includes(engine)) return undefined;
        throw error;
      });
    });

    after(() => browser?.close());

    /** A tab that is closed in the end. Once a page in it was kept, puppeteer cannot go anywhere with it any more. */
    async function openTab(t: TestContext): Promise<Tab | undefined> {
      if (!browser) return undefined;
      const page = await newPage(browser);
      t.after(() => page.close());
      return { page, requests: new Requests(page) };
    }

    /** Runs the test, unless the engine is missing or does not keep so much as an empty page. */
    function kept(
      name: string,
      test: (site: BundleSite, tab: Tab, url: string) => Promise<void>,
      declare: typeof itInFull = it,
    ): void {
      declare(name, async (t) => {
        const trial = await openTab(t);
        const tab = await openTab(t);
        if (!trial || !tab) return t.skip('It is not installed.');
        const site = new BundleSite(['rewards-checkin'], WIDGET);
        const url = await site.open(t);
        await trial.page.goto(url);
        if (!(await leaveAndComeBack(trial, site))) return t.skip('It keeps no pages.');
        return test(site, tab, url);
      });
    }

    kept('shows how things stand now, and claims', async (site, tab, url) => {
      const { page } = tab;
      site.answers['GET /actions/daily'] = () => view();
      site.answers['POST /actions/daily/claims'] = () => claim();
      await page.goto(`${url}/widget`);
      await isIn(page, 'ready');
      site.answers['GET /actions/daily'] = () => view({ title: 'A new day' });
      assert.ok(await leaveAndComeBack(tab, site));
      await says(page, 'A new day');
      await page.locator('rewards-checkin >>> button').click();
      await isIn(page, 'granted');
    });

    kept(
      'counts down to the same moment',
      async (site, tab, url) => {
        const { page } = tab;
        const member = standing({ canClaim: false, nextClaimAt: inMs(HOUR + 15 * MINUTE) });
        site.answers['GET /actions/daily'] = () => view({ member });
        await page.goto(`${url}/widget`);
        await says(page, 'in 1 hour');
        assert.ok(await leaveAndComeBack(tab, site, 30 * MINUTE));
        await says(page, 'minutes');
        await isIn(page, 'claimed');
      },
      itInFull,
    );

    kept(
      'follows a claim that is still pending',
      async (site, tab, url) => {
        const { page } = tab;
        const pending = claim({ status: 'pending' });
        site.answers['GET /actions/daily'] = () => view();
        site.answers['POST /actions/daily/claims'] = () => pending;
        site.answers[`GET /claims/${pending.id}`] = () => pending;
        await page.goto(`${url}/widget`);
        await isIn(page, 'ready');
        await waitUntilBack(page);
        await page.locator('rewards-checkin >>> button').click();
        await isIn(page, 'pending');
        assert.ok(await leaveAndComeBack(tab, site));
        await isIn(page, 'pending');
        site.answers[`GET /claims/${pending.id}`] = () => claim();
        await isIn(page, 'granted');
      },
      itInFull,
    );
  });
}
