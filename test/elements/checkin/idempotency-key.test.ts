import { assert, fixtureCleanup } from '@open-wc/testing';
import { newIdempotencyKey } from '../../../src/elements/client/idempotency-key.ts';
import { claim, FakeProxy, Held, json, lost, problem } from '../fake-proxy.ts';
import { Stubs } from '../stubs.ts';
import { checkin, enter, part, press, reaches } from './checkin.ts';
import { waitUntil } from '../wait-until.ts';

const keyOf = (proxy: FakeProxy, at: number) => proxy.claims[at]?.headers.get('idempotency-key');

describe('an idempotency key of <rewards-checkin>', () => {
  let proxy: FakeProxy;
  let stubs: Stubs;

  beforeEach(() => {
    proxy = new FakeProxy();
    stubs = new Stubs();
  });

  afterEach(async () => {
    fixtureCleanup();
    await Promise.resolve();
    proxy.restore();
    stubs.restore();
  });

  const openEnded: [string, FakeProxy['onClaim']][] = [
    ['the connection broke', lost],
    ['garbage came', () => json(201, {})],
    ['the proxy failed inside', () => problem('internal')],
  ];
  for (const [what, onClaim] of openEnded) {
    it(`is kept over a retry after ${what}`, async () => {
      proxy.onClaim = onClaim;
      const element = await checkin();
      press(element);
      await reaches(element, 'failed');
      proxy.onClaim = () => json(201, claim());
      part(element, 'retry').click();
      await reaches(element, 'granted');
      assert.lengthOf(proxy.claims, 2);
      assert.equal(keyOf(proxy, 1), keyOf(proxy, 0));
      assert.deepEqual(proxy.claims[1]?.body, proxy.claims[0]?.body);
    });
  }

  it('begins with the time, and is another one for every press', () => {
    const keys = new Set(Array.from({ length: 1000 }, newIdempotencyKey));
    assert.lengthOf([...keys], 1000);
    for (const key of keys) {
      assert.match(key, /^[0-9a-f]{32}$/);
      assert.closeTo(Number.parseInt(key.slice(0, 12), 16), Date.now(), 60_000);
    }
  });

  it('is kept over a retry after 20 seconds without a reply', async () => {
    const waits: number[] = [];
    const timeOut = new AbortController();
    proxy.onClaim = () => new Held().reply;
    const element = await checkin();
    stubs.set(AbortSignal, 'timeout', (milliseconds: number) => {
      waits.push(milliseconds);
      return timeOut.signal;
    });
    press(element);
    await waitUntil(() => proxy.claims.length === 1);
    timeOut.abort(new DOMException('The operation timed out.', 'TimeoutError'));
    await reaches(element, 'failed');
    assert.deepEqual(waits, [20_000]);
    stubs.set(AbortSignal, 'timeout', () => new AbortController().signal);
    proxy.onClaim = () => json(201, claim());
    part(element, 'retry').click();
    await reaches(element, 'granted');
    assert.equal(keyOf(proxy, 1), keyOf(proxy, 0));
  });

  it('is new after the proxy said that nothing was done', async () => {
    proxy.onClaim = () => problem('unreachable');
    const element = await checkin();
    press(element);
    await reaches(element, 'failed');
    part(element, 'retry').click();
    await waitUntil(() => proxy.claims.length === 2);
    assert.notEqual(keyOf(proxy, 1), keyOf(proxy, 0));
  });

  it('is new for another member, and for a new press', async () => {
    proxy.onClaim = lost;
    const element = await checkin();
    press(element, 'one');
    await reaches(element, 'failed');
    enter(element, 'two');
    await element.claim();
    element.reset();
    await reaches(element, 'ready');
    press(element, 'two');
    await waitUntil(() => proxy.claims.length === 3);
    assert.equal(new Set([0, 1, 2].map((at) => keyOf(proxy, at))).size, 3);
  });

  it('is made on a page that is not served over https', async () => {
    stubs.set(globalThis, 'isSecureContext', false);
    const element = await checkin();
    press(element);
    await reaches(element, 'granted');
    assert.match(keyOf(proxy, 0) ?? '', /^[\da-f]{32}$/);
  });
});
