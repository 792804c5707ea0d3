import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WIDEST } from '../../support/fonts/fonts.ts';
import { Visitor } from '../support/browser.ts';
import { openDemoPages } from '../support/demo-pages.ts';
import { keepSaid } from '../support/keep-said.ts';
import { findings, shiftsAround, watchLayout } from '../support/page-checks.ts';
import { pressPart } from '../support/press-part.ts';

const PHONE = { width: 360, height: 780 };
const YUKI = '903618274509136283';

describe('the demo on a phone', () => {
  const pages = openDemoPages(WIDEST);

  it('tells the whole story of a check-in without scrolling', async (t) => {
    const visitor = await Visitor.of(t, pages.browser);
    const tab = await visitor.visit(`${pages.demo.site}/demo/`, async (page) => {
      await page.setViewport(PHONE);
      await keepSaid(page);
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
