/**
 * `npm run matrix:layout`: how far anything moves, and whether anything sticks out, from the first paint through load, press
 * and every outcome, in columns of many widths, with letters of many sizes, in every language. Prints a line for each column
 * and size. `LANGS=de,ar`, `WIDTHS=200` and `SIZES=32` choose; `FILLS=1` lets the widgets be as wide as the column. Ends with 1
 * where anything moves or sticks out.
 */
import { launch } from 'puppeteer-core';
import { locales } from '../../src/elements/locales/index.ts';
import { findChromium } from '../support/browsers/chromium.ts';
import { LayoutPage, type Moved } from './layout-page.ts';

const listed = (name: string, all: readonly string[]) => process.env[name]?.split(',') ?? all;
const WIDTHS = listed('WIDTHS', ['200', '240', '280', '328', '360', '640']).map(Number);
const SIZES = listed('SIZES', ['16', '24', '32']).map(Number);
const LANGS = listed('LANGS', ['en', ...locales]);
const fills = process.env['FILLS'] === '1';

const browser = await launch({ ...(await findChromium()), headless: true });
const flaws: Moved[] = [];
try {
  const page = await LayoutPage.open(browser);
  console.log('column  text   check-in   role  sign-up   languages  most moved  stick out');
  for (const width of WIDTHS) {
    for (const size of SIZES) {
      const all: Moved[] = [];
      // oxlint-disable-next-line no-await-in-loop -- one after the other: what moves is told of the page as a whole
      for (const lang of LANGS) all.push(...(await page.play({ width, size, lang, fills })));
      const highest = (tag: string) =>
        Math.max(...all.filter((one) => one.tag === tag && !one.hasLongTitle).map(({ height }) => height)).toFixed(1);
      const most = Math.max(...all.map(({ shift }) => shift));
      const out = all.filter(({ overflows }) => overflows).length;
      const cells = [highest('rewards-checkin'), highest('rewards-role'), highest('rewards-signup')];
      console.log(
        `${`${width} px`.padStart(6)} ${`${size} px`.padStart(6)} ${cells.map((cell) => cell.padStart(8)).join(' ')} ` +
          `${String(LANGS.length).padStart(10)} ${most.toFixed(4).padStart(11)} ${String(out).padStart(10)}`,
      );
      flaws.push(...all.filter(({ shift, overflows }) => shift > 0 || overflows));
    }
  }
} finally {
  await browser.close();
}
const told = new Set(
  flaws.map(({ lang, width, size, tag, name, shift, overflows, moved }) =>
    overflows
      ? `${lang}, ${width} px, ${size} px: <${tag}> ${name} sticks out`
      : `${lang}, ${width} px, ${size} px: moves by ${shift}: ${moved}`,
  ),
);
for (const line of [...told].slice(0, 40)) console.log(line);
process.exitCode = flaws.length > 0 ? 1 : 0;
