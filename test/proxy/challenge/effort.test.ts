import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Effort, MIN_TRIES } from '../../../src/proxy/challenge/effort.ts';

interface Fresh {
  effort: Effort;
  clock: { now: number };
  /** What happens so often a minute, evenly, for so many minutes. */
  evenly: (perMinute: number, minutes: number, happen: () => void) => void;
}

function fresh(usualPerMinute: number): Fresh {
  const clock = { now: Date.UTC(2026, 0, 1) };
  return {
    clock,
    effort: new Effort(usualPerMinute, () => clock.now),
    evenly(perMinute, minutes, happen) {
      for (let n = 0; n < perMinute * minutes; n += 1) {
        clock.now += 60_000 / perMinute;
        happen();
      }
    },
  };
}

/** How many times the least. */
const times = (tries: number) => tries / MIN_TRIES;

describe('the effort of a challenge', () => {
  it('is the least as long as no more claims are made than usual', () => {
    const { effort, evenly } = fresh(60);
    assert.equal(effort.next('new'), MIN_TRIES);
    evenly(59, 60, () => effort.claimed());
    assert.equal(effort.next('new'), MIN_TRIES);
  });

  it('grows in proportion beyond that, for everybody', () => {
    const { effort, evenly } = fresh(60);
    evenly(180, 20, () => effort.claimed());
    for (const client of ['one', 'other', null]) assert.ok(Math.abs(times(effort.next(client)) - 3) < 0.05);
  });

  it('grows for a client that asks for many, and for no other', () => {
    const { effort, evenly } = fresh(60);
    evenly(180, 20, () => effort.next('greedy'));
    assert.ok(Math.abs(times(effort.next('greedy')) - 3) < 0.05);
    assert.equal(effort.next('other'), MIN_TRIES);
    assert.equal(effort.next(null), MIN_TRIES);
  });

  it('does not grow by what is asked for by nobody knows whom', () => {
    const { effort } = fresh(1);
    for (let n = 0; n < 10_000; n += 1) assert.equal(effort.next(null), MIN_TRIES);
    assert.equal(effort.next('new'), MIN_TRIES);
  });

  it('is never more than eight times the least, whatever comes', () => {
    const { effort } = fresh(1);
    for (let n = 0; n < 100_000; n += 1) effort.claimed();
    for (let n = 0; n < 1000; n += 1) effort.next('greedy');
    assert.equal(effort.next('greedy'), 8 * MIN_TRIES);
    assert.equal(effort.next('new'), 8 * MIN_TRIES);
  });

  it('falls again when fewer come', () => {
    const { effort, clock } = fresh(60);
    for (let n = 0; n < 480; n += 1) effort.claimed();
    for (let n = 0; n < 480; n += 1) effort.next('greedy');
    clock.now += 60_000;
    assert.ok(effort.next('greedy') < 4 * MIN_TRIES);
    clock.now += 240_000;
    for (const client of ['greedy', 'new']) assert.equal(effort.next(client), MIN_TRIES);
  });

  it('does not mind a clock that is set back', () => {
    const { effort, clock } = fresh(60);
    effort.next('one');
    effort.claimed();
    clock.now -= 3_600_000;
    assert.equal(effort.next('one'), MIN_TRIES);
    for (let n = 0; n < 480; n += 1) effort.claimed();
    clock.now -= 3_600_000;
    assert.equal(effort.next('one'), MIN_TRIES);
  });

  it('forgets those that asked longest ago, before they are too many to remember', () => {
    const { effort } = fresh(1);
    for (let n = 0; n < 20; n += 1) effort.next('early');
    for (let n = 0; n < 20; n += 1) effort.next('late');
    effort.next('last');
    effort.next('late');
    for (let n = 0; n < 32_767; n += 1) effort.next(`client-${n}`);
    assert.equal(effort.remembered, 32_768);
    assert.ok(effort.next('late') > MIN_TRIES);
    assert.equal(effort.next('early'), MIN_TRIES);
  });
});
