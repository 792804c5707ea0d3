import assert from 'node:assert/strict';
import { test } from 'node:test';

test('the elements can be imported and defined where there is no browser', async () => {
  const { RewardsCheckin, RewardsClaimEvent, RewardsMember, RewardsRole, RewardsSignup } =
    await import('../src/elements/index.ts');
  const tags = [RewardsCheckin, RewardsMember, RewardsRole, RewardsSignup].map(({ tag }) => tag);
  assert.deepEqual(tags, ['rewards-checkin', 'rewards-member', 'rewards-role', 'rewards-signup']);
  RewardsCheckin.define('rewards-checkin', undefined);
  await import('../src/elements/define.ts');
  const event = new RewardsClaimEvent({ action: 'daily', memberId: null });
  assert.equal(event.type, 'rewards-claim');
  assert.equal(event.cancelable, true);
});
