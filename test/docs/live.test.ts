import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { docsRoute, type DocsRoute } from '../../demo/docs/serve.ts';
import { openBrowser } from '../e2e/support/browser.ts';
import { newPage } from '../support/browsers/new-page.ts';
import { serve, type Served } from '../support/http/serve.ts';
import { itInFull } from '../support/thorough.ts';

describe('the documentation of npm start', () => {
  let site: Served;
  let docs: DocsRoute;
  let url: string;

  // One for all: each bundles what the documentation depends on into the same folder.
  before(async () => {
    process.env['NODE_ENV'] = 'production';
    site = await serve((request, response) => docs.listener(request, response));
    docs = docsRoute(site.server);
    url = `${site.url}/docs/`;
  });

  after(async () => {
    await docs?.close();
    await site?.close();
    delete process.env['NODE_ENV'];
  });

  it('is opened by the first request', async () => {
    const response = await fetch(url);
    assert.equal(response.status, 200);
    assert.match(await response.text(), /<link rel="icon" href="\/docs\/favicon.svg"/);
  });

  // It bundles all that its pages depend on first.
  itInFull('is shown as its sources are, and is searched', async (t) => {
    const browser = await openBrowser();
    t.after(() => browser.close());
    const errors: string[] = [];
    const page = await newPage(browser);
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warn') errors.push(message.text());
    });
    await page.goto(`${url}config-keys.html`);
    const table = await page.waitForSelector('::-p-text(minimumGapHours)');
    assert.ok(table, 'the generated parts are there');

    await page.click('button.DocSearch-Button');
    await page.waitForSelector('#localsearch-input:focus', { visible: true });
    // All letters at once: the box selects what is in its field a moment after it has opened.
    await page.keyboard.sendCharacter('rotate the key');
    const found = await page.waitForSelector('.VPLocalSearchBox a[href="/docs/operate.html#rotate-the-key"]');
    await found?.click();
    await page.waitForSelector('h1 ::-p-text(Operate)');

    const [heading, bars] = await page.$eval('#rotate-the-key', (one) => {
      one.scrollIntoView();
      const bottoms = Array.from(
        document.querySelectorAll('.VPNav, .VPLocalNav'),
        (bar) => bar.getBoundingClientRect().bottom,
      );
      return [one.getBoundingClientRect().top, Math.max(...bottoms)] as const;
    });
    assert.ok(heading >= bars, `a heading at ${heading} px is below bars that end at ${bars} px`);

    const [kept, taken] = await page.$$eval('.vp-doc pre code', (blocks) => {
      const heights = () => blocks.map(({ clientHeight }) => clientHeight);
      const undrawn = heights();
      for (const code of blocks) code.style.contentVisibility = 'visible';
      return [undrawn, heights()] as const;
    });
    assert.ok(kept.length > 10);
    assert.deepEqual(kept, taken, 'the room of code before it is drawn, and with it');

    await page.goto(url);
    await page.waitForFunction(() => document.querySelector('rewards-checkin')?.matches(':state(granted)'));
    assert.deepEqual(errors, []);
  });
});
