import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { docsRoute } from '../../demo/docs/serve.ts';
import { openBrowser } from '../e2e/browser.ts';
import { serve } from '../support/serve.ts';
import { repeats } from '../support/thorough.ts';

/** Opens the documentation as the demo has it, which builds the emulator's console first. Gives its address, with a slash at the end. */
async function open(t: TestContext): Promise<string> {
  process.env['NODE_ENV'] = 'production';
  t.after(() => delete process.env['NODE_ENV']);
  const site = await serve((request, response) => docs.listener(request, response));
  const docs = docsRoute(site.server);
  t.after(async () => {
    await docs.close();
    await site.close();
  });
  return `${site.url}/docs/`;
}

describe('the documentation of npm start', () => {
  it('is opened by the first request', async (t) => {
    const response = await fetch(await open(t));
    assert.equal(response.status, 200);
    assert.match(await response.text(), /<link rel="icon" href="\/docs\/favicon.svg"/);
  });

  repeats(['docs/site'], () => {
    it('is shown as its sources are, and is searched', async (t) => {
      const url = await open(t);
      const browser = await openBrowser();
      t.after(() => browser.close());
      const errors: string[] = [];
      const page = await browser.newPage();
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      // The first request opens the documentation, and may have to bundle what it depends on.
      await page.goto(`${url}config-keys.html`, { timeout: 120_000 });
      const table = await page.waitForSelector('::-p-text(minimumGapHours)');
      assert.ok(table, 'the generated parts are there');

      await page.click('button.DocSearch-Button');
      const input = await page.waitForSelector('#localsearch-input', { visible: true });
      await input?.type('rotate the key');
      const found = await page.waitForSelector('.VPLocalSearchBox a[href="/docs/operate.html#rotate-the-key"]');
      await found?.click();
      await page.waitForSelector('h1 ::-p-text(Operate)');

      await page.goto(url);
      await page.waitForFunction(() => document.querySelector('rewards-checkin')?.matches(':state(granted)'));
      assert.deepEqual(errors, []);
    });
  });
});
