import assert from 'node:assert/strict';
import type { Browser, Page } from 'puppeteer-core';
import type { Community } from '../e2e/support/community.ts';
import { pressPart } from '../e2e/support/press-part.ts';
import { newPage } from '../support/browsers/new-page.ts';

const BY_TIMER = { polling: 50 };
/** What the theme says that each page takes, and the element itself does not. */
const OCEAN = '1.25em';

/** An element of ours as a page sees it. */
type Widget = HTMLElement & { action: string; auto: boolean; compact: boolean; getMemberToken?: unknown };

/** Opens a page, and notes whatever its scripts, the framework or the browser complain of. */
async function open(browser: Browser, url: string): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.createBrowserContext();
  const page = await newPage(context);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const missing = message.location().url?.endsWith('/favicon.ico');
    if (/^(error|warn)/.test(message.type()) && !missing) complaints.push(message.text());
  });
  await page.goto(url);
  return { page, complaints };
}

async function checkIn(page: Page, memberId: string): Promise<void> {
  await isIn(page, 'ready');
  const input = await page.waitForSelector('rewards-checkin >>> [part~=input]', { visible: true });
  await input?.type(memberId);
  await pressPart(page, 'rewards-checkin');
  await isIn(page, 'granted');
}

async function isIn(page: Page, state: string): Promise<void> {
  try {
    await page.waitForFunction(
      (name) => document.querySelector('rewards-checkin')?.matches(`:state(${name})`),
      BY_TIMER,
      state,
    );
  } catch (error) {
    const text = await page.evaluate(() => {
      const widget = document.querySelector('rewards-checkin');
      return widget ? (widget.shadowRoot?.textContent ?? 'it is not defined') : 'there is none';
    });
    throw new Error(`the check-in is not ${state}: ${text.replace(/\s+/g, ' ')}`, { cause: error });
  }
}

/** Claims on the page that `rewards init` wrote. */
export async function driveInitPage(browser: Browser, url: string, community: Community): Promise<void> {
  const { page, complaints } = await open(browser, url);
  const id = await community.join();
  await checkIn(page, id);
  assert.equal((await community.member(id)).points, 10);
  assert.deepEqual(complaints, [], 'the page of rewards init complains');
  await page.browserContext().close();
}

/**
 * Uses the page of `pages/` as a visitor would: `rewards-checkin` with an attribute, a property that is a function, boolean properties
 * that are false, a listener that writes the points into `#heard`, a slot, a theme, and `#again`, which calls a method.
 */
export async function drivePage(browser: Browser, url: string, community: Community): Promise<void> {
  const { page, complaints } = await open(browser, url);
  await isIn(page, 'ready');
  const seen = await page.$eval('rewards-checkin', (element) => {
    const widget = element as Widget;
    const slot = widget.shadowRoot?.querySelector<HTMLSlotElement>('slot[name=button]');
    return {
      action: widget.action,
      lang: widget.getAttribute('lang'),
      property: typeof widget.getMemberToken,
      booleans: [widget.auto, widget.compact],
      slot: slot?.assignedNodes().map(({ textContent }) => textContent?.trim()),
      theme: getComputedStyle(widget).getPropertyValue('--rewards-radius').trim(),
    };
  });
  assert.deepEqual(seen, {
    action: 'daily',
    lang: 'en',
    property: 'function',
    booleans: [false, false],
    slot: ['Collect'],
    theme: OCEAN,
  });
  const id = await community.join();
  await checkIn(page, id);
  await page.waitForFunction(() => document.querySelector('#heard')?.textContent?.trim() === '10', BY_TIMER);
  assert.equal((await community.member(id)).points, 10);
  await page.click('#again');
  await page.waitForFunction(() => !document.querySelector('rewards-checkin')?.matches(':state(granted)'), BY_TIMER);
  assert.deepEqual(complaints, [], 'the page complains');
  await page.browserContext().close();
}

/** The tag has to be in what the server sends. */
export async function checkServed(url: string): Promise<void> {
  const html = await (await fetch(url)).text();
  assert.match(html, /<rewards-checkin[^>]*action="daily"/, 'the server does not render the tag');
  assert.match(html, /Collect/, 'the server does not render what is in the slot');
}
