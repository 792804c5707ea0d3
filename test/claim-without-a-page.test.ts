import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RewardsClaim } from '../src/elements/client/index.ts';
import { BASE, setUp } from './proxy/support/setup.ts';

test('a claim is made where there is no page, at an endpoint with its host', async (context) => {
  await using setup = setUp();
  context.mock.method(globalThis, 'fetch', (url: URL, init: RequestInit) => setup.proxy.fetch(new Request(url, init)));
  const claim = new RewardsClaim({ action: 'daily', memberId: 'ada', endpoint: `${BASE}/rewards` });
  await claim.load();
  assert.equal(claim.getSnapshot().state, 'ready');
  await claim.claim();
  assert.equal(claim.getSnapshot().state, 'granted');
  assert.equal(setup.calls.length, 1);
  claim.close();
});
