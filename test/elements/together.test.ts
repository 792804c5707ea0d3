import { assert, fixture, fixtureCleanup, html } from '@open-wc/testing';
import '../../src/elements/define.ts';
import { createApiClient } from '../../src/elements/client/api-client.ts';
import { askTogether } from '../../src/elements/client/batch.ts';
import type { RewardsCheckin } from '../../src/elements/index.ts';
import { claim, FakeProxy, json, MEMBER, problem, standing, view } from './fake-proxy.ts';
import { inState, part, reaches } from './checkin/checkin.ts';
import { Stubs } from './stubs.ts';
import { waitUntil } from './wait-until.ts';

const NAMES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** For how long a request for a claim's outcome waits for others. */
const GATHER_MS = 250;

/** That many check-ins, in the order of their names, or those of that name. */
async function page(which: number | readonly string[], changes: { lang?: string } = {}): Promise<RewardsCheckin[]> {
  const box = await fixture(
    html`<div>
      ${(typeof which === 'number' ? NAMES.slice(0, which) : which).map(
        (name) =>
          html`<rewards-checkin action=${name} member-id=${MEMBER} lang=${changes.lang ?? ''}></rewards-checkin>`,
      )}
    </div>`,
  );
  return [...box.querySelectorAll('rewards-checkin')];
}

const titled: FakeProxy['onAction'] = ({ url }) => json(200, view({ title: /actions\/(\w+)/.exec(url)?.[1] ?? '' }));

describe('the widgets of one page', () => {
  let proxy: FakeProxy;
  let stubs: Stubs;

  beforeEach(() => {
    proxy = new FakeProxy();
    stubs = new Stubs();
    proxy.onAction = titled;
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    stubs.restore();
    proxy.restore();
  });

  it('load with one request, each its own action', async () => {
    const elements = await page(10);
    for (const element of elements) await reaches(element, 'ready');
    assert.deepEqual(
      elements.map((element) => part(element, 'title').innerText),
      NAMES,
    );
    assert.lengthOf(proxy.seen, 1);
    assert.lengthOf(proxy.batches, 1);
  });

  it('ask for no more at once than a proxy answers', async () => {
    const elements = await page(Array.from({ length: 51 }, (_, n) => `action${n}`));
    for (const element of elements) await reaches(element, 'ready');
    assert.deepEqual(
      proxy.batches.map(({ url }) => new URL(url, location.href).searchParams.size),
      [50],
    );
    assert.lengthOf(proxy.seen, 2);
  });

  it('get nothing for what they no longer want', async () => {
    const stop = new AbortController();
    const api = createApiClient({ endpoint: '/rewards' });
    const answer = askTogether({ api, site: { endpoint: '/rewards' } }, '/actions/one', stop.signal);
    stop.abort();
    assert.deepEqual(await answer, {});
    assert.lengthOf(proxy.seen, 0);
  });

  it('ask together what became of their claims', async () => {
    const named = (url: string) => /\/(?:actions|claims)\/(\w+)/.exec(url)?.[1] ?? '';
    proxy.onAction = ({ url }) =>
      json(200, view({ member: standing({ canClaim: false, pendingClaimId: named(url) }) }));
    proxy.onPoll = ({ url }) => json(200, claim({ id: named(url) }));
    // What follows a claim is loaded with the first one.
    for (const element of await page(1)) await reaches(element, 'granted');
    proxy.seen.length = 0;
    // That time is over once all have asked, however long a busy machine takes.
    const waiting: (() => void)[] = [];
    const later = window.setTimeout.bind(window);
    stubs.set(window, 'setTimeout', ((run: () => void, delay = 0) =>
      delay === GATHER_MS ? waiting.push(run) : later(run, delay)) as typeof window.setTimeout);
    const elements = await page(10);
    await waitUntil(() => waiting.length === 10);
    for (const end of waiting) end();
    for (const element of elements) await reaches(element, 'granted');
    assert.lengthOf(proxy.seen, 2);
    assert.deepEqual(
      proxy.batches.map(({ url }) => [...new URL(url, location.href).searchParams.values()].map(named)),
      [NAMES, NAMES],
    );
  });

  it('ask one by one where there is one of them', async () => {
    const [element] = await page(1);
    if (element) await reaches(element, 'ready');
    assert.lengthOf(proxy.loads, 1);
    assert.lengthOf(proxy.seen, 1);
  });

  it('ask once where all of them show the same', async () => {
    for (const element of await page(['one', 'one', 'one'])) await reaches(element, 'ready');
    assert.lengthOf(proxy.loads, 1);
    assert.lengthOf(proxy.seen, 1);
  });

  it('fail by themselves', async () => {
    proxy.onAction = (request) => (request.url.includes('/two') ? problem('unknown-action') : titled(request));
    const [one, two] = await page(2);
    if (one) await reaches(one, 'ready');
    if (two) await reaches(two, 'failed');
  });

  it('go offline together, and say so', async () => {
    proxy.onBatch = () => Promise.reject(new TypeError('no network'));
    for (const element of await page(2)) await reaches(element, 'failed');
  });

  it('take no answer for theirs where the proxy gives fewer than were asked for', async () => {
    proxy.onBatch = () => json(200, { replies: [{ status: 200, body: view() }] });
    for (const element of await page(2)) await reaches(element, 'failed');
  });

  it('ask an older proxy one by one, and only once for all', async () => {
    proxy.onBatch = () => problem('not-found');
    for (const element of await page(3, { lang: 'en-GB' })) await reaches(element, 'ready');
    assert.lengthOf(proxy.loads, 3);
    fixtureCleanup();
    for (const element of await page(3, { lang: 'en-GB' })) await reaches(element, 'ready');
    assert.lengthOf(proxy.batches, 1);
    assert.isTrue((await page(1)).every((element) => !inState(element, 'failed')));
  });
});
