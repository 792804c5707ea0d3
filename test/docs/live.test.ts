import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { docsRoute } from '../../demo/docs/serve.ts';
import { openBrowser } from '../e2e/browser.ts';

describe('the documentation of npm start', () => {
  it('is shown as its sources are, and is searched', async (t) => {
    const server = createServer((request, response) => docs.listener(request, response));
    const docs = docsRoute(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(async () => {
      await docs.close();
      server.closeAllConnections();
      server.close();
    });
    // As the demo has it, which builds the emulator's console first.
    process.env['NODE_ENV'] = 'production';
    t.after(() => delete process.env['NODE_ENV']);
    const browser = await openBrowser();
    t.after(() => browser.close());

    const errors: string[] = [];
    const page = await browser.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    const { port } = server.address() as AddressInfo;
    const source = await (await fetch(`http://127.0.0.1:${port}/docs/`)).text();
    assert.match(source, /<link rel="icon" href="\/docs\/favicon.svg"/);
    // The first request opens the documentation, and may have to bundle what it depends on.
    await page.goto(`http://127.0.0.1:${port}/docs/config-keys.html`, { timeout: 120_000 });
    const table = await page.waitForSelector('::-p-text(minimumGapHours)');
    assert.ok(table, 'the generated parts are there');

    await page.click('button.DocSearch-Button');
    const input = await page.waitForSelector('#localsearch-input', { visible: true });
    await input?.type('rotate the key');
    const found = await page.waitForSelector('.VPLocalSearchBox a[href="/docs/operate.html#rotate-the-key"]');
    await found?.click();
    await page.waitForSelector('h1 ::-p-text(Operate)');

    await page.goto(`http://127.0.0.1:${port}/docs/`);
    await page.waitForFunction(() => document.querySelector('rewards-checkin')?.matches(':state(granted)'));
    assert.deepEqual(errors, []);
  });
});
