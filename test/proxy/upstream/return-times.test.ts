import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ReturnTimes } from '../../../src/proxy/upstream/return-times.ts';

const NOON = Date.UTC(2026, 2, 10, 12);

/** So many places, in each of which claims took that long. */
function after(places: number, ms: number): ReturnTimes {
  const times = new ReturnTimes(places);
  for (let n = 0; n < 100; n += 1) times.left(times.entered(NOON - ms), NOON);
  return times;
}

/** What so many hear who come at once, in seconds. */
const heard = (times: ReturnTimes, count: number, waiting: number, now = NOON) =>
  Array.from({ length: count }, () => times.next(waiting, now));

describe('those who find no room', () => {
  it('are to come back one after the other, as fast as claims end', () => {
    // Two places, half a second each: four claims end in a second.
    const seconds = heard(after(2, 500), 20, 8);
    assert.deepEqual(seconds, [3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7]);
  });

  it('are to come back later where more wait already, or claims take longer', () => {
    assert.deepEqual(heard(after(2, 500), 1, 40), [11]);
    assert.deepEqual(heard(after(2, 5_000), 1, 4), [13]);
    assert.deepEqual(heard(after(64, 20), 1, 1024), [1]);
  });

  it('are to come back sooner again once those before them had their time', () => {
    const times = after(2, 500);
    heard(times, 20, 8);
    assert.deepEqual(heard(times, 1, 0, NOON + 3_000), [5], 'behind those who were told to come then');
    assert.deepEqual(heard(times, 1, 0, NOON + 60_000), [1]);
  });

  it('are to come back within a minute, however many are turned away', () => {
    const times = after(1, 1_000);
    for (const seconds of heard(times, 100_000, 16)) assert.ok(seconds >= 1 && seconds <= 60);
    assert.deepEqual(heard(times, 1, 16), [60]);
    assert.deepEqual(heard(times, 1, 0, NOON + 61_000), [1]);
  });

  it('are told something at a start, before any claim ended, and while none ends', () => {
    const times = new ReturnTimes(1);
    assert.ok(times.next(16, NOON) >= 1);
    const stays = [times.entered(NOON), times.entered(NOON)];
    assert.equal(times.next(1, NOON + 10_000), 20, 'each may take as long as the one that is under way');
    for (const stay of stays) times.left(stay, NOON + 10_000);
  });

  it('do not mind a clock that is set back', () => {
    const times = after(1, 1_000);
    heard(times, 30, 16);
    assert.deepEqual(heard(times, 1, 0, NOON - 3_600_000), [1]);
    const early = times.entered(NOON);
    times.left(early, NOON - 3_600_000);
    assert.ok(times.next(1, NOON) <= 60);
  });
});
