import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { request } from '../../../src/ledger/conformance/requests.ts';
import { lost } from '../../desk/support.ts';
import { allOr, itInFull } from '../../support/thorough.ts';
import { Visitor } from '../support/browser.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { flawsOf, holdAnswer, press, reads, SHAPES } from './desk-page.ts';
import { ALICE, startDesk } from './waiting-claims.ts';

describe('the desk of `rewards serve`', () => {
  let browser: Browser;

  before(async () => {
    browser = await sharedBrowser();
  });

  for (const [name, viewport, scheme] of allOr(SHAPES.slice(0, 1), SHAPES)) {
    it(`lets the five errands be done on ${name}, with nothing that axe finds`, async (t) => {
      const { proxy, cwd, link, ids } = await startDesk(t);
      const visitor = await Visitor.of(t, browser, { isKeeping: true });
      const page = await visitor.open(link, async (opened) => {
        await opened.setViewport(viewport);
        await opened.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      });
      const found: string[] = [];
      const look = async () => void found.push(...(await flawsOf(page)));

      // Does it work, and does anything wait?
      const overview = await reads(page, /Yes, 2 claims\.[\s\S]*Points given\s+10/);
      assert.match(overview, /there is no backup since it was made or put back: see rewards backup --help/);
      assert.equal(new URL(page.url()).hash, '');
      assert.deepEqual(await page.$$eval('.wide', (all) => all.map((one) => one.scrollWidth - one.clientWidth)), [0]);
      await look();

      // Why does a claim hang, and what became of those that were lost?
      await press(page, 'Decide');
      await reads(page, /which of these 2 have theirs\?/);
      await page.locator('.each li:nth-child(1) label:nth-child(1) input').click();
      await page.locator('.each li:nth-child(2) label:nth-child(2) input').click();
      await reads(page, /Has it: 1\. Has not: 1\. Left as it is: 0\.[\s\S]*can be paid twice/);
      await page.locator('input[name=by]').fill('Wren');
      await page.locator('input[name=why]').fill('looked in the log');
      await look();
      await press(page, 'Record 2 decisions');
      await reads(page, /Nothing waits for you/);
      await look();

      // What became of the claim whose reference a visitor quotes?
      await page.locator('input[name=q]').fill(ids[1]?.slice(0, 13).toUpperCase() ?? '');
      await page.keyboard.press('Enter');
      const way = await reads(page, /decided by Wren: looked in the log/);
      assert.match(way, /739\s*204\s*618\s*530\s*271\s*847/);
      assert.match(way, /handed to the community|the slot was taken/);
      assert.match(way, /unknown: no clear answer came back/);
      await look();

      // What was given, as a file?
      await page.locator('nav a[href="./#/claims"]').click();
      // The claim that was looked up is called so, too.
      const list = await reads(page, /Export as CSV[\s\S]*Daily check-in, \+10 points/);
      assert.match(list, /not given[\s\S]*not given/, 'one choice of the filter, and the claim');
      await look();
      const csv = await page.evaluate(async () => {
        const href = document.querySelector<HTMLAnchorElement>('a[download]')?.href ?? '';
        return (await fetch(href)).text();
      });
      assert.equal(csv.trim().split('\r\n').length, 4);

      // Does all work, and who was here?
      await page.locator('nav a[href="./#/health"]').click();
      await reads(page, /none waits for a decision/);
      await look();
      await page.locator('nav a[href="./#/audit"]').click();
      const audit = await reads(page, /exported claims/);
      assert.match(
        audit,
        /decided: has it \(looked in the log\)[\s\S]*decided: has not|decided: has not[\s\S]*decided: has it/,
      );
      await look();

      assert.deepEqual(found, []);
      assert.deepEqual(visitor.errors, []);
      assert.deepEqual(visitor.missing, []);
      assert.equal(await proxy.stop(), 0);
      visitor.received.push(proxy.stdout);
      assert.doesNotMatch(visitor.received.join('\n'), /canary/);
      const ledger = sqliteLedger(join(cwd, 'rewards.db'));
      const states = [];
      for (const id of ids) states.push((await ledger.find(id))?.state);
      await ledger.close();
      assert.deepEqual(states, ['granted', 'granted', 'released']);
    });
  }

  itInFull(
    'says what holds now where it was left open: that nobody answers, what waits, and that the session is over',
    async (t) => {
      const { cwd, link } = await startDesk(t);
      const visitor = await Visitor.of(t, browser);
      const page = await visitor.open(link, (opened) => opened.setViewport(SHAPES[0][1]));
      await reads(page, /Yes, 2 claims/);
      /** As when somebody comes back to the page. */
      const comesTo = (pattern: string) =>
        page.waitForFunction(
          (wanted) => {
            document.dispatchEvent(new Event('visibilitychange'));
            return new RegExp(wanted).test(document.body.innerText);
          },
          { polling: 50 },
          pattern,
        );
      await page.setOfflineMode(true);
      await comesTo('The desk does not answer');
      const ledger = sqliteLedger(join(cwd, 'rewards.db'));
      await lost(ledger, '903618274509136283', Date.now());
      await ledger.close();
      await page.setOfflineMode(false);
      await comesTo('Yes, 3 claims');
      assert.equal(await page.$('.error'), null);
      await page.evaluate(() => fetch('./api/session', { method: 'DELETE' }));
      await comesTo('You are not signed in');
    },
  );

  itInFull('says of gifts what they gave, and no places or points of an action that they are none of', async (t) => {
    const { cwd, link } = await startDesk(t);
    const ledger = sqliteLedger(join(cwd, 'rewards.db'));
    const reservation = await ledger.reserve(request({ action: 'gift:by-hand', memberId: ALICE, now: Date.now() }));
    assert.equal(reservation.kind, 'reserved');
    await ledger.close();
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(link, (opened) => opened.setViewport(SHAPES[1][1]));
    await reads(page, /Given by hand/);
    const rows = await page.$$eval('.list tbody tr', (all) =>
      all.map((row) => [
        row.querySelector('th')?.innerText.trim(),
        ...Array.from(row.querySelectorAll<HTMLElement>('.cap'), (cell) => cell.innerText),
      ]),
    );
    const [, ...gifts] = rows.find(([title]) => title === 'Given by hand') ?? [];
    assert.deepEqual(gifts, ['', '']);
    assert.ok(rows.some((row) => row.some((cell) => /of 20/.test(cell ?? ''))));
  });

  itInFull('takes nobody back to what was looked for who has just gone elsewhere', async (t) => {
    const { link } = await startDesk(t);
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(link, (opened) => opened.setViewport(SHAPES[1][1]));
    await reads(page, /Yes, 2 claims/);
    await holdAnswer(page, '/api/search');
    await page.locator('[name=q]').fill(ALICE);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => 'answer' in window);
    await page.evaluate(() => {
      location.hash = '#/claims';
      (window as never as { answer: () => void }).answer();
    });
    await page.waitForSelector('a[download]');
    assert.equal(new URL(page.url()).hash, '#/claims');
    assert.deepEqual(visitor.errors, []);
  });
});
