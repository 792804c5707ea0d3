import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { endInTime } from '../processes/end-in-time.ts';

/** Bounds what hangs, before the bound of its file does, which could not tell at which line: as if the page had its share of the machine alone. */
const MAX_PAGE_MS = 300_000;

/**
 * Opens a page, also for the windows that it opens, in which nothing is given up by the clock: puppeteer's half minute is over for a
 * page that is merely slow, on a busy machine. What waits in one that has been open for too long fails when that is closed.
 */
export async function newPage(within: Browser | BrowserContext): Promise<Page> {
  return boundedByShare(await within.newPage());
}

function boundedByShare(page: Page): Page {
  page.setDefaultTimeout(0);
  page.on('popup', (popup) => popup && boundedByShare(popup));
  page.once(
    'close',
    endInTime(MAX_PAGE_MS, () => void page.close().catch(() => undefined)),
  );
  return page;
}
