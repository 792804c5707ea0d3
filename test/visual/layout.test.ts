/** The short form of `npm run matrix:layout`: the narrowest columns, the largest text, long words, one shared field. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { openBrowser } from '../e2e/support/browser.ts';
import { allOr, isThorough } from '../support/thorough.ts';
import { type Column, LayoutPage } from './layout-page.ts';

const FEW: [Column, shared: boolean][] = [
  [{ width: 200, size: 32, lang: 'de' }, false],
  // A title of two lines above the grants, and a button's text of two lines, which is the title until that comes.
  [{ width: 200, size: 16, lang: 'fr' }, false],
  [{ width: 328, size: 16, lang: 'fi' }, true],
  [{ width: 640, size: 16, lang: 'de', fills: true }, false],
];
const COLUMNS = allOr<[Column, shared: boolean]>(FEW, [
  ...FEW,
  [{ width: 280, size: 16, lang: 'ar' }, false],
  [{ width: 328, size: 16, lang: 'ar' }, false],
  [{ width: 328, size: 16, lang: 'kn' }, false],
  [{ width: 328, size: 16, lang: 'ml' }, false],
  [{ width: 328, size: 16, lang: 'te' }, false],
  [{ width: 640, size: 24, lang: 'ml' }, false],
]);

/** The ends with most to say: the others have their room in `test/elements/layout-shift`, and in every language in `long-texts`. */
const ENDS = ['granted', 'claimed', 'throttled'];
const isPlayed = (end: string) => isThorough || ENDS.includes(end);

describe('what a widget is in the middle of', () => {
  let browser: Browser;
  let page: LayoutPage;

  before(async () => {
    // The machine's own may be so wide that a sign-up's facts take another line in Finnish.
    browser = await openBrowser('open-sans');
    page = await LayoutPage.open(browser);
  });

  after(() => browser?.close());

  for (const [column, shared] of COLUMNS) {
    const { width, size, lang, fills } = column;
    const where = [
      `a column of ${width} pixels${fills ? ' that they fill' : ''}, with letters of ${size}, in ${lang}`,
      shared && 'with one field for all',
    ]
      .filter(Boolean)
      .join(', ');
    it(`does not move, and nothing sticks out of it, in ${where}`, async () => {
      const played = await page.play(column, shared, isPlayed);
      assert.ok(played.length > 0);
      for (const { tag, name, shift, moved, overflows } of played) {
        assert.equal(shift, 0, moved);
        assert.equal(overflows, false, `<${tag}> ${name} sticks out`);
      }
    });
  }
});
