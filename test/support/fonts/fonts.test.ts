import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openBrowser } from '../../e2e/support/browser.ts';
import { newPage } from '../browsers/new-page.ts';
import { FONT_STACKS } from './fonts.ts';
import { describeInFull } from '../thorough.ts';

/** Pixels that a line of 16 pixels takes, by the fonts. */
const WIDTHS: Record<string, number> = { 'open-sans': 531, dejavu: 583, wide: 655 };
/** What a machine's way to draw makes of them. */
const HINTED = 8;

describeInFull('the fonts that tests of layout bring along', () => {
  for (const fonts of FONT_STACKS.filter((one) => one !== 'the-machine')) {
    it(`are those that a page has, whatever the machine has: ${fonts}`, async (t) => {
      const browser = await openBrowser(fonts);
      t.after(() => browser.close());
      const page = await newPage(browser);
      const widths = await page.evaluate(() =>
        ['system-ui', 'sans-serif', 'Verdana', "'Segoe UI', system-ui"].map((family) => {
          const line = document.createElement('span');
          line.style.cssText = `position: absolute; font: 16px ${family}; white-space: nowrap`;
          line.textContent = 'The quick brown fox jumps over 12 lazy dogs. Daily check-in, +10 points';
          document.body.append(line);
          return line.offsetWidth;
        }),
      );
      for (const width of widths) assert.ok(Math.abs(width - (WIDTHS[fonts] ?? 0)) <= HINTED, widths.join());
    });
  }
});
