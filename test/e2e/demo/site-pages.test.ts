import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { PAGES } from '../../../demo/pages.ts';
import type { Demo } from '../../../demo/servers.ts';
import { openDemoFromSources } from '../support/anywhere.ts';
import { describeInFull } from '../../support/thorough.ts';
import { Visitor } from '../support/browser.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

const ADDRESSES = [...PAGES.map((page) => `/${page.replace('index.html', '')}`), '/who-is-asking.html', '/docs/'];

describeInFull('every page of npm start', () => {
  let demo: Demo;
  let browser: Browser;

  before(async () => {
    demo = await openDemoFromSources();
    browser = await sharedBrowser();
  });

  after(() => demo?.close());

  for (const address of ADDRESSES) {
    it(`${address} has a title, no errors and no dead links`, async (t) => {
      const visitor = await Visitor.of(t, browser);
      const page = await visitor.open(demo.site + address);
      await page.waitForNetworkIdle({ idleTime: 200, concurrency: 2 });
      // That of the documentation comes with its script.
      // A page that the browser does not show just then draws no frames, by which this would look by default.
      await page.waitForFunction(() => document.title, { polling: 100 });
      assert.deepEqual(visitor.errors, []);
      assert.deepEqual(visitor.missing, []);
      const links = await page.$$eval('a[href]', (all) => all.map(({ href }) => href));
      const anchors = links.filter((link) => link.startsWith(`${demo.site}${address}#`));
      for (const { hash } of anchors.map((link) => new URL(link))) {
        // oxlint-disable-next-line no-await-in-loop -- a handful
        assert.ok(await page.$(`[id="${hash.slice(1)}"]`), hash);
      }
      const own = new Set(links.filter((link) => link.startsWith(demo.site)).map((link) => link.replace(/#.*/, '')));
      const statuses = await Promise.all(Array.from(own, async (link) => [link, (await fetch(link)).status] as const));
      assert.deepEqual(
        statuses.filter(([, status]) => status !== 200),
        [],
      );
    });
  }

  it('has an icon, which browsers look for at an address of their own where they show what is no page', async (t) => {
    const visitor = await Visitor.of(t, browser);
    for (const server of [demo.site, demo.emulator, demo.platform]) {
      // oxlint-disable-next-line no-await-in-loop -- three
      const response = await fetch(`${server}/favicon.ico`);
      assert.ok(response.ok, `${server}: ${response.status}`);
    }
    for (const address of [
      `${demo.site}/site/login`,
      `${demo.emulator}/emulator/state`,
      `${demo.proxy}/rewards/health`,
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- see above
      await visitor.open(address);
    }
    assert.deepEqual(visitor.missing, []);
  });

  it('is where one signs in with the platform, for whoever opens the platform itself', async () => {
    const { status, url } = await fetch(demo.platform);
    assert.deepEqual([status, url], [200, `${demo.site}/who-is-asking.html`]);
  });

  it('is the one that says so where an address has none', async () => {
    for (const path of ['/no-such-page', '/examples/no-such-page.html?a=1']) {
      // oxlint-disable-next-line no-await-in-loop -- two
      const response = await fetch(demo.site + path);
      assert.equal(response.status, 404);
      // oxlint-disable-next-line no-await-in-loop -- two
      assert.match(await response.text(), /<h1>There is no such page<\/h1>/);
    }
  });

  it('leads step by step to the site, where an address has none', async (t) => {
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(`${demo.site}/no-such/folder/`);
    for (const way of ['/no-such/', '/']) {
      // oxlint-disable-next-line no-await-in-loop -- one step after the other
      await Promise.all([page.waitForNavigation(), page.locator('main a').click()]);
      assert.equal(page.url(), demo.site + way);
    }
    assert.deepEqual(visitor.errors, []);
  });

  it('has the one header with the ways to all others, also where an address has none, at the console, and at the desk', async (t) => {
    const visitor = await Visitor.of(t, browser);
    const wanted = ['/', '/demo/', '/playground/', '/examples/', '/docs/', '/console/', '/desk/'];
    const pages = [`${demo.site}/demo/`, `${demo.site}/examples/no-such/page`, demo.emulator, demo.desk];
    for (const address of pages) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const page = await visitor.open(address);
      // oxlint-disable-next-line no-await-in-loop -- see above
      await page.locator('.site-header:not(.lost)').wait();
      // oxlint-disable-next-line no-await-in-loop -- see above
      const links = await page.$$eval('.site-header a', (all) => all.map(({ href }) => href));
      assert.deepEqual(
        links,
        wanted.map((path) => demo.site + path),
        address,
      );
    }
  });

  it('is found without the slash of its folder, too', async () => {
    const folders = ADDRESSES.filter((address) => address.length > 1 && address.endsWith('/'));
    for (const folder of folders) {
      // oxlint-disable-next-line no-await-in-loop -- a handful
      const response = await fetch(demo.site + folder.slice(0, -1));
      assert.deepEqual([response.status, response.url], [200, demo.site + folder]);
    }
  });
});
