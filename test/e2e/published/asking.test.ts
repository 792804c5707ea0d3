import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { itInFull } from '../../support/thorough.ts';
import { choose, closed, Widget, signInThereAndBack, withoutWindows } from '../support/asking-tab.ts';
import { Visitor } from '../support/browser.ts';
import { flawsOf, SHAPES } from '../desk/desk-page.ts';
import { findings, shiftsOf, watchLayout } from '../support/page-checks.ts';
import { openPublishedPages } from './published-pages.ts';

const NOOR = '739204618530271847';
const WREN = '516830294751038469';

describe('the static site where it asks who is asking', () => {
  const pages = openPublishedPages();

  const open = async (visitor: Visitor, prepare?: (page: Page) => Promise<unknown>) =>
    (await visitor.visit(`${pages.url}who-is-asking.html`, prepare)).page;

  for (const [name, viewport, scheme] of SHAPES) {
    itInFull(`has nothing that axe objects to, moves nothing while it loads and fits: ${name}`, async (t) => {
      const visitor = await Visitor.of(t, pages.browser);
      const page = await open(visitor, async (opened) => {
        await opened.setViewport(viewport);
        await opened.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        await watchLayout(opened);
      });
      const widget = new Widget(page, 'crew');
      await widget.says('Sign in with Harbour Lights');
      await page.waitForSelector('.members li');
      assert.deepEqual(await shiftsOf(page), []);
      const [header, modes, community] = await page.$$eval('.site-header, .modes, .community', (all) =>
        all
          .map((one) => one.getBoundingClientRect())
          .map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
      );
      assert.ok(header && modes && community);
      assert.equal(modes.top, header.bottom);
      assert.ok(community.left >= modes.right || community.top >= modes.bottom, 'the community lies on the widgets');
      const popup = await widget.opens('sign-in');
      await popup.waitForSelector(`button[value="${NOOR}"]`);
      assert.deepEqual(await findings(popup), []);
      await choose(popup, '');
      await closed(popup);
      await widget.says('Sign in with Harbour Lights');
      assert.deepEqual(await flawsOf(page), []);
      assert.deepEqual(visitor.errors, []);
      assert.deepEqual(visitor.missing, []);
    });
  }

  it('has a visitor sign in with a simulated platform, goes on with the claim, and lets them sign out', async (t) => {
    const visitor = await Visitor.of(t, pages.browser);
    const page = await open(visitor);
    const widget = new Widget(page, 'crew');
    await widget.says('Sign in with Harbour Lights');
    const popup = await widget.opens();
    await choose(popup, NOOR);
    assert.match(await widget.shows('granted'), /\+20 points/);
    await widget.says('Member: Noor');
    await closed(popup);
    await widget.press('sign-out');
    await widget.says('Sign in with Harbour Lights');
    assert.deepEqual(visitor.errors, []);
  });

  itInFull('takes the word of the site for whom it has logged in: by a token, and by its session', async (t) => {
    const visitor = await Visitor.of(t, pages.browser);
    const page = await open(visitor);
    const [signed, session] = [new Widget(page, 'watch'), new Widget(page, 'bell')];
    await session.shows('ready');
    await session.press();
    assert.match(await session.shows('failed'), /sign in on this site/);

    await page.waitForSelector(`option[value="${WREN}"]`);
    await page.select('select[name=member]', WREN);
    await page.click('.login button');
    await page.waitForSelector('.login [role=status] strong');
    for (const [widget, points] of [
      [signed, 15],
      [session, 5],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- a visitor has one pointer
      await widget.shows('ready');
      // oxlint-disable-next-line no-await-in-loop -- see above
      await widget.press();
      // oxlint-disable-next-line no-await-in-loop -- see above
      assert.match(await widget.shows('granted'), new RegExp(`\\+${points} points`));
    }
    assert.deepEqual(visitor.errors, []);
  });

  itInFull('takes an id that is typed', async (t) => {
    const visitor = await Visitor.of(t, pages.browser);
    const widget = new Widget(await open(visitor), 'wave');
    await widget.type(NOOR);
    await widget.press();
    assert.match(await widget.shows('granted'), /\+1 point\b/);
  });

  itInFull('goes to the platform and back in the same tab where the browser opens no windows', async (t) => {
    const visitor = await Visitor.of(t, pages.browser);
    const page = await open(visitor, withoutWindows);
    await signInThereAndBack(page, { id: NOOR, name: 'Noor' });
    assert.deepEqual(visitor.errors, []);
  });
});
