import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import '../../../src/elements/checkin/checkin.define.ts';
import { FakeProxy, Held, json, view } from '../fake-proxy.ts';
import { waitUntil } from '../wait-until.ts';
import { reaches } from './checkin.ts';

/** That many check-ins of one action, or one of each. */
async function page(...actions: string[]) {
  const box = await fixture(
    html`<div>${actions.map((action) => html`<rewards-checkin action=${action}></rewards-checkin>`)}</div>`,
  );
  return [...box.querySelectorAll('rewards-checkin')];
}

describe('check-ins that show the same', () => {
  let proxy: FakeProxy;

  beforeEach(() => {
    localStorage.clear();
    proxy = new FakeProxy();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
  });

  it('ask for it once', async () => {
    for (const element of await page('daily', 'daily', 'daily', 'weekly')) await reaches(element, 'ready');
    assert.lengthOf(proxy.loads, 2);
  });

  it('ask anew at another time', async () => {
    for (const element of await page('daily', 'daily')) await reaches(element, 'ready');
    for (const element of await page('daily', 'daily')) await reaches(element, 'ready');
    assert.lengthOf(proxy.loads, 2);
  });

  it('do without the one that asked, when it goes', async () => {
    const held = new Held();
    proxy.onAction = () => held.reply;
    const [first, ...others] = await page('daily', 'daily', 'daily');
    proxy.onAction = () => json(200, view());
    first?.remove();
    await waitUntil(() => proxy.loads[0]?.signal.aborted === true);
    for (const element of others) await reaches(element, 'ready');
  });

  it('fail together', async () => {
    proxy.onAction = () => Promise.reject(new TypeError('no network'));
    for (const element of await page('daily', 'daily')) await reaches(element, 'failed');
    assert.lengthOf(proxy.loads, 1);
  });
});
