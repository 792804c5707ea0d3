import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CircuitBreaker, type Ticket } from '../../../src/proxy/upstream/circuit-breaker.ts';
import { NOON } from '../support/setup.ts';

const PROBE_LIMIT_MS = 20_000;

const failed = { failed: true, client: null };
const succeeded = { failed: false, client: null };

function enter(breaker: CircuitBreaker, now: number, client: string | null = null): Ticket {
  const ticket = breaker.enter(now, client);
  assert.ok(ticket);
  return ticket;
}

/** Calls with these outcomes, one after the other. Of clients that are named: a letter for a success, a capital for a failure. */
function calls(breaker: CircuitBreaker, outcomes: string, now = NOON): void {
  for (const outcome of outcomes) {
    const client = /[.x]/.test(outcome) ? null : outcome.toLowerCase();
    const call = { failed: outcome === 'x' || /[A-Z]/.test(outcome), client };
    breaker.observe(enter(breaker, now, client), call, now);
  }
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
    // Of one client two calls count, the latest.
    ['A'.repeat(40), 'closed'],
    ['AB'.repeat(20), 'closed'],
    [`${'A'.repeat(20)}BC`, 'closed'],
    ['AABBC', 'open'],
    ['ABCDE', 'open'],
    ['AAAxxx', 'open'],
    ['AAAxx', 'closed'],
    [`a${'A'.repeat(9)}bBB`, 'closed'],
    ['AAaBbbCCC', 'closed'],
    ['bBcCdDeEfFgGhHiIjJkK', 'open'],
    ['A.bA.A.cA.dA.A.eA.A.A.', 'closed'],
  ];
  for (const [outcomes, state] of cases) {
    it(`is ${state} after ${outcomes}, where x is a failure, and so is a capital, of that client`, () => {
      const breaker = new CircuitBreaker(PROBE_LIMIT_MS);
      calls(breaker, outcomes);
      assert.equal(breaker.state(NOON), state);
    });
  }

  it('says once that it opened, and that it closed', () => {
    const breaker = new CircuitBreaker(PROBE_LIMIT_MS);
    const changes = Array.from({ length: 5 }, () => breaker.observe(enter(breaker, NOON), failed, NOON));
    assert.deepEqual(changes, [null, null, null, null, 'opened']);
    const probe = enter(breaker, NOON + 5_000);
    assert.equal(breaker.observe(probe, succeeded, NOON + 5_000), 'closed');
    assert.equal(breaker.observe(probe, succeeded, NOON + 5_000), null);
  });

  it('lets nobody in for five seconds, and then one', () => {
    const breaker = opened();
    assert.equal(breaker.enter(NOON, null), null);
    assert.equal(breaker.waitMs(NOON + 1_000, null), 4_000);
    assert.equal(breaker.enter(NOON + 4_999, null), null);
    assert.equal(breaker.state(NOON + 5_000), 'half-open');
    const probe = enter(breaker, NOON + 5_000);
    assert.equal(breaker.enter(NOON + 5_000, null), null);
    assert.equal(breaker.waitMs(NOON + 5_000, null), 5_000);
    assert.equal(breaker.state(NOON + 5_000), 'half-open');
    assert.ok(breaker.allows(probe));
  });

  it('waits twice as long after each probe that fails, a minute at most, and five seconds again after it closed', () => {
    const breaker = opened();
    let now = NOON;
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      assert.equal(breaker.waitMs(now, null), seconds * 1000);
      now += seconds * 1000;
      breaker.observe(enter(breaker, now), failed, now);
      assert.equal(breaker.state(now), 'open');
    }
    now += 60_000;
    breaker.observe(enter(breaker, now), succeeded, now);
    assert.equal(breaker.state(now), 'closed');
    calls(breaker, 'xxxxx', now);
    assert.equal(breaker.waitMs(now, null), 5_000);
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
    assert.equal(breaker.observe(slow, succeeded, NOON), null);
    assert.equal(breaker.state(NOON), 'open');
    const probe = enter(breaker, NOON + 5_000);
    for (let n = 0; n < 5; n += 1) assert.equal(breaker.observe(slow, failed, NOON + 5_000), null);
    assert.equal(breaker.observe(probe, succeeded, NOON + 5_000), 'closed');
    for (let n = 0; n < 5; n += 1) breaker.observe(slow, failed, NOON + 5_000);
    assert.equal(breaker.state(NOON + 5_000), 'closed');
  });

  it('lets who came before it opened call no more until it is closed', () => {
    const breaker = new CircuitBreaker(PROBE_LIMIT_MS);
    const slow = enter(breaker, NOON);
    calls(breaker, 'xxxxx');
    assert.equal(breaker.allows(slow), false);
    const probe = enter(breaker, NOON + 5_000);
    assert.equal(breaker.allows(slow), false);
    breaker.observe(probe, succeeded, NOON + 5_000);
    assert.equal(breaker.allows(slow), true);
  });

  it('takes another probe at once where the first is given back without a call', () => {
    const breaker = opened();
    const first = enter(breaker, NOON + 5_000);
    breaker.leave(first);
    const second = enter(breaker, NOON + 5_000);
    assert.equal(breaker.allows(first), false);
    breaker.leave(first);
    assert.equal(breaker.enter(NOON + 5_000, null), null);
    assert.ok(breaker.allows(second));
  });

  it('takes another probe where the first never comes back', () => {
    const breaker = opened();
    const lost = enter(breaker, NOON + 5_000);
    assert.equal(breaker.enter(NOON + 5_000 + PROBE_LIMIT_MS - 1, null), null);
    const next = enter(breaker, NOON + 5_000 + PROBE_LIMIT_MS);
    assert.equal(breaker.observe(lost, failed, NOON + 30_000), null);
    assert.equal(breaker.observe(next, succeeded, NOON + 30_000), 'closed');
  });

  it('takes no second probe from whose probe failed, unless nobody else comes for a minute more', () => {
    const breaker = opened();
    let now = NOON + 5_000;
    breaker.observe(enter(breaker, now, 'a'), { failed: true, client: 'a' }, now);
    now += 10_000;
    assert.equal(breaker.waitMs(now, 'a'), 60_000);
    assert.equal(breaker.enter(now, 'a'), null);
    assert.equal(breaker.waitMs(now, 'b'), 0);
    breaker.observe(enter(breaker, now, 'b'), { failed: true, client: 'b' }, now);
    now += 20_000 + 59_999;
    for (const client of ['a', 'b']) assert.equal(breaker.enter(now, client), null);
    now += 1;
    breaker.observe(enter(breaker, now, 'a'), { failed: false, client: 'a' }, now);
    assert.equal(breaker.state(now), 'closed');
    calls(breaker, 'xxxxx', now);
    assert.equal(breaker.waitMs(now, 'a'), 5_000, 'what failed before it closed is forgotten');
  });

  it('does not stay open because the clock was set back', () => {
    const breaker = opened();
    assert.ok(breaker.enter(NOON - 3_600_000, null));
  });
});
