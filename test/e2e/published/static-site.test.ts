import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HTTPResponse, Page } from 'puppeteer-core';
import { PAGES, STATIC_PAGES } from '../../../demo/pages.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { Visitor } from '../support/browser.ts';
import { findings } from '../support/page-checks.ts';
import { openPublishedPages } from './published-pages.ts';
import { followLinks } from '../../support/pages/follow-links.ts';
import { untilFound } from '../../support/browsers/page-engines.ts';
import { sameDay } from '../support/same-day.ts';
import { itInFull, repeats } from '../../support/thorough.ts';

const WIDGETS = ':is(rewards-checkin, rewards-signup, rewards-role, rewards-onchain)';
const NOOR = '739204618530271847';

/** Everything that the page asks a server for, but for the browser's own cache. */
function watchRequests(page: Page): HTTPResponse[] {
  const responses: HTTPResponse[] = [];
  page.on('response', (response) => responses.push(response));
  return responses;
}

describe('the static site, below a path of any server', () => {
  const pages = openPublishedPages();

  it('gives points inside the page, which its community shows, and asks no other server for anything', async (t) => {
    const visitor = await Visitor.of(t, pages.browser);
    let responses: HTTPResponse[] = [];
    const tab = await visitor.visit(`${pages.url}demo/`, async (page) => {
      responses = watchRequests(page);
    });
    await tab.showsMember(NOOR, /\b215 points/);
    assert.match(await tab.checkIn(NOOR, 'granted'), /\+10 points/);
    await tab.waitForText('.log', 'gets 10 points: Daily check-in');
    await tab.showsMember(NOOR, /\b225 points/);
    assert.deepEqual(visitor.errors, []);
    for (const response of responses) {
      assert.ok(response.url().startsWith(pages.url), response.url());
      assert.equal(response.status(), 200, response.url());
    }
  });

  repeats(['e2e/playground/playground', 'demo/in-page/ledger'], () => {
    it('pays nobody twice', async (t) => {
      await sameDay();
      const tab = await (await Visitor.of(t, pages.browser)).visit(`${pages.url}demo/`);
      await tab.type(NOOR);
      await tab.press('button', 2);
      await tab.shows('granted');
      await tab.page.$eval('rewards-checkin', (widget) => widget.reset());
      assert.match(await tab.shows('claimed'), /Next: to(?:day|morrow) at \d/);
      await tab.showsMember(NOOR, /\b225 points/);
    });
  });

  it('pays nobody again after a reload or in another tab, until somebody starts over', async (t) => {
    await sameDay();
    const visitor = await Visitor.of(t, pages.browser);
    const [tab, other] = [await visitor.visit(`${pages.url}demo/`), await visitor.visit(`${pages.url}demo/`)];
    await tab.page.bringToFront();
    await tab.checkIn(NOOR, 'granted');
    await other.page.bringToFront();
    await other.showsMember(NOOR, /\b225 points/);
    // The id may have come from the first tab before or after the claim, with or without a button to press: a new page has none.
    await other.page.reload();
    await other.past('loading');
    await other.checkIn(NOOR, 'claimed');

    await tab.page.bringToFront();
    await tab.page.reload();
    await tab.past('loading');
    await tab.showsMember(NOOR, /\b225 points/);
    await tab.checkIn(NOOR, 'claimed');

    await Promise.all([tab.page.waitForNavigation(), tab.page.click('[data-start-over] button')]);
    await tab.past('loading');
    await tab.showsMember(NOOR, /\b215 points/);
    await other.showsMember(NOOR, /\b215 points/);
    await tab.checkIn(NOOR, 'granted');
  });

  itInFull('keeps no other page waiting once it is left, and catches up when somebody comes back', async (t) => {
    const visitor = await Visitor.of(t, pages.browser);
    const [tab, other] = [await visitor.visit(`${pages.url}demo/`), await visitor.visit(`${pages.url}demo/`)];
    await tab.page.bringToFront();
    await tab.showsMember(NOOR, /\b215 points/);
    await tab.page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    });
    await other.page.bringToFront();
    await other.checkIn(NOOR, 'granted');
    await other.showsMember(NOOR, /\b225 points/);
    await tab.page.bringToFront();
    await tab.showsMember(NOOR, /\b215 points/);
    await tab.page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await tab.showsMember(NOOR, /\b225 points/);
  });

  // It waits for as long as the page does.
  for (const what of ['open', 'get']) {
    itInFull(`grants in a page alone where the browser keeps silent about what it stored: ${what}`, async (t) => {
      const tab = await (
        await Visitor.of(t, pages.browser)
      ).visit(`${pages.url}demo/`, async (page) => {
        await page.evaluateOnNewDocument((silent) => {
          // What nobody answers.
          const nothing = () => new EventTarget() as IDBOpenDBRequest;
          if (silent === 'open') IDBFactory.prototype.open = nothing;
          else IDBObjectStore.prototype.get = nothing;
        }, what);
      });
      assert.match(await tab.checkIn(NOOR, 'granted'), /\+10 points/);
      await tab.showsMember(NOOR, /\b225 points/);
    });
  }

  repeats(['e2e/demo/page'], () => {
    it('has nothing that axe objects to', async (t) => {
      const { page } = await (await Visitor.of(t, pages.browser)).visit(`${pages.url}demo/`);
      await page.waitForSelector('.members li');
      assert.deepEqual(await findings(page), []);
    });
  });

  itInFull('knows after a reload what the product’s page was pressed for', async (t) => {
    await sameDay();
    const tab = await (await Visitor.of(t, pages.browser)).visit(pages.url);
    await tab.press();
    await tab.shows('granted');
    await tab.page.reload();
    await tab.past('loading');
    assert.match(await tab.shows('claimed'), /Done for today/);
  });

  it('needs little before a widget can be pressed, and SQLite only once somebody uses the page, and no sign-in at all', async (t) => {
    const visitor = await Visitor.of(t, pages.browser);
    const before = pages.asked.length;
    const tab = await visitor.visit(`${pages.url}demo/`);
    const { page } = tab;
    const html = await (await fetch(`${pages.url}demo/`)).text();
    const named = [...html.matchAll(/(?:href|src)="([^"]+\.js)"/g)].map(([, file = '']) => file);
    const bytes = await page.evaluate((files) => {
      const wanted = files.map((file) => new URL(file, document.baseURI).href);
      const resources = performance.getEntriesByType('resource').filter(({ name }) => wanted.includes(name));
      return resources.reduce((sum, resource) => sum + (resource as PerformanceResourceTiming).transferSize, 0);
    }, named);
    assert.ok(bytes > 0 && bytes < 45_000, `${bytes} bytes`);
    const asked = (file: RegExp) => pages.asked.slice(before).filter((path) => file.test(path));
    // What the page's worker says.
    await tab.showsMember(NOOR, /\b215 points/);
    assert.deepEqual(asked(/\.wasm$/), []);
    await page.mouse.move(100, 100);
    await untilFound('SQLite is asked for', async () => asked(/\.wasm$/).length > 0);
    assert.deepEqual(asked(/page-platform|webapi/), []);
  });

  it('has each page say at once how it is encoded, and bring its styles along', async () => {
    for (const path of STATIC_PAGES.map((page) => page.replace('index.html', ''))) {
      // oxlint-disable-next-line no-await-in-loop -- a failure should name the first
      const html = await (await fetch(pages.url + path)).text();
      assert.ok(html.slice(0, 1024).includes('<meta charset="utf-8" />'), path);
      assert.match(html, /<style[\s>]/, path);
      assert.doesNotMatch(html, /<link[^>]*rel="?stylesheet/, path);
    }
  });

  for (const file of STATIC_PAGES) {
    const path = file.replace('index.html', '');
    itInFull(`has the widgets of /${path} usable, without an error, and asks for no style sheet besides`, async (t) => {
      const visitor = await Visitor.of(t, pages.browser);
      let responses: HTTPResponse[] = [];
      const warnings: string[] = [];
      const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
      const page = await visitor.open(pages.url + path, async (opened) => {
        responses = watchRequests(opened);
        opened.on('console', (message) => message.type() === 'warn' && warnings.push(message.text()));
        await holdRequests(opened, /\/backend-worker-[^/]*\.js$/, (request) => {
          void isLetGo.then(() => request.continue());
        });
      });
      const isUsable = () =>
        page.$$eval(WIDGETS, (widgets) => widgets.every((widget) => widget.matches(':state(ready)')));
      if (PAGES.includes(file)) await untilFound("they are, before the page's own proxy is there", isUsable);
      letGo();
      await untilFound("they are, with the page's own proxy", isUsable);
      const sheets = responses.map((response) => response.url()).filter((url) => url.endsWith('.css'));
      assert.deepEqual(sheets, [], 'it asks for style sheets');
      assert.ok(await page.evaluate(() => document.styleSheets.length > 0), 'it has no styles');
      assert.deepEqual([...visitor.errors, ...warnings], [], 'it complains');
    });
  }

  it('has no link in its HTML that leads nowhere', async () => {
    const paths = STATIC_PAGES.map((page) => page.replace('index.html', ''));
    const { dead } = await followLinks(pages.url, { paths });
    // The documentation is built apart, and has a test of its own, with the anchors.
    const broken = dead.filter((line) => !line.endsWith('has no such anchor') && !/docs\/\S* is 404$/.test(line));
    assert.deepEqual(broken, []);
  });

  itInFull('has no link that leads nowhere, those that scripts draw included', async (t) => {
    const visitor = await Visitor.of(t, pages.browser);
    const tab = await visitor.visit(`${pages.url}demo/`);
    const seen = new Set<string>();
    const wanted = [pages.url, `${pages.url}playground/`];
    for (const address of wanted) {
      if (seen.has(address)) continue;
      seen.add(address);
      // oxlint-disable-next-line no-await-in-loop -- one page leads to the next
      const response = await tab.page.goto(address);
      assert.equal(response?.status(), 200, address);
      // oxlint-disable-next-line no-await-in-loop -- see above
      const links = await tab.page.$$eval('a[href]', (all) => all.map((link) => link.href));
      const targets = links.map((link) => link.replace(/#.*/, ''));
      // The documentation is built apart, and has a test of its own.
      const ours = targets.filter((link) => link.startsWith(new URL(pages.url).origin) && !link.includes('/docs/'));
      wanted.push(...ours);
    }
  });
});
