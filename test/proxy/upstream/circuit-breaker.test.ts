import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CircuitBreaker, type Ticket } from '../../../src/proxy/upstream/circuit-breaker.ts';
import { NOON } from '../support/setup.ts';

const PROBE_LIMIT_MS = 20_000;

function enter(breaker: CircuitBreaker, now: number): Ticket {
  const ticket = breaker.enter(now);
  assert.ok(ticket);
  return ticket;
}

/** Calls with these outcomes, one after the other. */
function calls(breaker: CircuitBreaker, outcomes: string, now = NOON): void {
  for (const outcome of outcomes) breaker.observe(enter(breaker, now), outcome === 'x', now);
}

function opened(): CircuitBreaker {
  const breaker = new CircuitBreaker(PROBE_LIMIT_MS);
  calls(breaker, 'xxxxx');
  assert.equal(breaker.state(NOON), 'open');
  return breaker;
}

describe('a circuit breaker', () => {
  const cases: [outcomes: string, state: 'closed' | 'open'][] = [
    ['xxxx', 'closed'],
    ['xxxxx', 'open'],
    ['xxxx.xxxx', 'closed'],
    ['.xxx.xxx.xxx', 'closed'],
    ['xxx.xxx.xxx.x', 'open'],
    ['.x.x.x.x.x.x.x.x.x.', 'closed'],
    ['.x.x.x.x.x.x.x.x.x.x', 'open'],
    [`xxx.xxx.xxx${'.'.repeat(11)}x`, 'closed'],
    [`xxx.xxx.xxx${'.'.repeat(8)}x`, 'open'],
  ];
  for (const [outcomes, state] of cases) {
    it(`is ${state} after ${outcomes}, where x is a failure`, () => {
      const breaker = new CircuitBreaker(PROBE_LIMIT_MS);
      calls(breaker, outcomes);
      assert.equal(breaker.state(NOON), state);
    });
  }

  it('says once that it opened, and that it closed', () => {
    const breaker = new CircuitBreaker(PROBE_LIMIT_MS);
    const changes = Array.from({ length: 5 }, () => breaker.observe(enter(breaker, NOON), true, NOON));
    assert.deepEqual(changes, [null, null, null, null, 'opened']);
    const probe = enter(breaker, NOON + 5_000);
    assert.equal(breaker.observe(probe, false, NOON + 5_000), 'closed');
    assert.equal(breaker.observe(probe, false, NOON + 5_000), null);
  });

  it('lets nobody in for five seconds, and then one', () => {
    const breaker = opened();
    assert.equal(breaker.enter(NOON), null);
    assert.equal(breaker.waitMs(NOON + 1_000), 4_000);
    assert.equal(breaker.enter(NOON + 4_999), null);
    assert.equal(breaker.state(NOON + 5_000), 'half-open');
    const probe = enter(breaker, NOON + 5_000);
    assert.equal(breaker.enter(NOON + 5_000), null);
    assert.equal(breaker.waitMs(NOON + 5_000), 5_000);
    assert.equal(breaker.state(NOON + 5_000), 'half-open');
    assert.ok(breaker.allows(probe));
  });

  it('waits twice as long after each probe that fails, a minute at most, and five seconds again after it closed', () => {
    const breaker = opened();
    let now = NOON;
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      assert.equal(breaker.waitMs(now), seconds * 1000);
      now += seconds * 1000;
      breaker.observe(enter(breaker, now), true, now);
      assert.equal(breaker.state(now), 'open');
    }
    now += 60_000;
    breaker.observe(enter(breaker, now), false, now);
    assert.equal(breaker.state(now), 'closed');
    calls(breaker, 'xxxxx', now);
    assert.equal(breaker.waitMs(now), 5_000);
  });

  it('has forgotten earlier failures once it is closed again', () => {
    const breaker = opened();
    calls(breaker, '.xxxx', NOON + 5_000);
    assert.equal(breaker.state(NOON + 5_000), 'closed');
  });

  it('does not count what was begun before it last opened', () => {
    const breaker = new CircuitBreaker(PROBE_LIMIT_MS);
    const slow = enter(breaker, NOON);
    calls(breaker, 'xxxxx');
    assert.equal(breaker.observe(slow, false, NOON), null);
    assert.equal(breaker.state(NOON), 'open');
    const probe = enter(breaker, NOON + 5_000);
    for (let n = 0; n < 5; n += 1) assert.equal(breaker.observe(slow, true, NOON + 5_000), null);
    assert.equal(breaker.observe(probe, false, NOON + 5_000), 'closed');
    for (let n = 0; n < 5; n += 1) breaker.observe(slow, true, NOON + 5_000);
    assert.equal(breaker.state(NOON + 5_000), 'closed');
  });

  it('lets who came before it opened call no more until it is closed', () => {
    const breaker = new CircuitBreaker(PROBE_LIMIT_MS);
    const slow = enter(breaker, NOON);
    calls(breaker, 'xxxxx');
    assert.equal(breaker.allows(slow), false);
    const probe = enter(breaker, NOON + 5_000);
    assert.equal(breaker.allows(slow), false);
    breaker.observe(probe, false, NOON + 5_000);
    assert.equal(breaker.allows(slow), true);
  });

  it('takes another probe at once where the first is given back without a call', () => {
    const breaker = opened();
    const first = enter(breaker, NOON + 5_000);
    breaker.leave(first);
    const second = enter(breaker, NOON + 5_000);
    assert.equal(breaker.allows(first), false);
    breaker.leave(first);
    assert.equal(breaker.enter(NOON + 5_000), null);
    assert.ok(breaker.allows(second));
  });

  it('takes another probe where the first never comes back', () => {
    const breaker = opened();
    const lost = enter(breaker, NOON + 5_000);
    assert.equal(breaker.enter(NOON + 5_000 + PROBE_LIMIT_MS - 1), null);
    const next = enter(breaker, NOON + 5_000 + PROBE_LIMIT_MS);
    assert.equal(breaker.observe(lost, true, NOON + 30_000), null);
    assert.equal(breaker.observe(next, false, NOON + 30_000), 'closed');
  });

  it('does not stay open because the clock was set back', () => {
    const breaker = opened();
    assert.ok(breaker.enter(NOON - 3_600_000));
  });
});
