import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { view } from '../../elements/fake-proxy.ts';
import { newPage } from '../../support/browsers/new-page.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { BundleSite } from './bundle-site.ts';

/** What the documentation has an owner paste for visitors to whom the script does not come. */
function snippet(): string {
  const text = readFileSync(new URL('../../../demo/docs/embed.md', import.meta.url), 'utf8');
  const [, code] = /^### Where its script does not come$[^]*?^```html\n([^]*?)^```$/m.exec(text) ?? [];
  assert.ok(code);
  return code;
}

/** Whether the text is seen, once the time has passed after which it would be. */
const isSeen = (page: Page): Promise<boolean> =>
  page.$eval('rewards-checkin > p', (text) => {
    for (const animation of text.getAnimations()) animation.finish();
    return text.checkVisibility({ visibilityProperty: true });
  });

describe("an owner's text in place of a widget whose script does not come", () => {
  let browser: Browser;
  before(async () => {
    browser = await sharedBrowser();
  });

  async function open(t: TestContext, prepare: (opened: Page) => Promise<void>): Promise<Page> {
    const site = new BundleSite(['rewards-checkin'], snippet());
    site.answers['GET /actions/daily'] = () => view();
    const page = await newPage(browser);
    t.after(() => page.close());
    await prepare(page);
    await page.goto(`${await site.open(t)}/widget`);
    return page;
  }

  it('is seen where a blocker keeps the script away, but not at once', async (t) => {
    const page = await open(t, async (opened) => {
      await opened.setRequestInterception(true);
      opened.on('request', (request) => {
        void (request.resourceType() === 'script' ? request.abort('blockedbyclient') : request.continue());
      });
    });
    const text = await page.waitForSelector('rewards-checkin > p');
    assert.equal(await text?.evaluate((shown) => shown.getAnimations()[0]?.effect?.getTiming().delay), 5000);
    assert.equal(await isSeen(page), true);
  });

  it('is seen without JavaScript', async (t) => {
    const page = await open(t, (opened) => opened.setJavaScriptEnabled(false));
    assert.equal(await isSeen(page), true);
  });

  it('is not seen where the script comes', async (t) => {
    const page = await open(t, async () => {});
    await page.waitForSelector('rewards-checkin:state(ready)');
    assert.equal(await isSeen(page), false);
  });
});
