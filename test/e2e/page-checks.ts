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

/** Adds up what moves on the page without the visitor having done anything. */
export function watchLayout(page: Page): Promise<unknown> {
  return page.evaluateOnNewDocument(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
        if (!hadRecentInput)
          Object.assign(window, { shifted: (window as never as { shifted: number }).shifted + value });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What `watchLayout` has added up so far. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as never as { shifted: number }).shifted);
}
