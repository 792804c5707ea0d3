import type { BrowserLauncher } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import * as puppeteer from 'puppeteer-core';
import type { SetUp } from './choose-engines.ts';
import { findChromium, newChromiumPage } from './chromium.ts';
import { findFirefox, newFirefoxPage } from './firefox.ts';
import { findWebKit, WebKitLauncher } from './webkit.ts';
import { openWebKit } from './webkit-window.ts';

/**
 * What happens on the network is told to nobody: no test asks for it, and to tell of each module that a page loads costs Firefox as much
 * as all else.
 */
const UNTOLD = { networkEnabled: false, issuesEnabled: false };

/** The three engines by the names that `ENGINES` and `REQUIRE_ENGINES` use. */
export const ENGINES: Record<'chromium' | 'firefox' | 'webkit', SetUp<BrowserLauncher>> = {
  chromium: async () =>
    chromeLauncher({
      puppeteer,
      launchOptions: { ...(await findChromium()), ...UNTOLD },
      createPage: ({ browser }) => newChromiumPage(browser),
    }),
  firefox: async () =>
    chromeLauncher({
      puppeteer,
      concurrency: 1,
      launchOptions: { ...(await findFirefox()), ...UNTOLD },
      createPage: ({ browser }) => newFirefoxPage(browser),
    }),
  webkit: async () => {
    const webkit = await findWebKit();
    return new WebKitLauncher(() => openWebKit(webkit));
  },
};
