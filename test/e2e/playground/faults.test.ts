import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { FAULTS } from '../../../demo/playground/choices.ts';
import { describeInFull } from '../../support/thorough.ts';
import { PlaygroundTab } from './playground-tab.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { StaticSite } from '../support/static-site.ts';

const NOOR = '739204618530271847';

/** What the visitor sees with each fault, and what the proxy gets from the service. */
const OUTCOMES: Record<string, [state: string, reply: string]> = {
  'member-unknown': ['refused', '404'],
  'key-revoked': ['failed', '401'],
  'bot-removed': ['failed', '403'],
  'tier-too-low': ['failed', '403'],
  slow: ['granted', '200'],
  throttled: ['throttled', '429'],
  refused: ['refused', '200'],
  'refused-in-few-words': ['refused', '200'],
  'refused-by-a-word': ['pending', '200'],
  contradiction: ['pending', '200'],
  'key-refused': ['failed', '401'],
  'out-of-order': ['pending', '500'],
  'out-of-order-afterwards': ['pending', '500'],
  'connection-lost-before': ['pending', 'no reply'],
  'connection-lost-after': ['pending', 'no reply'],
  'cut-reply': ['pending', '200'],
  'broken-json': ['pending', '200'],
  'a-page-instead': ['pending', '200'],
  redirect: ['pending', '307'],
  'wrong-member': ['pending', '200'],
  'empty-reply': ['pending', '200'],
  'huge-reply': ['pending', '200'],
  silence: ['pending', 'no reply'],
};

describeInFull('every fault of the playground', () => {
  let site: StaticSite;
  /** One page for all of them: with each choice it begins anew, and nobody has claimed anything. */
  let tab: PlaygroundTab;

  before(async () => {
    const [opened, browser] = await Promise.all([StaticSite.open(), sharedBrowser()]);
    site = opened;
    tab = await PlaygroundTab.in(await browser.createBrowserContext(), `${site.url}playground/?member-id=${NOOR}`);
  });

  after(async () => {
    await tab?.page.browserContext().close();
    await site?.close();
  });

  for (const { value } of FAULTS) {
    it(`${value}: shows what the visitor sees, and that all is well without it`, async () => {
      const [state, reply] = OUTCOMES[value] ?? [];
      assert.ok(state);
      await tab.choose('fault', value);
      await tab.shows('ready');
      await tab.clearLog();
      await tab.press();
      await tab.shows(state);
      assert.ok((await tab.log()).includes(`POST /1/points/award → ${reply}`), String(await tab.log()));
      await tab.choose('fault', '');
      await tab.shows('ready');
      await tab.press();
      await tab.shows('granted');
      assert.deepEqual(tab.errors.splice(0), []);
    });
  }
});
