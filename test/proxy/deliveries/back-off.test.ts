import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_ATTEMPTS, waitAfter } from '../../../src/proxy/deliveries/back-off.ts';

const HOUR = 3_600_000;

describe('the wait after an attempt that failed', () => {
  it('grows fourfold up to twelve hours, a quarter more or less', () => {
    assert.deepEqual(
      [1, 2, 3, 8, 11].map((attempt) => waitAfter(attempt, 0.5)),
      [5_000, 20_000, 80_000, 12 * HOUR, 12 * HOUR],
    );
    assert.deepEqual([waitAfter(1, 0), waitAfter(1, 1)], [3_750, 6_250]);
    const whole = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => waitAfter(index + 1, 0.5));
    const days = whole.reduce((sum, wait) => sum + wait, 0) / (24 * HOUR);
    assert.ok(days > 2 && days < 3, `${days} days`);
  });
});
