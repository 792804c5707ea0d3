import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, it, type TestContext } from 'node:test';
import type { Browser, Page, Viewport } from 'puppeteer-core';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { Visitor } from '../support/browser.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { keepSaid } from '../support/keep-said.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { flawsOf, press, reads, SHAPES } from './desk-page.ts';
import { ALICE, MALLORY, startDesk } from './waiting-claims.ts';
import { describeInFull } from '../../support/thorough.ts';

/** That desk in a page of that size, which asks what became of the first of the two claims. */
async function openUndecided(
  t: TestContext,
  browser: Browser,
  size: Viewport,
): Promise<{ page: Page; visitor: Visitor; ids: string[] }> {
  const { link, ids } = await startDesk(t);
  const visitor = await Visitor.of(t, browser);
  const page = await visitor.open(link, async (opened) => {
    await keepSaid(opened);
    await opened.setViewport(size);
  });
  await reads(page, /Yes, 2 claims/);
  await page.evaluate((id) => (location.hash = `#/waiting/${id}`), ids[1] ?? '');
  await reads(page, /If you say no and it is there after all/);
  return { page, visitor, ids };
}

describeInFull('a decision at the desk', () => {
  let browser: Browser;

  before(async () => {
    browser = await sharedBrowser();
  });

  it('takes a decision with two presses from the overview, none without who and why, and says on a phone that it is recorded', async (t) => {
    const { page, visitor } = await openUndecided(t, browser, SHAPES[0][1]);
    await press(page, 'Yes, has it');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'by');
    await page.locator('input[name=by]').fill('Wren');
    await page.locator('input[name=why]').fill('looked in the log');
    await page.keyboard.press('Enter');
    assert.deepEqual(await flawsOf(page), []);
    await press(page, 'Yes, has it');
    await reads(page, /1 claim waits for you/);
    await page.waitForFunction(() => location.hash === '#/waiting');
    const said = await page.waitForSelector('.said ::-p-text(1 decision recorded.)', { visible: true });
    assert.ok(((await said?.boundingBox())?.width ?? 0) > 50);
    assert.deepEqual(await flawsOf(page), []);

    // The one that is left is decided from the overview, who decides is known by now, and what was said of the first is gone.
    await press(page, 'Overview');
    // What is loaded for it moves what is there already.
    await page.waitForFunction(() => document.title.startsWith('Overview'));
    await press(page, 'Decide');
    await page.locator('input[name=why]').fill('not there');
    assert.equal(await page.$('.said ::-p-text(recorded)'), null);
    await press(page, 'No, has not');
    await reads(page, /Nothing waits for you/);
    assert.deepEqual(visitor.errors, []);
  });

  it('keeps a decision on the page that could not be recorded, with its reason, and says why on a phone, too', async (t) => {
    const { page, ids } = await openUndecided(t, browser, { ...SHAPES[0][1], height: 480 });
    await page.locator('input[name=by]').fill('Wren');
    await page.locator('input[name=why]').fill('looked in the log');
    await page.setOfflineMode(true);
    await press(page, 'Yes, has it');
    await reads(page, /The desk does not answer/);
    assert.equal(new URL(page.url()).hash, `#/waiting/${ids[1]}`);
    assert.equal(await page.$eval('input[name=why]', ({ value }) => value), 'looked in the log');
    const { bottom, top } = await page.$eval('.error', (error) => error.getBoundingClientRect().toJSON());
    assert.ok(top >= 0 && bottom <= 480, `the error is from ${top} to ${bottom}`);
    assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), /Yes, has it/);

    await page.setOfflineMode(false);
    await press(page, 'Try again');
    await page.waitForFunction(() => !document.querySelector('.error'));
    assert.equal(await page.$eval('input[name=why]', ({ value }) => value), 'looked in the log');
    await press(page, 'Yes, has it');
    await reads(page, /1 claim waits for you/);
  });

  it('looks again what waits where nobody answered that after a decision', async (t) => {
    const { page } = await openUndecided(t, browser, SHAPES[1][1]);
    await page.locator('input[name=by]').fill('Wren');
    await page.locator('input[name=why]').fill('looked in the log');
    let asked = 0;
    await holdRequests(page, /api\/waiting/, (held) => {
      asked += 1;
      void (asked === 1 ? held.abort() : held.continue());
    });
    await press(page, 'Yes, has it');
    await reads(page, /1 claim waits for you/);
    assert.ok(asked > 1);
  });

  it('has the whole ids of an outage to look for, and says if somebody else has decided meanwhile', async (t) => {
    const { cwd, link, ids } = await startDesk(t);
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(link, (opened) => opened.setViewport(SHAPES[0][1]));
    await reads(page, /Yes, 2 claims/);
    await press(page, 'Decide');
    await reads(page, /739\s*204\s*618\s*530\s*271\s*847/);
    const copied = await page.$$eval('.each button', (all) => all.map((one) => one.getAttribute('aria-label')));
    assert.deepEqual(copied, [`Copy ${ALICE}`, `Copy ${MALLORY}`]);
    const ledger = sqliteLedger(join(cwd, 'rewards.db'));
    const decision = { state: 'released' as const, who: 'Noor', why: 'not in the log' };
    await ledger.resolve(ids[1] ?? '', decision, Date.now());
    await press(page, 'All have it');
    await page.locator('input[name=by]').fill('Wren');
    await page.locator('input[name=why]').fill('looked in the log');
    await ledger.resolve(ids[2] ?? '', decision, Date.now());
    await ledger.close();
    await press(page, 'Record 2 decisions');
    const text = await reads(page, /Somebody else/);
    assert.match(text, /Nothing was recorded\. Somebody else had already decided 2 claims, which stay as they were\./);
  });
});
