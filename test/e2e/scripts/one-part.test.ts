import assert from 'node:assert/strict';
import { it } from 'node:test';
import { claim, MEMBER, view } from '../../elements/fake-proxy.ts';
import { sharedBrowser } from '../support/shared-browser.ts';
import { BundleSite } from './bundle-site.ts';

it('a compact check-in by its own script tag claims with its button and one part more', async (t) => {
  const content = `<rewards-checkin compact action="daily" member-id="${MEMBER}"></rewards-checkin>`;
  const site = new BundleSite(['rewards-checkin'], content);
  site.answers['GET /actions/daily'] = () => view();
  site.answers['POST /actions/daily/claims'] = () => claim();
  const page = await (await sharedBrowser()).newPage();
  t.after(() => page.close());
  const parts = new Set<string>();
  page.on('request', (request) => {
    const [, name] = /\/chunks\/(\w+)-/.exec(request.url()) ?? [];
    if (name) parts.add(name);
  });
  await page.goto(`${await site.open(t)}/widget`);
  await page.waitForSelector('rewards-checkin:state(ready)');
  const pill = await page.waitForSelector('rewards-checkin >>> button[part=pill]');
  assert.match((await pill?.evaluate((button) => button.textContent)) ?? '', /\+10/);
  await pill?.click();
  await page.waitForSelector('rewards-checkin:state(granted)');
  assert.deepEqual(parts, new Set(['pill', 'claiming']));
});
