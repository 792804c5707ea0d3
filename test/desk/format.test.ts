import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ago } from '../../src/desk/page/format.ts';

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
