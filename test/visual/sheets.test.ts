/**
 * Every element in every state, compared with pictures that somebody has looked at. They are drawn by the Chromium that
 * the package `@sparticuz/chromium` carries, with its fonts, so that they are the same everywhere.
 *
 * `UPDATE_SCREENSHOTS=1 npm run test:visual` takes new pictures: look at each before it is committed.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Browser, launch } from 'puppeteer-core';
import { packagedChromium } from '../support/browsers/chromium-package.ts';
import { openStaticSite, type Site } from '../support/http/static-site.ts';
import { allOr } from '../support/thorough.ts';
import { SHEETS } from './cases.ts';
import { difference, renew } from './compare.ts';
import { drawSheet } from './draw-sheet.ts';

const FOLDER = fileURLToPath(new URL('sheets/', import.meta.url));
const SCRIPTS = fileURLToPath(new URL('../../dist/cdn/', import.meta.url));
const SCRIPT = 'rewards-elements.dev.js';
const PAGE = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="color-scheme" content="light dark" />
  <title>Elements</title>
  <link rel="icon" href="data:," />
  <script type="module" src="/scripts/${SCRIPT}"></script>
  <body></body>
</html>`;

/** Letters drawn in shades alone, the same way whatever screen there is. */
const PLAIN = ['--disable-lcd-text', '--font-render-hinting=none', '--force-color-profile=srgb'];

/** The element with most states in both schemes, one with fields, the two that turn and narrow everything, and a theme in each scheme. */
const FEW = [
  'checkin-light',
  'checkin-dark',
  'signup-light',
  'right-to-left',
  'long-words',
  'theme-contrast-dark',
  'theme-paper-light',
];
const TRIED = allOr(
  SHEETS.filter(({ name }) => FEW.includes(name)),
  SHEETS,
);

const chromium = await packagedChromium();
const skip = chromium ? false : 'only the Chromium of @sparticuz/chromium draws them, which runs on Linux on x64';

describe('the look of the elements', { skip }, () => {
  let browser: Browser;
  let site: Site;

  before(async () => {
    if (!chromium) return;
    if (!existsSync(join(SCRIPTS, SCRIPT))) throw new Error('There is nothing to draw. Run "npm run build" first.');
    site = await openStaticSite({ page: PAGE, scripts: SCRIPTS });
    browser = await launch({ ...chromium, args: [...chromium.args, ...PLAIN], headless: true });
  });

  after(async () => {
    await browser?.close();
    await site?.close();
  });

  for (const sheet of TRIED) {
    it(`is as in ${sheet.name}.png`, async () => {
      const file = join(FOLDER, `${sheet.name}.png`);
      const drawn = await drawSheet(browser, site.url, sheet);
      if (process.env['UPDATE_SCREENSHOTS']) renew(file, drawn);
      else assert.equal(difference(file, drawn, sheet.name), undefined);
    });
  }

  it('has no picture that nothing draws', () => {
    assert.deepEqual(readdirSync(FOLDER).toSorted(), SHEETS.map(({ name }) => `${name}.png`).toSorted());
  });
});
