import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Policy, statusOf } from '../../../src/proxy/rate-limit/policy.ts';

describe('how a client stands with a limit', () => {
  /** Two in a minute, so one more each half a minute. */
  const policy: Policy = { name: 'claims', max: 2, perSeconds: 60, everyMs: 30_000, spanMs: 60_000, refuses: true };

  for (const { tat, remaining, resetSeconds } of [
    { tat: 0, remaining: 2, resetSeconds: 1 },
    { tat: 29_001, remaining: 1, resetSeconds: 30 },
    { tat: 30_000, remaining: 1, resetSeconds: 30 },
    { tat: 59_001, remaining: 0, resetSeconds: 30 },
    { tat: 60_000, remaining: 0, resetSeconds: 30 },
    { tat: 60_400, remaining: 0, resetSeconds: 31 },
  ])
    it(`is told in whole seconds, none too few: spent until ${tat} ms from now`, () => {
      assert.deepEqual(statusOf(policy, tat, 0), { policy, remaining, resetSeconds });
    });
});
