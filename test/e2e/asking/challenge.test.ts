import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { openAsking } from './asking-site.ts';
import { Visitor } from '../support/browser.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { describeInFull } from '../../support/thorough.ts';

const MEMBER = '123456789012345678';

describeInFull('a check-in that asks for a proof of work', () => {
  let browser: Browser;

  before(async () => {
    browser = await sharedBrowser();
  });

  it('is granted to a visitor who presses the button', async (t) => {
    const site = await openAsking(t, { challenge: 'altcha' });
    const tab = await (await Visitor.of(t, browser)).visit(`${site.url}/demo/`);
    assert.match(await tab.checkIn(MEMBER, 'granted'), /\+10 points/);
    assert.deepEqual([site.claims, site.calls.length], [[201], 1]);
  });

  it('is granted although the proxy was restarted in between, with two claims of which one counts', async (t) => {
    const site = await openAsking(t, { challenge: 'altcha' });
    const tab = await (await Visitor.of(t, browser)).visit(`${site.url}/demo/`);
    const solving = tab.page.waitForResponse((response) => response.url().includes('/challenge?'));
    await tab.type(MEMBER);
    // What begins ahead of time is loaded by then.
    await tab.page.waitForSelector('rewards-member >>> [autocapitalize=none]');
    await tab.page.keyboard.press('Tab');
    await tab.page.focus('rewards-checkin >>> [part=button]');
    assert.equal((await solving).status(), 200);
    site.restart();
    await tab.press();
    assert.match(await tab.shows('granted'), /\+10 points/);
    assert.deepEqual([site.claims, site.calls.length], [[403, 201], 1]);
  });
});
