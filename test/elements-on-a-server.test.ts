import assert from 'node:assert/strict';
import { test } from 'node:test';

test('the elements can be imported and defined where there is no browser', async () => {
  const { RewardsCheckin, RewardsClaimEvent } = await import('../src/elements/index.ts');
  assert.equal(RewardsCheckin.tag, 'rewards-checkin');
  RewardsCheckin.define('rewards-checkin', undefined);
  await import('../src/elements/checkin/checkin.define.ts');
  const event = new RewardsClaimEvent({ action: 'daily', memberId: null });
  assert.equal(event.type, 'rewards-claim');
  assert.equal(event.cancelable, true);
});
