import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Clock } from '../../../src/desk/page/format.ts';
import { spanNamed, spansOf } from '../../../src/desk/page/span.ts';

const monthsAt = (instant: string, zone: string) =>
  spansOf(new Clock(zone), Date.parse(instant))
    .filter(({ name }) => name.endsWith('month'))
    .map(({ words, count, leftOut }) => [words, count - leftOut, leftOut]);

describe('the days that the desk shows', () => {
  it('are those of the months of its calendar, this one up to today', () => {
    const march = [
      ['Feb', 28, 3],
      ['Mar', 3, 0],
    ];
    assert.deepEqual(monthsAt('2027-03-03T12:00:00Z', 'UTC'), march);
    assert.deepEqual(monthsAt('2024-03-31T12:00:00Z', 'UTC'), [
      ['Feb', 29, 31],
      ['Mar', 31, 0],
    ]);
  });

  it('are of the month that the community has by then, and of the year before in January', () => {
    const december = [
      ['Nov', 30, 31],
      ['Dec', 31, 0],
    ];
    const january = [
      ['Dec', 31, 1],
      ['Jan', 1, 0],
    ];
    assert.deepEqual(monthsAt('2026-12-31T23:30:00Z', 'America/Los_Angeles'), december);
    assert.deepEqual(monthsAt('2026-12-31T23:30:00Z', 'Pacific/Kiritimati'), january);
  });

  it('are a week where nothing was chosen, or what no desk has by now', () => {
    assert.deepEqual(['this-month', '', '14'].map(spanNamed), ['this-month', 'week', 'week']);
  });
});
