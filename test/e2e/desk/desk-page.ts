import type { TestContext } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { start } from '../../cli/command.ts';
import { Visitor } from '../support/browser.ts';
import { keepSaid } from '../support/keep-said.ts';
import { findings } from '../support/page-checks.ts';

/** What the desk is tried on. */
export const SHAPES = [
  ['a phone', { width: 360, height: 740, isMobile: true, hasTouch: true }, 'dark'],
  ['a desktop', { width: 1280, height: 900 }, 'light'],
] as const;

/** The desk of a proxy that runs in the folder, entered by the link that it prints. */
export async function openDesk(
  t: TestContext,
  browser: Browser,
  cwd: string,
  [, viewport, scheme]: (typeof SHAPES)[number],
): Promise<{ page: Page; visitor: Visitor }> {
  const env = { REWARDS_API_KEY: 'canary-key' };
  const proxy = start(t, ['serve', '--port', '0', '--desk', '0'], { cwd, env });
  const [link] = await proxy.printed(/http:\/\/127\.0\.0\.1:\d+\/#enter=[\w-]{43}/);
  const visitor = await Visitor.of(t, browser);
  const page = await visitor.open(link, async (opened) => {
    await keepSaid(opened);
    await opened.setViewport(viewport);
    await opened.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  });
  return { page, visitor };
}

/** What is to be read in the page, once it says what is looked for. */
export async function reads(page: Page, pattern: RegExp): Promise<string> {
  const { source, flags } = pattern;
  const isThere = (wanted: string, how: string) => new RegExp(wanted, how).test(document.body.innerText);
  await page.waitForFunction(isThere, { polling: 50 }, source, flags).catch(async (cause: unknown) => {
    const text = await page.$eval('body', ({ innerText }) => innerText);
    throw new Error(`nothing on the page matches ${pattern}:\n${text}`, { cause });
  });
  return page.$eval('body', ({ innerText }) => innerText);
}

/** What axe and others find, and what is too wide. */
export async function flawsOf(page: Page): Promise<string[]> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [...(await findings(page)), ...(over > 0 ? [`${page.url()} is ${over} px too wide`] : [])];
}

/**
 * Presses what has the text on it, once it can be pressed and is in the middle of the screen: a button takes no press while something loads, and on
 * a phone the bar below lies over what is at the end.
 */
export async function press(page: Page, text: string): Promise<void> {
  const found = page.locator(`::-p-text(${text})`).filter((one) => one instanceof Element && !one.closest(':disabled'));
  const handle = await found.waitHandle();
  await handle.evaluate((element) => {
    if (element instanceof Element) element.scrollIntoView({ block: 'center' });
  });
  await found.click();
}

/**
 * Keeps from the page what answers a request with that in its address, as `answer` of the window, once it is read: the page gets it at once when
 * that is called, before it hears of another address.
 */
export async function holdAnswer(page: Page, address: string): Promise<void> {
  await page.evaluate((wanted) => {
    const real = window.fetch.bind(window);
    window.fetch = async (...asked) => {
      const response = await real(...asked);
      if (!response.url.includes(wanted)) return response;
      const found = await response.text();
      await new Promise<void>((resolve) => Object.assign(window, { answer: resolve }));
      return Object.assign(response, { text: async () => found });
    };
  }, address);
}
