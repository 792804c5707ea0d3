import { after, before } from 'node:test';
import type { Browser } from 'puppeteer-core';
import type { Demo } from '../../../demo/servers.ts';
import type { FontStack } from '../../support/fonts/fonts.ts';
import { openDemoAnywhere } from './anywhere.ts';
import { Community } from './community.ts';
import { sharedBrowser } from './shared-browser.ts';

/** What there is to look at, from the first test of the suite to its last. */
export interface DemoPages {
  readonly demo: Demo;
  readonly community: Community;
  readonly browser: Browser;
}

/** Opens the demo with its servers, and a browser with these fonts, for all tests of the suite in which it is called. */
export function openDemoPages(fonts?: FontStack): DemoPages {
  let opened: DemoPages | undefined;
  const open = () => {
    if (!opened) throw new Error('The demo is opened before the first test.');
    return opened;
  };

  before(async () => {
    const browser = await sharedBrowser(fonts);
    const demo = await openDemoAnywhere();
    opened = { demo, community: new Community(demo.emulator), browser };
  });

  after(() => opened?.demo.close());

  return {
    get demo() {
      return open().demo;
    },
    get community() {
      return open().community;
    },
    get browser() {
      return open().browser;
    },
  };
}
