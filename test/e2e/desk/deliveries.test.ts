import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { grant } from '../../../src/ledger/conformance/bench.ts';
import { request } from '../../../src/ledger/conformance/requests.ts';
import { folderWithLedger } from '../../cli/command.ts';
import { type ReceiverServer, SECRET, startReceiver } from '../../proxy/deliveries/receiver.ts';
import { describeInFull } from '../../support/thorough.ts';
import type { Visitor } from '../support/browser.ts';
import { flawsOf, openDesk, reads, SHAPES } from './desk-page.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

const EVENTS = 3;

/** The desk of a proxy whose shop had failed to take three events, and takes them now. */
async function deskAt(
  t: TestContext,
  browser: Browser,
  shape: (typeof SHAPES)[number],
): Promise<{ page: Page; visitor: Visitor; shop: ReceiverServer }> {
  const shop = await startReceiver(t);
  const config = {
    service: { baseUrl: 'http://127.0.0.1:9/' },
    origins: ['https://example.org'],
    receivers: { shop: { url: shop.url, secret: SECRET } },
    actions: { daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' } },
  };
  const cwd = await folderWithLedger(t, { 'rewards.config.json': JSON.stringify(config) });
  const ledger = sqliteLedger(join(cwd, 'rewards.db'));
  const now = Date.now();
  await ledger.setReceivers([{ name: 'shop', types: ['claim.granted'] }], now);
  for (let index = 0; index < EVENTS; index += 1) {
    await grant(ledger, request({ memberId: `73920461853027184${index}`, now: now - 10_000 + index }));
  }
  for (const taken of await ledger.takeDeliveries({ receiver: 'shop', now, until: now + 1000, limit: 100 })) {
    await ledger.noteDelivery(taken, { state: 'failed', outcome: 'status 503', attempts: 1 }, now);
  }
  await ledger.close();
  const { page, visitor } = await openDesk(t, browser, cwd, shape);
  return { page, visitor, shop };
}

/** Presses Enter on what has that name, as a keyboard does. */
async function enter(page: Page, selector: string): Promise<void> {
  const element = await page.waitForSelector(selector);
  await element?.focus();
  await page.keyboard.press('Enter');
}

const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim(),
  );

describeInFull('the log of deliveries at the desk', () => {
  let browser: Browser;

  before(async () => {
    browser = await sharedBrowser();
  });

  for (const shape of SHAPES) {
    it(`is read on ${shape[0]}, and what failed is sent again, one and then all`, async (t) => {
      const { page, visitor, shop } = await deskAt(t, browser, shape);
      await page.locator('nav a[href="./#/health"]').click();
      await reads(page, /shop could not be told of 3 events: mend it, and then send them again/);
      await page.locator('main a[href="./#/deliveries"]').click();
      const log = await reads(page, /Told of claims[\s\S]*3 failed[\s\S]*Daily check-in, granted/);
      assert.match(log, /failed\s+tried once · last: status 503 · given up: /);
      assert.doesNotMatch(log, /7392046/);
      const found = await flawsOf(page);

      const one = 'main table button[aria-label^="Send again"]';
      await enter(page, one);
      await reads(page, /Tell shop once more: Daily check-in, granted\?/);
      found.push(...(await flawsOf(page)));
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog', { hidden: true });
      assert.match((await focused(page)) ?? '', /^Send again: Daily check-in/);
      assert.equal(shop.received.length, 0);

      await page.keyboard.press('Enter');
      // Who is faster than the browser, which says a moment later that a dialog was closed, is asked all the same.
      const opened = await page.waitForSelector('dialog[open]');
      await page.evaluate(
        (dialog, again) => {
          dialog?.close();
          document.querySelector<HTMLElement>(again)?.click();
        },
        await opened?.toElement('dialog'),
        one,
      );
      await page.locator('dialog[open] input[name=by]').fill('Wren');
      await page.keyboard.press('Enter');
      await reads(page, /1 event will be sent again within seconds[\s\S]*1 delivered/);
      await shop.came(1);

      await page.locator('.receivers button').click();
      await reads(page, /Tell shop once more of 2 events that failed\?/);
      await page.locator('dialog button.main').click();
      await reads(page, /2 events will be sent again within seconds[\s\S]*0 waiting\s+3 delivered\s+0 failed/);
      assert.equal(new Set(shop.received.map(({ id }) => id)).size, EVENTS);
      found.push(...(await flawsOf(page)));

      await page.select('select[name=state]', 'failed');
      await page.locator('.filter button').click();
      await reads(page, /There are none\. Delivered events are kept for a week/);
      found.push(...(await flawsOf(page)));

      await page.locator('nav a[href="./#/audit"]').click();
      await reads(
        page,
        /Wren\s+had 2 events that failed be sent to shop again[\s\S]*Wren\s+had an event be sent to shop again/,
      );
      assert.deepEqual(found, []);
      assert.deepEqual(visitor.errors, []);
    });
  }
});
