import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DailyNames } from '../../../src/proxy/rate-limit/clients.ts';
import { NOON } from '../support/setup.ts';

const DAY = 86_400_000;
const SECRET = 'a secret of thirty-two bytes or more';

describe('names for a day', () => {
  it('are the same for the same on one day, and say nothing of what they stand for', () => {
    const names = new DailyNames(null);
    const name = names.of('address 203.0.113.9', NOON);
    assert.match(name, /^[0-9a-f]{24}$/);
    assert.equal(names.of('address 203.0.113.9', NOON + DAY / 2 - 1), name);
    assert.notEqual(names.of('address 203.0.113.8', NOON), name);
  });

  it('are others on the next day, and for ever after', () => {
    for (const secret of [null, SECRET]) {
      const names = new DailyNames(secret);
      const [today, tomorrow] = [names.of('a', NOON), names.of('a', NOON + DAY)];
      assert.notEqual(today, tomorrow);
      assert.equal(names.of('a', NOON) === today, secret !== null, 'a random key is gone for good');
    }
  });

  it('are the same in every process with the same secret, and in no other', () => {
    assert.equal(new DailyNames(SECRET).of('a', NOON), new DailyNames(SECRET).of('a', NOON));
    assert.notEqual(new DailyNames(SECRET).of('a', NOON), new DailyNames(`${SECRET}!`).of('a', NOON));
    assert.notEqual(new DailyNames(null).of('a', NOON), new DailyNames(null).of('a', NOON));
  });
});
