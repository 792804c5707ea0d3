import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { folderWithLedger } from '../../cli/command.ts';
import { type StubService, stubService } from '../../cli/stub-service.ts';
import { PATIENT } from '../../support/http/patient.ts';
import type { Visitor } from '../support/browser.ts';
import { allOr, itInFull } from '../../support/thorough.ts';
import { flawsOf, openDesk, reads, SHAPES } from './desk-page.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

const IMKE = '284915730264819777';
const NOOR = '739204618530271847';
const LINES = 40;

/** The view where something is given, of a proxy before a service that can hold its replies back. */
async function givingAt(
  t: TestContext,
  browser: Browser,
  shape: (typeof SHAPES)[number],
): Promise<{ page: Page; visitor: Visitor; cwd: string; service: StubService }> {
  const service = await stubService(t);
  const config = {
    service: { baseUrl: service.url, ...PATIENT },
    origins: ['https://example.org'],
    actions: { daily: { title: 'Daily', repeats: 'daily', points: 1, remark: 'Daily' } },
  };
  const cwd = await folderWithLedger(t, { 'rewards.config.json': JSON.stringify(config) });
  const { page, visitor } = await openDesk(t, browser, cwd, shape);
  await page.locator('nav a[href="./#/give"]').click();
  await reads(page, /Give by hand[\s\S]*Who gives it/);
  return { page, visitor, cwd, service };
}

async function fileOf(cwd: string, name: string, lines: readonly string[]): Promise<string> {
  const path = join(cwd, name);
  await writeFile(path, ['memberId,points,role,remark,key', ...lines].join('\n'));
  return path;
}

async function choose(page: Page, path: string): Promise<void> {
  const input = await page.waitForSelector('input[type=file]:not([disabled])');
  assert.ok(input);
  await input.focus();
  await (await input.toElement('input')).uploadFile(path);
}

/** Presses the button with that on it, once it is in the middle of the screen: on a phone the bar below lies over what is at the end. */
async function pressButton(page: Page, text: string): Promise<void> {
  const button = await page.waitForSelector(`main button:not([disabled]) ::-p-text(${text})`);
  await button?.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await button?.click();
}

describe('giving at the desk', () => {
  let browser: Browser;

  before(async () => {
    browser = await sharedBrowser();
  });

  // `e2e/desk/desk` looks at the other one.
  for (const shape of allOr(SHAPES.slice(1), SHAPES)) {
    it(`is done on ${shape[0]}: one member, and a file that is stopped and gone on with`, async (t) => {
      const { page, visitor, cwd, service } = await givingAt(t, browser, shape);
      const found = await flawsOf(page);

      await page.locator('input[name=memberId]').fill(IMKE);
      await page.locator('input[name=points]').fill('50');
      await page.locator('input[name=remark]').fill('Raffle');
      await page.locator('input[name=key]').fill('raffle-1');
      await page.locator('input[name=by]').fill('Wren');
      await page.keyboard.press('Enter');
      await reads(page, /Given: the member has it\./);
      await page.locator('input[name=key]').click();
      await page.keyboard.press('Enter');
      await reads(page, /has it already, under this key/);
      assert.equal(service.calls.length, 1);
      found.push(...(await flawsOf(page)));

      await page.locator('::-p-text(Many, from a file)').click();
      await reads(page, /one line for each gift/);
      found.push(...(await flawsOf(page)));
      await choose(page, await fileOf(cwd, 'wrong.csv', [`${IMKE},1.5,,,a`, `${IMKE},5,,,b`]));
      await reads(page, /wrong\.csv: 1 line with errors[\s\S]*Line 2: points must be a whole number above 0/);
      found.push(...(await flawsOf(page)));

      // So many that they are scrolled.
      const spoilt = Array.from({ length: LINES }, (_, at) => `7.39205E+17,5,,,spoilt-${at}`);
      await choose(page, await fileOf(cwd, 'spoilt.csv', spoilt));
      await reads(page, /spoilt\.csv: 40 lines with errors/);
      found.push(...(await flawsOf(page)));

      const many = Array.from({ length: LINES - 1 }, (_, at) => `${NOOR},2,,,quest-${at}`);
      await choose(page, await fileOf(cwd, 'quest.csv', [`${IMKE},50,,Raffle,raffle-1`, ...many]));
      await reads(
        page,
        /quest\.csv: 40 lines, nothing wrong[\s\S]*1 member would get 78 points[\s\S]*an outcome under the same keys: 1 line/,
      );
      found.push(...(await flawsOf(page)));
      const release = service.hold();
      await pressButton(page, 'Give it all');
      await service.called(10);
      await reads(page, /Giving: \d+ of 40/);
      const stopped = page.waitForResponse((response) => response.url().endsWith('/api/gift-file/stop'));
      await pressButton(page, 'Stop');
      await stopped;
      release();
      await reads(page, /Stopped: \d+ of 40[\s\S]*Go on/);
      found.push(...(await flawsOf(page)));
      assert.ok(service.calls.length < LINES);

      await pressButton(page, 'Go on');
      const over = await reads(page, /Finished: 40 of 40/);
      assert.match(over, /Refused\s+0\s+Not known\s+0\s+Still to come\s+0/);
      assert.equal(service.calls.length, LINES);
      found.push(...(await flawsOf(page)));

      await page.locator('nav a[href="./#/audit"]').click();
      await reads(page, /Wren\s+gave quest\.csv by hand[\s\S]*Wren\s+began to give quest\.csv by hand: 40 lines/);
      await page.locator('nav a[href="./#/claims"]').click();
      await reads(page, /Given by hand, \+2 points/);
      assert.deepEqual(found, []);
      assert.deepEqual(visitor.errors, []);
    });
  }

  itInFull(
    'takes no file whose letters nobody knows, or that cannot be read, and the same one once it is mended',
    async (t) => {
      const { page, visitor, cwd, service } = await givingAt(t, browser, SHAPES[1]);
      await page.locator('::-p-text(Many, from a file)').click();
      await reads(page, /one line for each gift/);
      const path = await fileOf(cwd, 'thanks.csv', []);
      const text = `memberId,points,remark,key\r\n${IMKE},5,Grüße,a\r\n`;
      await writeFile(path, Buffer.from(text, 'latin1'));
      await choose(page, path);
      await reads(page, /thanks\.csv: 1 line with errors[\s\S]*not UTF-8: save it as “CSV UTF-8”/);

      // As of a file that another program keeps to itself.
      await page.evaluate(() => {
        const real: unknown = Reflect.get(Blob.prototype, 'arrayBuffer');
        Blob.prototype.arrayBuffer = () => {
          Reflect.set(Blob.prototype, 'arrayBuffer', real);
          return Promise.reject(new DOMException('It is in use.', 'NotReadableError'));
        };
      });
      await writeFile(path, Buffer.from(`\uFEFF${text}`, 'utf16le'));
      await choose(page, path);
      await reads(page, /thanks\.csv cannot be read\. Close it in the program/);
      await choose(page, path);
      await reads(page, /thanks\.csv: 1 line, nothing wrong[\s\S]*1 member would get 5 points/);
      // The step that stands where the focus was has it, for who uses a keyboard or hears the page.
      const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
      assert.match(await focused(), /1 member would get 5 points/);
      await page.locator('input[name=by]').fill('Wren');
      await pressButton(page, 'Give it all');
      await page.waitForSelector('.said[role=status] ::-p-text(thanks.csv: Finished: 1 of 1)');
      assert.match(await focused(), /Finished: 1 of 1/);
      assert.equal(new URLSearchParams(service.calls[0]?.body).get('remark'), 'Grüße');
      assert.deepEqual(visitor.errors, []);
    },
  );

  itInFull('gives no other file than the one that was read on the page', async (t) => {
    const { page, visitor, cwd, service } = await givingAt(t, browser, SHAPES[1]);
    const chooseIn = async (window: Page, name: string, points: number) => {
      await choose(window, await fileOf(cwd, name, [`${IMKE},${points},,,${name}`]));
      await reads(window, new RegExp(`1 member would get ${points} points`));
    };
    await page.locator('::-p-text(Many, from a file)').click();
    await chooseIn(page, 'ours.csv', 5);
    const other = await visitor.open(page.url());
    await other.locator('::-p-text(Many, from a file)').click();
    await pressButton(other, 'Another file');
    await chooseIn(other, 'theirs.csv', 500);
    await page.bringToFront();
    await page.locator('input[name=by]').fill('Wren');
    await pressButton(page, 'Give it all');
    await reads(page, /chosen another file since[\s\S]*theirs\.csv[\s\S]*1 member would get 500 points/);
    assert.equal(service.calls.length, 0);
    assert.deepEqual(visitor.errors, []);
  });
});
