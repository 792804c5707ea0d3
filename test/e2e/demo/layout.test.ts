import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { PAGES } from '../../../demo/pages.ts';
import { PAGE_FONTS } from '../../support/fonts/fonts.ts';
import { allOr } from '../../support/thorough.ts';
import { Visitor } from '../support/browser.ts';
import { shiftsOf, watchLayout } from '../support/page-checks.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { StaticSite } from '../support/static-site.ts';

const WIDTHS = [360, 1280];
/** At others `e2e/demo/page` and `e2e/demo/examples` look. */
const PATHS = allOr(
  ['', 'playground/'],
  PAGES.map((page) => page.replace('index.html', '')),
);
const WIDGETS = 'rewards-checkin, rewards-onchain, rewards-role, rewards-signup';

describe('the pages of the site', () => {
  let site: StaticSite;

  before(async () => {
    site = await StaticSite.open();
  });

  after(() => site?.close());

  for (const fonts of PAGE_FONTS) {
    describe(`in the fonts ${fonts}`, () => {
      let visitor: Visitor;
      let page: Page;

      before(async () => {
        const browser = await sharedBrowser(fonts);
        const context = await browser.createBrowserContext();
        visitor = Visitor.in(context);
        page = await visitor.open('about:blank', watchLayout);
        // Each page is loaded as by somebody who comes for the first time.
        await page.setCacheEnabled(false);
      });

      after(() => page?.browserContext().close());

      for (const path of PATHS) {
        it(`move nothing while they load, fit, and have no errors: /${path}`, async () => {
          for (const width of WIDTHS) {
            // oxlint-disable-next-line no-await-in-loop -- one after the other is gentle enough
            await page.setViewport({ width, height: 800 });
            // oxlint-disable-next-line no-await-in-loop -- see above
            await page.goto(site.url + path);
            // oxlint-disable-next-line no-await-in-loop -- see above
            await page.waitForFunction(
              (widgets) =>
                Array.from(document.querySelectorAll(widgets)).every((one) =>
                  one.matches(':defined:not(:state(loading))'),
                ),
              {},
              WIDGETS,
            );
            // oxlint-disable-next-line no-await-in-loop -- see above
            assert.deepEqual(await shiftsOf(page), [], `at ${width} px`);
            // oxlint-disable-next-line no-await-in-loop -- see above
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
          }
          assert.deepEqual(visitor.errors.splice(0), []);
        });
      }
    });
  }
});
