import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Clock } from '../../src/desk/page/format.ts';
import { labelOf } from '../../src/desk/page/views/chart.ts';

const DAY = 86_400_000;
const TODAY = Date.UTC(2026, 10, 26);
const clock = new Clock('UTC');

const labels = (days: number) =>
  Array.from({ length: days }, (_, ago) => labelOf(TODAY - ago * DAY, ago, days, clock)).toReversed();

describe('what the chart of the desk says below its bars', () => {
  it('is the name of each day of a week', () => {
    assert.deepEqual(labels(7), ['Fri 20', 'Sat 21', 'Sun 22', 'Mon 23', 'Tue 24', 'Wed 25', 'Thu 26']);
  });

  it('is a date each week of a month, up to today', () => {
    assert.deepEqual(
      labels(30).filter((label) => label !== ''),
      ['29 Oct', '5 Nov', '12 Nov', '19 Nov', '26 Nov'],
    );
    assert.equal(labels(30).at(-1), '26 Nov');
  });
});
