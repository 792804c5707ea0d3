import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NOON, type Setup, setUp } from '../support/setup.ts';
import { echoed, reply, type Script } from '../support/transport.ts';

const MINUTE = 60_000;

/** Grants, and says that it is so many milliseconds from noon; nothing of it, for null. */
function grantAt(off: () => number | null): Script {
  return (call) => {
    const at = off();
    const headers = at === null ? {} : { date: new Date(NOON + at).toUTCString() };
    return reply(200, { code: 0, error: '', data: echoed(call), ts: 1 }, headers);
  };
}

function linesOf({ logs }: Setup): unknown[] {
  return logs.filter(({ message }) => message.includes("the service's")).map(({ level, aheadMs }) => [level, aheadMs]);
}

describe("a clock that is far from the time in the service's replies", () => {
  for (const off of [-2 * MINUTE, 2 * MINUTE, 26 * 60 * MINUTE]) {
    it(`is an error in the log, once, where they are ${off / MINUTE} minutes later`, async () => {
      await using setup = setUp({ script: grantAt(() => off), elapsed: () => performance.now() });
      for (const member of ['one', 'two', 'three']) {
        assert.equal((await setup.claim('daily', { memberId: member })).status, 201);
      }
      assert.deepEqual(linesOf(setup), [['error', -off]]);
    });
  }

  it('is said again once it was right', async () => {
    const offs = [2 * MINUTE, 0, -2 * MINUTE];
    await using setup = setUp({ script: grantAt(() => offs.shift() ?? 0), elapsed: () => performance.now() });
    for (const member of ['one', 'two', 'three']) await setup.claim('daily', { memberId: member });
    assert.deepEqual(linesOf(setup), [
      ['error', -2 * MINUTE],
      ['info', undefined],
      ['error', 2 * MINUTE],
    ]);
  });

  it('is none that is a minute from it at most, or where there is none', async () => {
    const offs = [MINUTE, -MINUTE, null];
    await using setup = setUp({ script: grantAt(() => offs.shift() ?? null), elapsed: () => performance.now() });
    for (const member of ['one', 'two', 'three']) await setup.claim('daily', { memberId: member });
    assert.deepEqual(linesOf(setup), []);
  });

  it('is none where the reply was read long after it was written, as by a process that was stopped meanwhile', async () => {
    const script: Script = (call) => {
      const replied = grantAt(() => 0)(call, 1);
      setup.clock.now += 26 * 60 * MINUTE;
      return replied;
    };
    await using setup = setUp({ script, elapsed: () => setup.clock.now });
    await setup.claim('daily', { memberId: 'one' });
    assert.deepEqual(linesOf(setup), []);
  });
});
