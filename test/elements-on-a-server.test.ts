import assert from 'node:assert/strict';
import { test } from 'node:test';

test('the elements can be imported and defined where there is no browser', async () => {
  const { RewardsCheckin, RewardsClaimEvent, RewardsMember, RewardsOnchain, RewardsRole, RewardsSignup } =
    await import('../src/elements/index.ts');
  const tags = [RewardsCheckin, RewardsMember, RewardsOnchain, RewardsRole, RewardsSignup].map(({ tag }) => tag);
  assert.deepEqual(tags, ['rewards-checkin', 'rewards-member', 'rewards-onchain', 'rewards-role', 'rewards-signup']);
  RewardsCheckin.define('rewards-checkin', undefined);
  await import('../src/elements/define.ts');
  const event = new RewardsClaimEvent({ action: 'daily', memberId: null });
  assert.equal(event.type, 'rewards-claim');
  assert.equal(event.cancelable, true);
});

test('an element is not defined where there are no custom elements', async (context) => {
  const { RewardsCheckin } = await import('../src/elements/index.ts');
  // Lit brings a registry along. To take away a browser's does not work in WebKit every time.
  const { customElements } = globalThis;
  Reflect.deleteProperty(globalThis, 'customElements');
  context.after(() => Object.assign(globalThis, { customElements }));
  RewardsCheckin.define('never-checkin');
  assert.equal(customElements.get('never-checkin'), undefined);
});
