import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { codeAt } from '../../../src/proxy/proofs/authenticator.ts';
import { base32Bytes } from '../../../src/proxy/proofs/base32.ts';
import { folderWithLedger } from '../../cli/command.ts';
import { describeInFull } from '../../support/thorough.ts';
import { flawsOf, holdAnswer, openDesk, reads, SHAPES } from './desk-page.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const CONFIG = {
  service: { baseUrl: 'http://127.0.0.1:9/' },
  origins: ['https://example.org'],
  actions: {
    meetup: {
      title: 'Summer meetup',
      repeats: 'once',
      points: 50,
      remark: 'You were there',
      verify: { type: 'rotating-code', secret: SECRET, minutes: 5 },
    },
  },
};
const STEP_MS = 30_000;

/** The codes of the steps from that time until now. */
function codesSince(time: number): string[] {
  const key = base32Bytes(SECRET) ?? new Uint8Array();
  const codes = [];
  for (let at = time - (time % STEP_MS); at <= Date.now(); at += STEP_MS) codes.push(codeAt(key, at));
  return codes;
}

const codeOn = (page: Page) => page.$eval('.screen .code', ({ textContent }) => textContent?.trim() ?? '');

describeInFull('the code on the screen of the desk', () => {
  let browser: Browser;

  before(async () => {
    browser = await sharedBrowser();
  });

  for (const shape of SHAPES) {
    it(`is shown large on ${shape[0]}, leads to the page, and changes by itself`, async (t) => {
      const cwd = await folderWithLedger(t, { 'rewards.config.json': JSON.stringify(CONFIG) });
      const { page, visitor } = await openDesk(t, browser, cwd, shape);
      await reads(page, /Show the code of Summer meetup on a screen/);
      // The page's clock stands: it asks for another code when the test has it go on, and not before.
      const moveClock = (ms: number) =>
        page.evaluate((by) => {
          const now = Date.now() + by;
          Date.now = () => now;
        }, ms);
      await moveClock(0);
      const opened = Date.now();
      await page.locator('main a[href^="./#/code"]').click();
      await reads(page, /Summer meetup[\s\S]*The next one in \d+ s\s+Each counts for 5 minutes after that\./);
      const first = await codeOn(page);
      assert.ok(codesSince(opened).includes(first), `${first} is a code of now`);
      const found = await flawsOf(page);

      await page.locator('input[name=page]').fill('https://elsewhere.example/');
      await page.keyboard.press('Enter');
      await reads(page, /The page is on https:\/\/elsewhere\.example, which is none of the origins/);
      found.push(...(await flawsOf(page)));

      await page.locator('input[name=page]').fill('https://example.org/meetup');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.screen svg path');
      await reads(page, /https:\/\/example\.org\/meetup\s/);
      found.push(...(await flawsOf(page)));
      const box = await page.$eval('.screen .code', (code) => {
        const { width, height } = code.getBoundingClientRect();
        return {
          isOnOneLine: height < 1.5 * Number.parseFloat(getComputedStyle(code).fontSize),
          share: width / innerWidth,
        };
      });
      assert.ok(box.isOnOneLine && box.share > 0.5, JSON.stringify(box));

      // The proxy gives the code of now, by its own clock, and the page asks once.
      let asked = 0;
      page.on('request', (request) => (asked += request.url().includes('/api/code?') ? 1 : 0));
      await holdAnswer(page, '/api/code?');
      const due = Date.now();
      await moveClock(STEP_MS);
      await reads(page, /The next one in 0 s/);
      await page.waitForFunction(() => 'answer' in window);
      await page.evaluate(() => (window as never as { answer: () => void }).answer());
      await reads(page, /The next one in [1-9]\d* s/);
      assert.equal(asked, 1);
      assert.ok(codesSince(due).includes(await codeOn(page)));

      await page.locator('nav a[href="./#/audit"]').click();
      await reads(page, /showed the code of meetup on a screen/);
      assert.deepEqual(found, []);
      assert.deepEqual(
        visitor.errors.filter((error) => !/400/.test(error)),
        [],
      );
    });
  }
});
