import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import manifest from '../../../build/packages/rewards-elements.json' with { type: 'json' };
import { claim, MEMBER, view } from '../../elements/fake-proxy.ts';
import { GLOBALS } from '../../elements/globals.ts';
import { newPage } from '../../support/browsers/new-page.ts';
import { BUNDLES } from '../../support/pages/bundles.ts';
import { BundleSite } from './bundle-site.ts';
import { pressPart } from '../support/press-part.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

describe('the files for script tags', () => {
  let browser: Browser;
  before(async () => {
    browser = await sharedBrowser();
  });

  it('work on a page where elements were posted by the names that they might look for', async (t) => {
    // What anybody may be able to post: elements with ids that a script could take for what it has put there itself.
    const posted = GLOBALS.map((id) => `<a id="${id}"></a>`).join('');
    const site = new BundleSite(['rewards-elements'], `${posted}<rewards-checkin action="daily"></rewards-checkin>`);
    const asked: string[] = [];
    site.answers['GET /actions/daily'] = (query) => {
      asked.push(query);
      return view();
    };
    site.answers['POST /actions/daily/claims'] = () => claim();
    const page = await newPage(browser);
    t.after(() => page.close());
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(`${await site.open(t)}/widget`);
    await page.waitForSelector('rewards-checkin:state(ready)');
    await page.locator('rewards-checkin >>> input').fill(MEMBER);
    await pressPart(page, 'rewards-checkin');
    await page.waitForSelector('rewards-checkin:state(granted)');
    // It may ask again as soon as it knows the member, if that comes before the press, but never twice for the same.
    assert.deepEqual(asked, ['?lang=en', `?memberId=${MEMBER}&lang=en`].slice(0, asked.length));
    assert.deepEqual(errors, []);
  });

  it('have modules beside them, for bundlers, that see to those names before Lit looks for them', () => {
    const { sideEffects } = manifest;
    assert.ok(sideEffects.includes('./dist/elements/shared/lit-globals.js'));
    for (const name of ['checkin', 'member', 'role', 'signup']) {
      const text = readFileSync(`${BUNDLES}../elements/${name}/${name}.js`, 'utf8');
      assert.match(text, /^import "\.\.\/shared\/lit-globals\.js";/, name);
    }
  });

  it('look for no more of what Lit does among the globals', () => {
    for (const name of readdirSync(BUNDLES, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.js')) continue;
      const text = readFileSync(`${BUNDLES}${name}`, 'utf8');
      assert.doesNotMatch(text, /PolyfillSupport|Versions\b|Shady|litNonce|litPropertyMetadata|rewardsMember\b/, name);
    }
  });
});
