import type { Page } from 'puppeteer-core';

/** What is said for a while is said for at least so long. */
const SHORTEST_MS = 8_000;

/** Has what a page says for a while stay there: a busy machine may look at it when that is over. */
export function keepSaid(page: Page): Promise<unknown> {
  return page.evaluateOnNewDocument((shortest) => {
    const later = window.setTimeout.bind(window);
    const sooner = (run: () => void, ms = 0) => (ms < shortest ? later(run, ms) : 0);
    Object.assign(window, { setTimeout: sooner });
  }, SHORTEST_MS);
}
