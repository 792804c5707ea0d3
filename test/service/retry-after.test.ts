import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRetryAfter } from '../../src/service/retry-after.ts';

const now = Date.UTC(1994, 10, 6, 8, 49, 30);

describe('parseRetryAfter', () => {
  const cases: [string | null, number | undefined][] = [
    ['0', 0],
    ['120', 120],
    [' 120 ', 120],
    ['86400', 86_400],
    ['86401', 86_400],
    ['9'.repeat(400), 86_400],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 7],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 7],
    ['Sun, 06 Nov 1994 08:49:00 GMT', 0],
    ['Sun, 06 Nov 2094 08:49:37 GMT', 86_400],
    [null, undefined],
    ['', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['1994', 1994],
    ['1994-11-06', undefined],
    ['Sun, 99 Nov 1994 08:49:37 GMT', undefined],
    ['Sun, 06 Nov 1994 08:49:37 GMT, x', undefined],
  ];
  for (const [value, seconds] of cases) {
    it(`reads ${JSON.stringify(value)?.slice(0, 40)} as ${seconds}`, () => {
      assert.equal(parseRetryAfter(value, now), seconds);
    });
  }

  it('rounds a part of a second up', () => {
    assert.equal(parseRetryAfter('Sun, 06 Nov 1994 08:49:37 GMT', now + 1), 7);
  });
});
