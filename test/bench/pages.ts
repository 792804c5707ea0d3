/**
 * How soon a visitor with a slow phone can use the first widget of each page of the static site: the time from the
 * navigation until it is ready, over a line of 1.6 Mbit/s with 150 ms there and back and with the processor slowed down
 * four times; beside it the time that the same page takes without either. The absolute figures drift with the machine.
 */
import type { Browser } from 'puppeteer-core';
import { PAGES } from '../../demo/pages.ts';
import { openBrowser } from '../e2e/support/browser.ts';
import { StaticSite } from '../e2e/support/static-site.ts';
import { newPage } from '../support/browsers/new-page.ts';
import type { Table } from './measured-tables.ts';
import { median, spread } from './statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const WIDGETS = ':is(rewards-checkin, rewards-signup, rewards-role)';
const PHONE = { download: 200_000, upload: 93_750, latency: 150, slowdown: 4 };

/** Milliseconds until a widget of the page is ready, or null where it has none. */
async function untilReady(browser: Browser, url: string, throttled: boolean): Promise<number | null> {
  const context = await browser.createBrowserContext();
  try {
    const page = await newPage(context);
    await page.setViewport({ width: 360, height: 740 });
    if (throttled) {
      await page.emulateNetworkConditions(PHONE);
      await page.emulateCPUThrottling(PHONE.slowdown);
    }
    await page.evaluateOnNewDocument(watchFirst, WIDGETS);
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    if (!(await page.$(WIDGETS))) return null;
    const ready = await page.waitForFunction(() => (globalThis as { firstReady?: number }).firstReady);
    return await ready.jsonValue().then((time) => time ?? null);
  } finally {
    await context.close();
  }
}

/** Runs in the page before anything else: notes when the first widget can be used. */
function watchFirst(widgets: string): void {
  const look = (): void => {
    if (document.querySelector(`${widgets}:state(ready)`)) Object.assign(globalThis, { firstReady: performance.now() });
    else requestAnimationFrame(look);
  };
  look();
}

/** Opens each page of the static site that has a widget, with and without a slow phone. */
export async function benchPages(): Promise<{ table: Table; browser: string }> {
  await using open = new AsyncDisposableStack();
  const site = await StaticSite.open();
  open.defer(() => site.close());
  const browser = await openBrowser();
  open.defer(() => browser.close());

  const rows: string[][] = [];
  for (const page of PAGES.map((path) => path.replace('index.html', ''))) {
    const times = { slow: [] as number[], plain: [] as number[] };
    for (let n = 0; n < ROUNDS; n += 1) {
      const plain = await untilReady(browser, site.url + page, false);
      const slow = await untilReady(browser, site.url + page, true);
      if (plain !== null) times.plain.push(plain);
      if (slow !== null) times.slow.push(slow);
    }
    if (times.slow.length === 0) continue;
    const [slow, plain] = [median(times.slow), median(times.plain)];
    rows.push([`\`/${page}\``, `${spread(times.slow, 0)} ms`, `${plain.toFixed(0)} ms`, (slow / plain).toFixed(1)]);
  }
  const table = { head: ['Page', 'First widget ready, slow phone', 'No slowdown', 'Ratio'], rows };
  return { table, browser: await browser.version() };
}
