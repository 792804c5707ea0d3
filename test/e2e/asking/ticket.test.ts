import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { openAsking } from './asking-site.ts';
import { Visitor } from '../support/browser.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { describeInFull } from '../../support/thorough.ts';

const MEMBER = '123456789012345678';
/** Long enough to press before it is over, however slow the machine is. */
const LONG = { verify: { type: 'ticket', seconds: 3600 } } as const;
const SHORT = { verify: { type: 'ticket', seconds: 3 } } as const;

describeInFull('a check-in that asks for time on the page', () => {
  let browser: Browser;

  before(async () => {
    browser = await sharedBrowser();
  });

  it('tells visitors who press too soon how long to stay, and gives nothing', async (t) => {
    const site = await openAsking(t, LONG);
    const tab = await (await Visitor.of(t, browser)).visit(`${site.url}/demo/`);
    assert.match(await tab.checkIn(MEMBER, 'throttled'), /Please stay on this page for another \d{4} seconds/);
    assert.deepEqual([site.claims, site.calls], [[409], []]);
  });

  it('is granted by itself when the time is up', async (t) => {
    const site = await openAsking(t, SHORT);
    const tab = await (await Visitor.of(t, browser)).visit(`${site.url}/demo/`);
    assert.match(await tab.checkIn(MEMBER, 'granted'), /\+10 points/);
    assert.deepEqual([site.claims.at(-1), site.calls.length], [201, 1]);
  });

  it('begins anew where the proxy has forgotten its secret, with a ticket that was fetched meanwhile', async (t) => {
    const site = await openAsking(t, LONG);
    const tab = await (await Visitor.of(t, browser)).visit(`${site.url}/demo/`);
    site.restart();
    assert.match(await tab.checkIn(MEMBER, 'throttled'), /another \d{4} seconds/);
    assert.deepEqual([site.claims, site.calls], [[403, 409], []]);
  });
});
