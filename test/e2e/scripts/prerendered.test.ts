import assert from 'node:assert/strict';
import { it } from 'node:test';
import { claim, MEMBER, standing, view } from '../../elements/fake-proxy.ts';
import { BundleSite } from './bundle-site.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

/** A page that has the browser prepare the one with the widget. */
const addRules = () => {
  const rules = JSON.stringify({ prerender: [{ urls: ['/widget'], eagerness: 'immediate' }] });
  document.head.append(
    Object.assign(document.createElement('script'), { type: 'speculationrules', textContent: rules }),
  );
};

it('a page that the browser has prepared ahead checks in by itself when the visitor comes to it, and not before', async (t) => {
  const browser = await sharedBrowser();
  const site = new BundleSite(
    ['rewards-checkin'],
    `<rewards-checkin action="daily" member-id="${MEMBER}" auto></rewards-checkin>
    <script>
      addEventListener('rewards-state', ({ detail }) => fetch('/rewards/state/' + detail.state));
      addEventListener('rewards-granted', () => fetch('/rewards/state/granted'));
    </script>`,
  );
  const claimed = Promise.withResolvers<void>();
  const drawn = Promise.withResolvers<void>();
  let claims = 0;
  site.answers['GET /actions/daily'] = () => view({ member: standing() });
  // It is about to claim: nothing else is waited for before that.
  site.answers['GET /state/submitting'] = () => (drawn.resolve(), {});
  site.answers['GET /state/granted'] = () => (claimed.resolve(), {});
  site.answers['POST /actions/daily/claims'] = () => ((claims += 1), claim());
  const url = await site.open(t);
  // A driver loses a page in whose place a prepared one comes: it is closed with all there is.
  const context = await browser.createBrowserContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(addRules);
  await drawn.promise;
  await page.evaluate(() => fetch('/rewards/state/asked-meanwhile'));
  assert.equal(claims, 0);
  await page.evaluate(() => void setTimeout(() => location.assign('/widget')));
  await claimed.promise;
  assert.equal(claims, 1);
});
