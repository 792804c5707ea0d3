import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { grant } from '../../../src/ledger/conformance/bench.ts';
import { DAY, request } from '../../../src/ledger/conformance/requests.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { folderWithLedger } from '../../cli/command.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { holdAnswer, openDesk, press, reads, SHAPES } from './desk-page.ts';
import { describeInFull } from '../../support/thorough.ts';

const ALICE = '739204618530271847';
/** More than one page of the desk. */
const CLAIMS = 60;
const CONFIG = {
  service: { baseUrl: 'http://127.0.0.1:9/' },
  origins: ['https://example.org'],
  actions: { daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' } },
};

/** The desk of a proxy with so many claims of one member, a day each, which were granted. */
async function listOf(t: TestContext, browser: Browser, count = CLAIMS): Promise<Page> {
  const cwd = await folderWithLedger(t, { 'rewards.config.json': JSON.stringify(CONFIG) });
  const ledger = sqliteLedger(join(cwd, 'rewards.db'));
  const today = Date.now();
  for (let days = count; days > 0; days -= 1) {
    // Of a zone whose days are all as long: where the clocks go back, two that are 24 hours apart can be of one day.
    const rule = { repeats: 'daily', timeZone: 'UTC' } as const;
    // oxlint-disable-next-line no-await-in-loop -- by the order of their time
    await grant(ledger, request({ memberId: ALICE, now: today - days * DAY, rule }));
  }
  await ledger.close();
  const { page } = await openDesk(t, browser, cwd, SHAPES[1]);
  await reads(page, /Does it work\?/);
  return page;
}

const show = (page: Page, hash: string) => page.evaluate((to) => void (location.hash = to), hash);
const shows = (page: Page, rows: number) =>
  page.waitForFunction((all) => document.querySelectorAll('tbody tr').length === all, {}, rows);

describeInFull('the lists of the desk', () => {
  let browser: Browser;

  before(async () => {
    browser = await sharedBrowser();
  });

  it('have no more of one under the filter of another that was chosen meanwhile', async (t) => {
    const page = await listOf(t, browser);
    await show(page, '#/claims');
    await shows(page, 50);
    await holdAnswer(page, 'after=');
    await press(page, 'Show more');
    await page.waitForFunction(() => 'answer' in window);
    await show(page, '#/claims?state=refused');
    await shows(page, 0);
    await reads(page, /There are none\./);
    await page.evaluate(async () => {
      (window as never as { answer: () => void }).answer();
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    });
    assert.equal((await page.$$('tbody tr')).length, 0);
  });

  it('have all claims of a member, a page at a time', async (t) => {
    const page = await listOf(t, browser);
    await show(page, `#/claims?q=${ALICE}`);
    await shows(page, 50);
    await press(page, 'Show more');
    await shows(page, CLAIMS);
    assert.doesNotMatch(await page.$eval('main', ({ innerText }) => innerText), /Show more/);
  });

  it('leave the focus at the first of those that came, where the button goes with them', async (t) => {
    const page = await listOf(t, browser);
    await show(page, '#/claims');
    await shows(page, 50);
    await page.focus('.more button');
    await page.keyboard.press('Enter');
    await shows(page, CLAIMS);
    await page.waitForFunction(() => document.activeElement === document.querySelectorAll('tbody tr')[50]);
  });

  it('are what their filter says, also by the way back of the browser', async (t) => {
    const page = await listOf(t, browser, 1);
    await show(page, '#/claims');
    await shows(page, 1);
    const state = () => page.$eval('select[name=state]', ({ value }) => value);
    await page.select('select[name=state]', 'refused');
    await page.locator('.filter button').click();
    await shows(page, 0);
    assert.equal(await state(), 'refused');
    await page.goBack();
    await shows(page, 1);
    assert.equal(await state(), '');
    await page.goForward();
    await shows(page, 0);
    assert.equal(await state(), 'refused');
  });
});
