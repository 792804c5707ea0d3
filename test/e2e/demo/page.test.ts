import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Widget } from '../support/asking-tab.ts';
import { allOr, itInFull, repeats } from '../../support/thorough.ts';
import { type Tab, Visitor } from '../support/browser.ts';
import { openDemoPages } from '../support/demo-pages.ts';
import { findingsIn, inScheme, shiftsAround, shiftsOf, STILL, watchLayout } from '../support/page-checks.ts';

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

const SCHEMES = allOr(['dark'], ['dark', 'light']);

describe('the page of the demo', () => {
  const pages = openDemoPages();

  for (const size of allOr(SIZES.slice(1, 2), SIZES)) {
    it(`has nothing that axe objects to, moves nothing, fits, asks no other servers, and never reloads itself: ${size.width} px`, async (t) => {
      const visitor = await Visitor.of(t, pages.browser);
      const hosts = new Set<string>();
      let visits = 0;
      const tab: Tab = await visitor.visit(`${pages.demo.site}/demo/`, async (page) => {
        page.on('request', (request) => {
          hosts.add(new URL(request.url()).origin);
          if (request.isNavigationRequest()) visits += 1;
        });
        await page.setViewport(size);
        await inScheme(page, 'light', STILL);
        await watchLayout(page);
      });
      const { page } = tab;
      await page.waitForSelector('.members li');
      const widgets = ['daily', 'meetup', 'deckhand'].map((action) => new Widget(page, action));
      for (const widget of widgets) await widget.shows('ready');
      await page.waitForNetworkIdle({ idleTime: 100, concurrency: 2 });
      assert.deepEqual(await shiftsOf(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), size.width);

      assert.deepEqual(await findingsIn(page, SCHEMES, STILL), [], 'at first');
      await tab.press();
      await tab.shows('invalid');
      assert.deepEqual(await findingsIn(page, SCHEMES, STILL), [], 'pressed without an id');
      const id = await pages.community.join();
      await tab.checkIn(id, 'granted');
      await tab.waitForText('.log', 'gets 10 points');
      await page.type('[action=meetup] >>> [name=name]', 'Visitor');
      await page.select('[action=meetup] >>> [name=bring]', 'Soup');
      for (const widget of widgets.slice(1)) {
        await widget.press();
        await widget.shows('granted');
      }
      await tab.showsMember(id, /Deckhand/);
      assert.deepEqual(await shiftsAround(page), []);
      assert.deepEqual(await findingsIn(page, SCHEMES, STILL), [], 'in the end');
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), size.width);
      assert.deepEqual([...hosts].toSorted(), [pages.demo.site, pages.demo.proxy, pages.demo.emulator].toSorted());
      assert.equal(visits, 1);
      assert.deepEqual(visitor.errors, []);
    });
  }

  repeats(['e2e/demo/start'], () => {
    it('works under the other name of this machine, too', async (t) => {
      const id = await pages.community.join();
      const visitor = await Visitor.of(t, pages.browser);
      const tab = await visitor.visit(`${pages.demo.site.replace('127.0.0.1', 'localhost')}/demo/`);
      await tab.checkIn(id, 'granted');
      assert.deepEqual(visitor.errors, []);
    });
  });

  itInFull('tells in the live view of a role that was given, and of members who come and go', async (t) => {
    const tab = await (await Visitor.of(t, pages.browser)).visit(`${pages.demo.site}/demo/`);
    const id = await pages.community.join();
    await tab.showsMember(id, /\b0 points/);
    await pages.community.give(id, 'Keeper');
    await tab.showsMember(id, /Keeper/);
  });
});
