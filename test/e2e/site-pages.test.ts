import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { PAGES } from '../../demo/pages.ts';
import type { Demo } from '../../demo/servers.ts';
import { openDemoAnywhere } from './anywhere.ts';
import { openBrowser, Visitor } from './browser.ts';

const ADDRESSES = [...PAGES.map((page) => `/${page.replace('index.html', '')}`), '/who-is-asking.html', '/docs/'];

describe('every page of npm start', () => {
  let demo: Demo;
  let browser: Browser;

  before(async () => {
    demo = await openDemoAnywhere();
    browser = await openBrowser();
  });

  after(async () => {
    await browser?.close();
    await demo?.close();
  });

  for (const address of ADDRESSES) {
    it(`${address} has a title, no errors and no dead links`, async (t) => {
      const visitor = await Visitor.of(t, browser);
      const page = await visitor.open(demo.site + address);
      await page.waitForNetworkIdle({ idleTime: 200, concurrency: 2 });
      assert.ok(await page.title());
      assert.deepEqual(visitor.errors, []);
      const links = await page.$$eval('a[href]', (all) => all.map(({ href }) => href));
      const anchors = links.filter((link) => link.startsWith(`${demo.site}${address}#`));
      for (const { hash } of anchors.map((link) => new URL(link))) {
        // oxlint-disable-next-line no-await-in-loop -- a handful
        assert.ok(await page.$(`[id="${hash.slice(1)}"]`), hash);
      }
      const own = new Set(links.filter((link) => link.startsWith(demo.site)).map((link) => link.replace(/#.*/, '')));
      const statuses = await Promise.all([...own].map(async (link) => [link, (await fetch(link)).status] as const));
      assert.deepEqual(
        statuses.filter(([, status]) => status !== 200),
        [],
      );
    });
  }

  it('is found without the slash of its folder, too', async () => {
    const folders = ADDRESSES.filter((address) => address.length > 1 && address.endsWith('/'));
    for (const folder of folders) {
      // oxlint-disable-next-line no-await-in-loop -- a handful
      const response = await fetch(demo.site + folder.slice(0, -1));
      assert.deepEqual([response.status, response.url], [200, demo.site + folder]);
    }
  });
});
