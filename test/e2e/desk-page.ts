import axe from 'axe-core';
import type { Page } from 'puppeteer-core';

/** What the desk is tried on. */
export const SHAPES = [
  ['a phone', { width: 360, height: 740, isMobile: true, hasTouch: true }, 'dark'],
  ['a desktop', { width: 1280, height: 900 }, 'light'],
] as const;

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

/** What axe finds wrong. */
export async function violations(page: Page): Promise<string[]> {
  // The policy of the page lets no script in that is written into it; what a debugger evaluates is not held by it.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const { violations: found } = await checker.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
    });
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

/** Presses what has the text on it. */
export const press = (page: Page, text: string) => page.locator(`::-p-text(${text})`).click();
