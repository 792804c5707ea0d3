import { after } from 'node:test';
import type { Browser } from 'puppeteer-core';
import type { FontStack } from '../../support/fonts/fonts.ts';
import { allOr } from '../../support/thorough.ts';
import { openBrowser } from './browser.ts';

/** What moves for its looks alone, such as the demo's scene, keeps a core busy that a short run has better use for. */
const STILL = allOr(['--force-prefers-reduced-motion'], []);

const browsers = new Map<FontStack, Promise<Browser>>();

after(async () => {
  for (const browser of await Promise.all(browsers.values())) await browser.close();
});

/** The browser with these fonts that all tests of the process share, whatever file they are in. It is closed after the last of them. */
export function sharedBrowser(fonts: FontStack = 'the-machine'): Promise<Browser> {
  const browser = browsers.get(fonts) ?? openBrowser(fonts, STILL);
  browsers.set(fonts, browser);
  return browser;
}
