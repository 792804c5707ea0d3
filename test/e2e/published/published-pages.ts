import { after, before } from 'node:test';
import type { Browser } from 'puppeteer-core';
import type { FontStack } from '../../support/fonts/fonts.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { StaticSite } from '../support/static-site.ts';

/** What there is to look at, from the first test of the suite to its last. */
export interface PublishedPages {
  /** With a slash at the end. */
  readonly url: string;
  /** The paths that were asked for so far. */
  readonly asked: readonly string[];
  readonly browser: Browser;
}

/** Opens the static site, and a browser with these fonts, for all tests of the suite in which it is called. */
export function openPublishedPages(fonts?: FontStack): PublishedPages {
  let site: StaticSite | undefined;
  let browser: Browser | undefined;

  before(async () => {
    site = await StaticSite.open();
    browser = await sharedBrowser(fonts);
  });

  after(() => site?.close());

  function opened(): StaticSite {
    if (!site) throw new Error('The site is opened before the first test.');
    return site;
  }

  return {
    get url() {
      return opened().url;
    },
    get asked() {
      return opened().asked;
    },
    get browser() {
      if (!browser) throw new Error('The browser is opened before the first test.');
      return browser;
    },
  };
}
