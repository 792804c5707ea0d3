import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'puppeteer-core';
import { HARBOUR_LIGHTS } from '../../../src/emulator/index.ts';
import { WIDEST } from '../../support/fonts/fonts.ts';
import { itInFull, repeats } from '../../support/thorough.ts';
import { choose, closed, Widget, signInThereAndBack, withoutWindows } from '../support/asking-tab.ts';
import { Visitor } from '../support/browser.ts';
import { openDemoPages } from '../support/demo-pages.ts';
import { findings, shiftsOf, watchLayout } from '../support/page-checks.ts';

const CREW = HARBOUR_LIGHTS.roles?.find(({ name }) => name === 'Meetup Crew')?.id ?? '';

const WIDTHS = [360, 1280];

describe('the demo of who is asking', () => {
  const pages = openDemoPages(WIDEST);

  const open = async (visitor: Visitor, prepare?: (page: Page) => Promise<unknown>) =>
    (await visitor.visit(`${pages.demo.site}/who-is-asking.html`, prepare)).page;

  for (const scheme of ['light', 'dark']) {
    for (const width of WIDTHS) {
      itInFull(
        `has nothing that axe objects to, moves nothing while it loads and fits: ${scheme}, ${width} px`,
        async (t) => {
          const id = await pages.community.join();
          const visitor = await Visitor.of(t, pages.browser);
          const look = async (page: Page) => {
            await page.setViewport({ width, height: 800 });
            await page.emulateMediaFeatures([
              { name: 'prefers-color-scheme', value: scheme },
              { name: 'prefers-reduced-motion', value: 'reduce' },
            ]);
            await watchLayout(page);
          };
          const page = await open(visitor, look);
          const widget = new Widget(page, 'crew');
          await widget.says('Sign in with');
          await page.waitForSelector('.members li');
          await page.waitForNetworkIdle({ idleTime: 100, concurrency: 2 });
          assert.deepEqual(await shiftsOf(page), []);
          assert.deepEqual(await findings(page), []);

          const popup = await widget.opens('sign-in');
          await look(popup);
          await popup.waitForSelector(`button[value="${id}"]`);
          assert.deepEqual(await findings(popup), []);
          await choose(popup, id);
          await widget.says('Sign out');
          await page.bringToFront();
          assert.deepEqual(await findings(page), []);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
          assert.deepEqual(visitor.errors, []);
        },
      );
    }
  }

  repeats(['e2e/demo/check-in'], () => {
    it('takes an id that is typed', async (t) => {
      const id = await pages.community.join();
      const visitor = await Visitor.of(t, pages.browser);
      const typed = new Widget(await open(visitor), 'wave');
      await typed.type(id);
      await typed.press();
      await typed.shows('granted');
      assert.equal((await pages.community.member(id)).points, 1);
      assert.deepEqual(visitor.errors, []);
    });
  });

  it('takes the word of the site for whom it has logged in: by a token, and by its session', async (t) => {
    const id = await pages.community.join();
    const visitor = await Visitor.of(t, pages.browser);
    const page = await open(visitor);
    const [signed, session] = [new Widget(page, 'watch'), new Widget(page, 'bell')];
    await session.shows('ready');
    await session.press();
    assert.match(await session.shows('failed'), /sign in on this site/);

    await page.waitForSelector(`option[value="${id}"]`);
    // A live region that comes with its text is not spoken, and a button that goes takes the focus along.
    await page.waitForSelector('.login [role=status]');
    await page.select('select[name=member]', id);
    await page.click('.login button');
    await page.waitForSelector('.login [role=status] strong');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent.trim()), 'Log out');
    for (const widget of [signed, session]) {
      // oxlint-disable-next-line no-await-in-loop -- a visitor has one pointer
      await widget.shows('ready');
      // oxlint-disable-next-line no-await-in-loop -- see above
      await widget.press();
      // oxlint-disable-next-line no-await-in-loop -- see above
      await widget.shows('granted');
    }
    assert.equal((await pages.community.member(id)).points, 20);
    assert.deepEqual(visitor.errors, []);
  });

  it('has a visitor sign in with the platform in a window, and goes on with the claim', async (t) => {
    const id = await pages.community.join();
    const visitor = await Visitor.of(t, pages.browser, { isKeeping: true });
    const page = await open(visitor);
    const widget = new Widget(page, 'crew');
    await widget.says('Sign in with Harbour Lights');
    const popup = await widget.opens();
    await choose(popup, id);
    await widget.shows('granted');
    await widget.says(`Member: Visitor`);
    await closed(popup);
    const member = await pages.community.member(id);
    assert.equal(member.points, 20);
    assert.ok(member.roles.includes(CREW));
    assert.deepEqual(visitor.errors, []);
    assert.ok(!visitor.received.some((text) => text.includes('CLIENT_SECRET') || /"access_token"/.test(text)));
  });

  repeats(['elements/sign-in/sign-in'], () => {
    it('lets a visitor sign out and come back as somebody else, and knows them after a reload', async (t) => {
      const [first, second] = [await pages.community.join(), await pages.community.join()];
      const visitor = await Visitor.of(t, pages.browser);
      const page = await open(visitor);
      const widget = new Widget(page, 'crew');
      for (const id of [first, second]) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await choose(await widget.opens('sign-in'), id);
        // oxlint-disable-next-line no-await-in-loop -- see above
        await widget.says('Sign out');
        // oxlint-disable-next-line no-await-in-loop -- see above
        await page.reload();
        // oxlint-disable-next-line no-await-in-loop -- see above
        await widget.says('Sign out');
        // oxlint-disable-next-line no-await-in-loop -- see above
        await widget.press();
        // oxlint-disable-next-line no-await-in-loop -- see above
        await widget.shows('granted');
        // oxlint-disable-next-line no-await-in-loop -- see above
        await widget.press('sign-out');
        // oxlint-disable-next-line no-await-in-loop -- see above
        await widget.says('Sign in with');
        // oxlint-disable-next-line no-await-in-loop -- see above
        assert.equal((await pages.community.member(id)).points, 20);
      }
      assert.deepEqual(visitor.errors, []);
    });
  });

  repeats(['elements/sign-in/sign-in'], () => {
    it('leaves everything as it was where the visitor does not want to', async (t) => {
      const visitor = await Visitor.of(t, pages.browser);
      const page = await open(visitor);
      const widget = new Widget(page, 'crew');
      await widget.says('Sign in with');
      const popup = await widget.opens();
      await choose(popup, '');
      await closed(popup);
      await widget.shows('ready');
      await widget.says('Sign in with');
      assert.deepEqual(visitor.errors, []);
    });
  });

  itInFull('goes there and back in the same tab where the browser opens no windows', async (t) => {
    const id = await pages.community.join();
    const visitor = await Visitor.of(t, pages.browser);
    const page = await open(visitor, withoutWindows);
    const widget = await signInThereAndBack(page, { id, name: 'Visitor' });
    await widget.press();
    await widget.shows('granted');
    assert.equal((await pages.community.member(id)).points, 20);
    assert.deepEqual(visitor.errors, []);
  });

  it('asks before it goes on in a window that another page opened, and tells that page nothing', async (t) => {
    const id = await pages.community.join();
    const visitor = await Visitor.of(t, pages.browser);
    const challenge = 'x'.repeat(43);
    const query = new URLSearchParams({ return: `${pages.demo.site}/who-is-asking.html`, challenge, popup: '' });
    const page = await visitor.open(`${pages.demo.emulator}/1/nowhere`);
    const opened = new Promise<Page | null>((resolve) => page.once('popup', resolve));
    await page.evaluate((address) => {
      const heard: unknown[] = [];
      Object.assign(globalThis, { heard });
      addEventListener('message', ({ data, origin, source }) => {
        heard.push(data);
        (source as Window | null)?.postMessage(data, origin);
      });
      const there = window.open(address, '_blank');
      // As if the page had opened it for that challenge.
      setInterval(() => there?.postMessage({ type: 'rewards-sign-in', challenge: 'x'.repeat(43) }, '*'), 20);
    }, `${pages.demo.proxy}/rewards/sign-in?${query}`);
    const popup = await opened;
    assert.ok(popup);
    await popup.waitForNetworkIdle({ idleTime: 200 });
    await goOn(popup);
    await choose(popup, id);
    await closed(popup);
    assert.deepEqual(await page.evaluate(() => Reflect.get(globalThis, 'heard')), []);
  });

  itInFull(
    'asks before it goes on in the same tab where the policy of the page has no room for a form, and keeps what was filled in',
    async (t) => {
      const id = await pages.community.join();
      const visitor = await Visitor.of(t, pages.browser);
      const page = await visitor.open(`${pages.demo.site}/demo/`, (fresh) => fresh.evaluateOnNewDocument(askForName));
      const widget = new Widget(page, 'crew');
      await widget.says('Sign in with');
      await page.type('[name=nick]', 'Noor');
      await page.click('[name=nick] + button');
      await goOn(page);
      await choose(page, id);
      await widget.says('Member: Visitor');
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=nick]')?.value === 'Noor');
      const kept = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('entries')));
      assert.deepEqual(kept, []);
      // The browser's note of it is all.
      assert.deepEqual([visitor.errors.length, /"form-action 'none'"/.test(visitor.errors.join())], [1, true]);
    },
  );

  itInFull('goes on in the window that was opened where the browser has cut it off from the page', async (t) => {
    const id = await pages.community.join();
    const visitor = await Visitor.of(t, pages.browser);
    const page = await open(visitor);
    const widget = new Widget(page, 'crew');
    await widget.says('Sign in with');
    const popup = await widget.opens();
    await popup.evaluateOnNewDocument(() => {
      window.opener = null;
    });
    await choose(popup, id);
    const link = await popup.waitForSelector('main a');
    await link?.click();
    await new Widget(popup, 'crew').says('Member: Visitor');
  });
});

/** Goes on to the platform where the visitor is asked whether to, and gives what they are told. */
async function goOn(page: Page): Promise<string> {
  const link = await page.waitForSelector('a[href*="/auth?"]');
  const text = await page.$eval('main', (main) => main.innerText);
  assert.match(text, /^Sign in with Harbour Lights\?/);
  assert.deepEqual(await findings(page), []);
  await link?.click();
  return text;
}

/** Has the page's sign-up ask for a name in a form of the page's own, after a sign-in, in a browser that opens no windows. */
function askForName(): void {
  window.open = () => null;
  addEventListener('DOMContentLoaded', () => {
    const form = document.createElement('form');
    const name = Object.assign(document.createElement('input'), { name: 'nick' });
    form.append(name, document.createElement('button'));
    const signup = document.querySelector('rewards-signup');
    signup?.setAttribute('action', 'crew');
    signup?.append(form);
  });
}
