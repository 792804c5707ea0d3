import { setTimeout as delay } from 'node:timers/promises';
import { launch, type LaunchOptions } from 'puppeteer-core';
import type { SetUp } from './choose-engines.ts';
import { findChromium } from './chromium.ts';
import { endInTime, PATIENCE_MS } from '../processes/end-in-time.ts';
import { findFirefox } from './firefox.ts';
import { newPage } from './new-page.ts';
import { findWebKit } from './webkit.ts';
import { openWebKit } from './webkit-window.ts';

/** A window of one engine, for whole pages: as much as all three can do. */
export interface EngineWindow extends AsyncDisposable {
  /** Resolves when the page is loaded. */
  goto(url: string): Promise<void>;
  /** Runs the body of a function in the page and gives what it returns, which must be JSON. */
  run<T>(script: string): Promise<T>;
  /** The same in the frame that the selector finds, of whichever origin it is. */
  runInFrame<T>(selector: string, script: string): Promise<T>;
}

/** An engine that is installed, and how a window of it is opened. */
export interface PageEngine {
  name: string;
  open: () => Promise<EngineWindow>;
}

/** As an expression. */
const bodyOf = (script: string) => `(() => { ${script} })()`;

async function openThroughPuppeteer(options: LaunchOptions): Promise<EngineWindow> {
  const browser = await launch({ ...options, headless: true });
  const page = await newPage(browser);
  return {
    goto: async (url) => void (await page.goto(url)),
    run: async <T>(script: string) => (await page.evaluate(bodyOf(script))) as T,
    runInFrame: async <T>(selector: string, script: string) => {
      const element = await page.$(selector);
      const frame = await element?.contentFrame();
      if (!frame) throw new Error(`there is no frame ${selector}`);
      return (await frame.evaluate(bodyOf(script))) as T;
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** The engines by the names that `ENGINES` and `REQUIRE_ENGINES` use. */
export const PAGE_ENGINES: Record<'chromium' | 'firefox' | 'webkit', SetUp<PageEngine>> = {
  chromium: async () => {
    const options = await findChromium();
    return { name: 'Chromium', open: () => openThroughPuppeteer(options) };
  },
  firefox: async () => {
    const options = await findFirefox();
    return { name: 'Firefox', open: () => openThroughPuppeteer(options) };
  },
  webkit: async () => {
    const webkit = await findWebKit();
    return {
      name: 'WebKit',
      open: async () => {
        const { driver, [Symbol.asyncDispose]: dispose } = await openWebKit(webkit);
        return {
          goto: (url) => driver.goto(url),
          run: (script) => driver.run(script),
          runInFrame: (selector, script) => driver.runInFrame(selector, script),
          [Symbol.asyncDispose]: dispose,
        };
      },
    };
  },
};

/** What is on the page, with what its widgets show. */
const ON_SHOW = `
  const widgets = Array.from(document.querySelectorAll('*')).filter(({ shadowRoot }) => shadowRoot);
  const shown = widgets.map((one) => one.localName + ' (' + one.state + '): ' + one.shadowRoot.querySelector('[part=card]')?.innerText);
  return [...shown, document.body.innerText.slice(0, 2000)].join('; ').replaceAll(/\\s+/g, ' ');
`;

/** Runs the script again and again until it returns something true, and gives that. An error tells what is on the page instead. */
export async function until<T>(window: Pick<EngineWindow, 'run'>, what: string, script: string): Promise<T> {
  try {
    return await untilFound(what, () => window.run<T>(script));
  } catch (error) {
    const instead = await window.run<string>(ON_SHOW).catch(String);
    throw new Error(`${error instanceof Error ? error.message : String(error)}. There is: ${instead}`, {
      cause: error,
    });
  }
}

/** Asks again and again until something true comes, and gives that. */
export async function untilFound<T>(what: string, ask: () => Promise<T | null | undefined | false>): Promise<T> {
  let isOver = false;
  const cancel = endInTime(PATIENCE_MS, () => (isOver = true));
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- until it is so
      const found = await ask();
      if (found) return found;
      if (isOver) throw new Error(`it did not come to that: ${what}`);
      // oxlint-disable-next-line no-await-in-loop -- see above
      await delay(50);
    }
  } finally {
    cancel();
  }
}
