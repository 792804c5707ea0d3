import { after } from 'node:test';
import type { Browser } from 'puppeteer-core';
import type { FontStack } from '../support/fonts.ts';
import { openBrowser } from './browser.ts';

const browsers = new Map<FontStack, Promise<Browser>>();

after(async () => {
  for (const browser of await Promise.all(browsers.values())) await browser.close();
});

/** The browser with these fonts that all tests of the process share, whatever file they are in. It is closed after the last of them. */
export function sharedBrowser(fonts: FontStack = 'the-machine'): Promise<Browser> {
  const browser = browsers.get(fonts) ?? openBrowser(fonts);
  browsers.set(fonts, browser);
  return browser;
}
