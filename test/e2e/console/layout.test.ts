import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { PLACES } from '../../../src/emulator/console/model.ts';
import { PAGE_FONTS } from '../../support/fonts/fonts.ts';
import { allOr, itInFull } from '../../support/thorough.ts';
import { forceColors, pixelOf } from '../support/force-colors.ts';
import { findings, shiftsOf } from '../support/page-checks.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { openConsole } from './console-page.ts';

const SCHEMES = ['light', 'dark'];
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];

/** Members stand beside the rest where there is room. */
const placesAt = (width: number) => PLACES.filter((place) => place !== 'members' || width < 700);

describe("the layout of the emulator's console", () => {
  for (const [at, size] of allOr(SIZES.slice(0, 1), SIZES).entries()) {
    for (const scheme of allOr(SCHEMES.slice(at, at + 1), SCHEMES)) {
      it(`has no flaw that axe finds at ${size.width} px, ${scheme}`, async (t) => {
        const { emulator, community, page } = await openConsole(t, { size });
        emulator.faults.add({ kind: 'html' });
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        for (const place of allOr(placesAt(size.width).slice(at, at + 1), placesAt(size.width))) {
          await community.go(place);
          assert.deepEqual(await findings(page), [], place);
        }
        await community.go('general');
        await page.type('.composer input', '/');
        assert.deepEqual(await findings(page), [], 'completion');
        assert.deepEqual(community.errors, []);
      });
    }
  }

  for (const fonts of PAGE_FONTS) {
    describe(`in the fonts ${fonts}`, () => {
      let wearing: Browser;

      before(async () => {
        wearing = await sharedBrowser(fonts);
      });

      for (const size of allOr(SIZES.slice(0, 1), SIZES)) {
        it(`moves nothing while it opens, and has nothing beyond its edge, at ${size.width} px`, async (t) => {
          const { emulator, community, page } = await openConsole(t, { size, through: wearing });
          assert.deepEqual(await shiftsOf(page), []);
          emulator.faults.add({ kind: 'html' });
          for (const place of placesAt(size.width)) {
            // oxlint-disable-next-line no-await-in-loop -- one after the other, in one page
            await community.go(place);
            // oxlint-disable-next-line no-await-in-loop -- see above
            const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(beyond <= 0, `${place} is ${beyond} px too wide`);
          }
        });
      }
    });
  }

  itInFull('shows which command is chosen where colours are forced', async (t) => {
    const { page } = await openConsole(t);
    await forceColors(page);
    await page.type('.composer input', '/');
    await page.keyboard.press('ArrowDown');
    const chosen = await pixelOf(page, '.composer li[aria-selected=true]', [1, 10]);
    assert.notEqual(chosen, await pixelOf(page, '.composer li[aria-selected=false]', [1, 10]));
  });

  itInFull('shows which server is in front where colours are forced', async (t) => {
    const { emulator, page } = await openConsole(t);
    await forceColors(page);
    emulator.state.addServer({ name: 'Second' });
    await page.waitForSelector('.servers [aria-current=false]');
    const front = await pixelOf(page, '.servers [aria-current=true]', [24, 1]);
    assert.notEqual(front, await pixelOf(page, '.servers [aria-current=false]', [24, 1]));
  });

  it('shows which role a member has, and which fault is set, where colours are forced', async (t) => {
    const { emulator, community, page } = await openConsole(t);
    await forceColors(page);
    const [server] = emulator.state.servers();
    const member = server?.members.find(({ roles }) => roles.length > 0);
    await community.press(`More of ${member?.name}`);
    await page.waitForSelector('.menu[popover]:popover-open');
    const has = await pixelOf(page, '.menu [aria-checked=true]', [20, 15]);
    assert.notEqual(has, await pixelOf(page, '.menu [aria-checked=false]', [20, 15]));
    await page.keyboard.press('Escape');
    await community.go('faults');
    await community.press('Slow, for every call');
    await community.sees('Applies to every call.');
    const isSet = await pixelOf(page, '[role=switch][aria-checked=true]', [36, 18]);
    assert.notEqual(isSet, await pixelOf(page, '[role=switch][aria-checked=false]', [36, 18]));
  });
});
