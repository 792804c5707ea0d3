import assert from 'node:assert/strict';
import { it } from 'node:test';
import { claim, MEMBER, standing, view } from '../../elements/fake-proxy.ts';
import { newPage } from '../../support/browsers/new-page.ts';
import { BundleSite } from './bundle-site.ts';
import { sharedBrowser } from '../support/shared-browser.ts';

/** A page that has the browser prepare the one with the widget. */
const addRules = () => {
  const rules = JSON.stringify({ prerender: [{ urls: ['/widget'], eagerness: 'immediate' }] });
  document.head.append(
    Object.assign(document.createElement('script'), { type: 'speculationrules', textContent: rules }),
  );
};

/** Tells the site that the widget stands on the prepared page, and what came of it on the page that the visitor sees, as its author has set it up. */
const TELLING = `<script type="module">
  const tell = (what) => fetch('/rewards/told/' + what);
  document.addEventListener('prerenderingchange', () => addEventListener('rewards-claim', () => tell('asked')));
  addEventListener('rewards-granted', () => {
    const [{ activationStart }] = performance.getEntriesByType('navigation');
    tell('granted-' + (activationStart > 0 ? 'ahead' : 'late'));
  });
  await document.querySelector('rewards-checkin').updateComplete;
  // Last of all: the visitor may come as soon as the site knows.
  tell('drawn-' + (document.prerendering ? 'ahead' : 'late'));
</script>`;

it('a page that the browser has prepared ahead asks and checks in by itself when the visitor comes to it, and not before', async (t) => {
  const browser = await sharedBrowser();
  const site = new BundleSite(
    ['rewards-checkin'],
    `<rewards-checkin action="daily" member-id="${MEMBER}" auto></rewards-checkin>${TELLING}`,
  );
  const drawn = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const granted = Promise.withResolvers<void>();
  const seen: string[] = [];
  const notAhead = new Error('The browser has not prepared the page ahead.');
  site.answers['GET /told/drawn-ahead'] = () => (drawn.resolve(), {});
  site.answers['GET /told/drawn-late'] = () => (drawn.reject(notAhead), {});
  site.answers['GET /told/granted-ahead'] = () => (granted.resolve(), {});
  site.answers['GET /told/granted-late'] = () => (granted.reject(notAhead), {});
  site.answers['GET /told/asked'] = () => (seen.push('the page'), asked.resolve(), {});
  site.answers['GET /actions/daily'] = () => (seen.push('load'), view({ member: standing() }));
  site.answers['POST /actions/daily/claims'] = () => (seen.push('claim'), claim());
  const url = await site.open(t);
  // A driver loses a page in whose place a prepared one comes: it is closed with all there is.
  const context = await browser.createBrowserContext();
  t.after(() => context.close());
  const page = await newPage(context);
  await page.goto(url);
  await page.evaluate(addRules);
  await drawn.promise;
  await page.evaluate(() => fetch('/rewards/told/meanwhile'));
  assert.deepEqual(seen, []);
  await page.evaluate(() => void setTimeout(() => location.assign('/widget')));
  // What the page tells comes over several connections, in any order.
  await Promise.all([asked.promise, granted.promise]);
  assert.deepEqual(new Set(seen), new Set(['load', 'the page', 'claim']));
  assert.equal(seen.length, 3);
});
