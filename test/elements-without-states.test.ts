import assert from 'node:assert/strict';
import { it } from 'node:test';

it('the elements are not defined where a page is tested without a browser: jsdom and happy-dom have no custom states', async () => {
  Object.assign(globalThis, { Node: Object });
  const { RewardsCheckin } = await import('../src/elements/index.ts');
  await import('../src/elements/define.ts');
  assert.equal(customElements.get('rewards-checkin'), undefined);
  // Who asks for a registry by name gets it.
  RewardsCheckin.define('own-checkin', customElements);
  assert.equal(customElements.get('own-checkin'), RewardsCheckin);
});
