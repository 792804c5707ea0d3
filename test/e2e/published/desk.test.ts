import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { describeInFull } from '../../support/thorough.ts';
import { Visitor } from '../support/browser.ts';
import { flawsOf, press, reads, SHAPES } from '../desk/desk-page.ts';
import { shiftsOf, watchLayout } from '../support/page-checks.ts';
import { openPublishedPages } from './published-pages.ts';
import { sameDay } from '../support/same-day.ts';

const IMKE = '284915730264819777';
const NOOR = '739204618530271847';

describeInFull("the owner's desk of the static site", () => {
  const pages = openPublishedPages();

  for (const [name, viewport, scheme] of SHAPES) {
    it(`shows a fortnight, and what is claimed in the demo, and keeps what is decided, on ${name}`, async (t) => {
      await sameDay();
      const visitor = await Visitor.of(t, pages.browser);
      const page = await visitor.open(`${pages.url}desk/`, async (opened) => {
        await opened.setViewport(viewport);
        await opened.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        await watchLayout(opened);
      });
      const found: string[] = [];
      const look = async () => void found.push(...(await flawsOf(page)));
      await reads(page, /Yes, 1 claim\.[\s\S]*Points given\s+1\d\d\b/);
      assert.deepEqual(await shiftsOf(page), []);
      await look();

      await press(page, 'Decide');
      await page.locator('input[name=by]').fill('Wren');
      await page.locator('input[name=why]').fill('looked in the log');
      await press(page, 'Yes, has it');
      await reads(page, /Nothing waits for you/);
      await look();

      const tab = await visitor.visit(`${pages.url}demo/`);
      await tab.checkIn(NOOR, 'granted');
      await page.bringToFront();
      await page.reload();
      await reads(page, /Nothing waits for you/);
      await page.locator('input[name=q]').fill(NOOR);
      await page.keyboard.press('Enter');
      await reads(page, /739\s*204\s*618\s*530\s*271\s*847/);
      await look();

      assert.deepEqual(found, []);
      assert.deepEqual(visitor.errors, []);
      assert.deepEqual(visitor.missing, []);
    });
  }

  it('shows the fortnight to whoever has claimed before, too', async (t) => {
    await sameDay();
    const visitor = await Visitor.of(t, pages.browser);
    const tab = await visitor.visit(`${pages.url}demo/`);
    await tab.checkIn(NOOR, 'granted');
    const page = await visitor.open(`${pages.url}desk/`);
    await reads(page, /Yes, 1 claim\.[\s\S]*Points given\s+2\d\d\b/);
    assert.deepEqual(visitor.errors, []);
  });

  it('is the same below the name of its file', async (t) => {
    const visitor = await Visitor.of(t, pages.browser);
    await reads(await visitor.open(`${pages.url}desk/index.html`), /Yes, 1 claim\./);
    assert.deepEqual(visitor.errors, []);
  });

  it('saves a list, and gives what a file says', async (t) => {
    const visitor = await Visitor.of(t, pages.browser);
    const page = await visitor.open(`${pages.url}desk/#/claims`, async (opened) => opened.setViewport(SHAPES[1][1]));
    await reads(page, /Export as CSV/);
    const saved = await page.evaluate(async () => {
      const text = Promise.withResolvers<string>();
      // In place of what a browser asks where to save.
      let blob = new Blob();
      URL.createObjectURL = (object) => (object instanceof Blob && (blob = object), '#');
      HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
        void blob.text().then((content) => text.resolve(`${this.download}\n${content}`));
      };
      const link = document.querySelector('a[download]');
      link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      return text.promise;
    });
    assert.match(saved, /^claims\.csv\n/);
    assert.ok(saved.trim().split('\r\n').length > 30, saved);

    await page.locator('nav a[href="./#/give"]').click();
    await reads(page, /Give by hand/);
    await page.locator('::-p-text(Many, from a file)').click();
    const file = join(await mkdtemp(join(tmpdir(), 'rewards-gifts-')), 'gifts.csv');
    t.after(() => rm(dirname(file), { recursive: true }));
    await writeFile(
      file,
      `memberId,points,role,remark,key\n${IMKE},50,,Raffle,raffle-1\n${NOOR},50,,Raffle,raffle-2\n`,
    );
    const input = await page.waitForSelector('input[type=file]:not([disabled])');
    await (await input?.toElement('input'))?.uploadFile(file);
    await reads(page, /gifts\.csv: 2 lines, nothing wrong[\s\S]*2 members would get 100 points/);
    await page.locator('input[name=by]').fill('Wren');
    await page.locator('main button ::-p-text(Give it all)').click();
    await reads(page, /Finished: 2 of 2/);
    assert.deepEqual(visitor.errors, []);
  });
});
