import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ClockWatch } from '../../../src/proxy/claims/clock-watch.ts';
import { setUp } from '../support/setup.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A proxy with one clock that can be set, and one that nobody sets. */
function setUpClocks() {
  let elapsed = 5_000;
  const setup = setUp({ elapsed: () => elapsed });
  return Object.assign(setup, {
    pass(ms: number): void {
      elapsed += ms;
      setup.clock.now += ms;
    },
    async state(): Promise<[claim: number, health: number]> {
      const { status } = await setup.claim('daily', { memberId: crypto.randomUUID() });
      return [status, (await setup.ask('/rewards/health')).status];
    },
    said: () => setup.logs.map(({ message }) => message).filter((message) => message.startsWith("the server's clock")),
  });
}

describe('a clock that is set ahead while the proxy runs', () => {
  it('claims nothing, and stops nobody once it is right', async () => {
    await using setup = setUpClocks();
    assert.deepEqual(await setup.state(), [201, 200]);
    setup.clock.now += 3 * DAY;
    assert.deepEqual(await setup.state(), [500, 503]);
    setup.pass(MINUTE);
    assert.deepEqual(await setup.state(), [500, 503]);
    assert.equal(setup.calls.length, 1);
    setup.clock.now -= 3 * DAY;
    assert.deepEqual(await setup.state(), [201, 200]);
    assert.deepEqual(
      setup.said().map((message) => message.replace(/[,:].*/, '')),
      ["the server's clock was set far ahead", "the server's clock is as it was before"],
    );
  });

  it('counts after five minutes, as it may be right now, but not while it is set again and again', async () => {
    await using setup = setUpClocks();
    assert.deepEqual(await setup.state(), [201, 200]);
    setup.clock.now += DAY;
    assert.deepEqual(await setup.state(), [500, 503]);
    setup.pass(4 * MINUTE);
    setup.clock.now += DAY;
    assert.deepEqual(await setup.state(), [500, 503]);
    setup.pass(4 * MINUTE);
    assert.deepEqual(await setup.state(), [500, 503]);
    setup.pass(MINUTE);
    assert.deepEqual(await setup.state(), [201, 200]);
    assert.match(setup.said().at(-1) ?? '', /it counts as it is/);
  });

  it('lets nothing pass its deadline', async () => {
    await using setup = setUpClocks();
    assert.deepEqual(await setup.state(), [201, 200]);
    const { ledger, clock } = setup;
    const period = {
      key: 'p',
      rule: 'r',
      previousKey: null,
      startsAt: null,
      endsAt: null,
      following: [],
      rollingMs: null,
    };
    const grants = [{ kind: 'points', points: 1, remark: '' } as const];
    const claim = { action: 'daily', memberId: 'm', service: 'service', idempotency: null, fields: null, caps: {} };
    const reserved = await ledger.reserve({
      ...claim,
      claimId: '0'.repeat(30),
      period,
      grants,
      now: clock.now,
      deadline: clock.now + MINUTE,
    });
    assert.equal(reserved.kind, 'reserved');
    clock.now += DAY;
    await setup.ask('/rewards/actions/daily');
    assert.equal((await ledger.unknown()).count, 0);
    clock.now -= DAY;
    setup.pass(2 * MINUTE);
    await setup.ask('/rewards/actions/daily');
    assert.equal((await ledger.unknown()).count, 1);
  });

  it('is none where time has passed, as on a machine that slept, nor where it is set a little, or back', async () => {
    await using setup = setUpClocks();
    assert.deepEqual(await setup.state(), [201, 200]);
    setup.pass(7 * DAY);
    assert.deepEqual(await setup.state(), [201, 200]);
    for (let minute = 0; minute < 5; minute += 1) {
      setup.clock.now += 1_000;
      setup.pass(2 * MINUTE);
      assert.deepEqual(await setup.state(), [201, 200]);
    }
    setup.clock.now -= 50_000;
    assert.deepEqual(await setup.state(), [201, 200]);
    assert.deepEqual(setup.said(), []);
  });

  it('is none where it gains some seconds every few minutes, however much they come to', (t) => {
    let elapsed = 0;
    t.mock.method(performance, 'now', () => elapsed);
    const ignore = (): void => {};
    const watch = new ClockWatch(() => elapsed, { debug: ignore, info: ignore, warn: ignore, error: ignore });
    const seen = Array.from({ length: 5 }, (_, time) => {
      elapsed += 2 * MINUTE;
      return watch.problem(elapsed + time * 25_000);
    });
    assert.deepEqual(seen, [null, null, null, null, null]);
  });

  it('is none where it was set back before by mistake', async () => {
    await using setup = setUpClocks();
    const { clock } = setup;
    assert.deepEqual(await setup.state(), [201, 200]);
    clock.now -= DAY;
    assert.equal((await setup.state())[0], 500);
    setup.pass(4 * MINUTE);
    clock.now += DAY;
    assert.deepEqual(await setup.state(), [201, 200]);
    assert.match(setup.said().at(-1) ?? '', /as it was before/);
    assert.doesNotMatch(setup.said().join(), /far ahead/);
  });
});
