import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { once } from '../../../src/common/once.ts';
import { setUp } from '../support/setup.ts';
import { grant, reset } from '../support/transport.ts';

const OWN = Promise;

// Async functions go on to return the runtime's own promises, which are not of this class.
before(() => (globalThis.Promise = class Other<T> extends OWN<T> {}));
after(() => (globalThis.Promise = OWN));

describe('a program in which a library such as zone.js or Bluebird has put its own class in place of Promise', () => {
  it('claims, answers a repeated request as the first, and keeps an unknown outcome', async () => {
    const outcomes = [grant, reset];
    await using setup = setUp({ script: (...call) => (outcomes.shift() ?? grant)(...call) });
    const key = { 'idempotency-key': 'a'.repeat(32) };
    const answers = [];
    for (const [member, headers] of [
      ['a', key],
      ['a', key],
      ['a', {}],
      ['b', {}],
    ] as const) {
      answers.push(await setup.claim('daily', { memberId: member }, headers));
    }
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 409, 202],
    );
    assert.equal(setup.calls.length, 2);
  });

  it('tries again to make what could not be made', async () => {
    let made = 0;
    const make = once(async () => {
      made += 1;
      if (made === 1) throw new Error('not yet');
      return made;
    });
    await assert.rejects(make());
    assert.equal(await make(), 2);
  });
});
