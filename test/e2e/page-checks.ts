import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'puppeteer-core';

const axe = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe finds wrong with the page as it is, in one line each. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(await axe);
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** The part of https://wicg.github.io/layout-instability/#sec-layout-shift that matters here. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  /** What moved; without its node where that is within a shadow root. */
  sources: readonly { node?: Node | null }[];
}

interface Watched {
  shifted: number;
  shiftedAround: number;
}

/** Adds up what moves on the page without the visitor having done anything. */
export function watchLayout(page: Page): Promise<unknown> {
  return page.evaluateOnNewDocument(() => {
    const watched = Object.assign(window, { shifted: 0, shiftedAround: 0 });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue;
        watched.shifted += value;
        if (sources.some(({ node }) => node)) watched.shiftedAround += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What `watchLayout` has added up so far, with what the page is about to draw. */
export async function shiftOf(page: Page): Promise<number> {
  await drawn(page);
  return page.evaluate(() => (window as never as Watched).shifted);
}

/**
 * The same, but for what moved within a widget: there it comes of a press, which the browser holds to be forgotten when the
 * answer takes half a second.
 */
export async function shiftAround(page: Page): Promise<number> {
  await drawn(page);
  return page.evaluate(() => (window as never as Watched).shiftedAround);
}

/** Resolves when the page has drawn what it has now, and observers were told. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
  });
}
