import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ago, Clock } from '../../src/desk/page/format.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('how long ago something was, at the desk', () => {
  for (const [past, words] of [
    [-HOUR, 'just now'],
    [MINUTE - 1, 'just now'],
    [MINUTE, '1 minute ago'],
    [HOUR - 1, '59 minutes ago'],
    [47 * HOUR, '47 hours ago'],
    [48 * HOUR, '2 days ago'],
  ] as const) {
    it(`${past} ms: ${words}`, () => assert.equal(ago(0, past), words));
  }
});

describe('what the proxy says, at the desk', () => {
  it('has its times in the zone of the community', () => {
    const clock = new Clock('Asia/Tokyo');
    const text = 'claims that were made between 2026-11-22T20:40:12.000Z and 2026-11-23T00:00:00.500Z may be missing';
    assert.equal(
      clock.withLocalTimes(text),
      'claims that were made between 23 Nov 2026, 05:40:12 and 23 Nov 2026, 09:00:00 may be missing',
    );
    assert.equal(clock.withLocalTimes('the last backup is 3 days old'), 'the last backup is 3 days old');
  });
});
