import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import type { Demo } from '../../../demo/servers.ts';
import { WIDEST } from '../../support/fonts/fonts.ts';
import { openDemoAnywhere } from '../support/anywhere.ts';
import { Visitor } from '../support/browser.ts';
import { findings, shiftsAround, watchLayout } from '../support/page-checks.ts';
import { pressPart } from '../support/press-part.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

const PHONE = { width: 360, height: 780 };
const YUKI = '903618274509136283';

describe('the demo on a phone', () => {
  let demo: Demo;
  let browser: Browser;

  before(async () => {
    demo = await openDemoAnywhere();
    browser = await sharedBrowser(WIDEST);
  });

  after(() => demo?.close());

  it('tells the whole story of a check-in without scrolling', async (t) => {
    const visitor = await Visitor.of(t, browser);
    const tab = await visitor.visit(`${demo.site}/demo/`, async (page) => {
      await page.setViewport(PHONE);
      await watchLayout(page);
    });
    const { page } = tab;
    await page.waitForSelector('.members li');
    await page.click(`.try-as button[value="${YUKI}"]`);
    await tab.knows(YUKI);
    const button = await page.$('rewards-checkin >>> [part~=button]');
    const box = await button?.boundingBox();
    assert.ok(box && box.y + box.height <= PHONE.height, `the button ends at ${(box?.y ?? 0) + (box?.height ?? 0)} px`);
    await pressPart(page, 'rewards-checkin');
    await tab.shows('granted');

    const peek = await page.waitForSelector('.peek.up p', { visible: true });
    const told = await peek?.evaluate((text) => text.innerText);
    assert.match(told ?? '', /Yuki Tanabe gets 10 points: Daily check-in\.\s+10$/);
    assert.equal(await page.evaluate(() => scrollY), 0);
    assert.deepEqual(await shiftsAround(page), []);
    assert.deepEqual(await findings(page), []);

    await page.click('.peek a');
    await page.waitForSelector('.peek:not(.up)');
    await tab.showsMember(YUKI, /\b10 points/);
    assert.deepEqual(visitor.errors, []);
  });
});
