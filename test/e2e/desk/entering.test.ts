import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { Visitor } from '../support/browser.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { reads } from './desk-page.ts';
import { ALICE, startDesk } from './waiting-claims.ts';
import { describeInFull } from '../../support/thorough.ts';

describeInFull('the way into the desk', () => {
  let browser: Browser;

  before(async () => {
    browser = await sharedBrowser();
  });

  it('says to a person with an old link what to do, and lets in by the next one', async (t) => {
    const { proxy, link } = await startDesk(t);
    const owner = await Visitor.of(t, browser);
    await reads(await owner.open(link), /Does it work\?/);

    const late = await Visitor.of(t, browser);
    const page = await late.open(link);
    const text = await reads(page, /This link was already used/);
    assert.doesNotMatch(text, new RegExp(`Daily|${ALICE}`));
    assert.equal(new URL(page.url()).hash, '');
    assert.match(text, /Print a new link/);
    // One was printed when the proxy began, which may be a moment ago.
    const printed = () => {
      document.querySelector<HTMLButtonElement>('button.main')?.click();
      return /A new link is in the terminal/.test(document.body.innerText);
    };
    await page.waitForFunction(printed, { polling: 500 });
    const [, newer = ''] = await proxy.printed(/#enter=[\w-]{43}[\s\S]*(http:\/\/127\.0\.0\.1:\d+\/#enter=[\w-]{43})/);
    assert.notEqual(newer, link);
    await page.goto('about:blank');
    await page.goto(newer);
    await reads(page, /Does it work\?/);
    assert.equal(await proxy.stop(), 0);
  });

  it('has the focus at its heading, once the desk was left', async (t) => {
    const { link } = await startDesk(t);
    const visitor = await Visitor.of(t, browser);
    const page = await visitor.open(link);
    await reads(page, /Does it work\?/);
    await page.focus('button[aria-label="Leave the desk"]');
    await page.keyboard.press('Enter');
    await reads(page, /You have left the desk/);
    await page.waitForFunction(() => document.activeElement?.matches('h1'));
  });

  it('is shown in no frame, and by no other name', async (t) => {
    const { proxy, link } = await startDesk(t);
    const owner = await Visitor.of(t, browser);
    const page = await owner.open(link);
    await reads(page, /Does it work\?/);
    const { origin, port } = new URL(link);
    await page.goto('about:blank');
    await page.setContent(`<iframe src="${origin}/"></iframe>`);
    assert.deepEqual(
      page.frames().map((frame) => new URL(frame.url()).protocol),
      ['about:', 'chrome-error:'],
    );
    const other = await owner.open(`http://desk.localhost:${port}/`);
    await reads(other, /You are not signed in/);
    assert.equal(await proxy.stop(), 0);
  });
});
