import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Effort, LEAST_TRIES } from '../../../src/proxy/challenge/effort.ts';

/** So many challenges, evenly over the minutes; the effort of the last. */
function ask(effort: Effort, clock: { now: number }, perMinute: number, minutes = 1): number {
  let last = 0;
  for (let n = 0; n < perMinute * minutes; n += 1) {
    clock.now += 60_000 / perMinute;
    last = effort.next();
  }
  return last;
}

function fresh(usualPerMinute: number): [Effort, { now: number }] {
  const clock = { now: Date.UTC(2026, 0, 1) };
  return [new Effort(usualPerMinute, () => clock.now), clock];
}

describe('the effort of a challenge', () => {
  it('is the least as long as no more are asked for than usual', () => {
    const [effort, clock] = fresh(60);
    assert.equal(effort.next(), LEAST_TRIES);
    assert.equal(ask(effort, clock, 59, 60), LEAST_TRIES);
  });

  it('grows in proportion beyond that', () => {
    const [effort, clock] = fresh(60);
    assert.ok(Math.abs(ask(effort, clock, 180, 20) / LEAST_TRIES - 3) < 0.05);
  });

  it('is never more than eight times the least, whatever comes', () => {
    const [effort, clock] = fresh(1);
    for (let n = 0; n < 100_000; n += 1) effort.next();
    assert.equal(effort.next(), 8 * LEAST_TRIES);
    assert.equal(ask(effort, clock, 10_000), 8 * LEAST_TRIES);
  });

  it('falls again when fewer come', () => {
    const [effort, clock] = fresh(60);
    for (let n = 0; n < 480; n += 1) effort.next();
    clock.now += 60_000;
    assert.ok(effort.next() < 4 * LEAST_TRIES);
    clock.now += 240_000;
    assert.equal(effort.next(), LEAST_TRIES);
  });

  it('does not mind a clock that is set back', () => {
    const [effort, clock] = fresh(60);
    clock.now -= 3_600_000;
    assert.equal(effort.next(), LEAST_TRIES);
  });
});
