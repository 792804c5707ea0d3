import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { locales } from '../../src/elements/locales/index.ts';
import { formatAhead, formatMoment, formatWait, joinSentences } from '../../src/elements/shared/claiming/format.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** That many days from now, at midnight in the time zone of the machine that runs the tests. */
const midnight = (days: number) => {
  const date = new Date();
  date.setHours(0, 0, 0, 0);
  return date.setDate(date.getDate() + days);
};

describe('the words for times', () => {
  // Not every day begins at midnight in every zone, and a day must not end meanwhile.
  before(() => mock.timers.enable({ apis: ['Date'], now: new Date(2026, 5, 17, 12) }));

  after(() => mock.timers.reset());

  const spans: [milliseconds: number, text: string][] = [
    [1, 'in 1 minute'],
    [42 * MINUTE, 'in 42 minutes'],
    [59.6 * MINUTE, 'in 1 hour'],
    [8 * HOUR + 20 * MINUTE, 'in 8 hours'],
    [23.6 * HOUR, 'in 1 day'],
    [3 * DAY - 5 * HOUR, 'in 3 days'],
  ];
  for (const [milliseconds, text] of spans) {
    it(`say "${text}" of ${milliseconds} ms`, () => {
      assert.equal(formatAhead(milliseconds, 'en'), text);
    });
  }

  it('count what somebody watches', () => {
    assert.deepEqual([20_000, 61_000, HOUR + 1].map(formatWait), ['0:20', '1:01', '1:00:01']);
  });

  it('name today and tomorrow with the hour, and other days by their date', () => {
    assert.match(formatMoment(midnight(1), 'en-GB'), /^tomorrow at 00:00$/);
    assert.match(formatMoment(midnight(1), 'de'), /^morgen um 00:00$/);
    assert.match(formatMoment(midnight(1) - MINUTE, 'en-GB'), /^today at 23:59$/);
    assert.doesNotMatch(formatMoment(midnight(2), 'en-GB'), /tomorrow|today/);
    assert.doesNotMatch(formatMoment(midnight(0) - MINUTE, 'en-GB'), /tomorrow|today/);
  });

  it('do so in every language', () => {
    for (const tag of locales) {
      const tomorrow = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(1, 'day');
      const text = formatMoment(midnight(1), tag);
      assert.ok(text.includes(tomorrow) && text.length > tomorrow.length + 3, `${tag}: ${text}`);
    }
  });

  it('put no space behind a full stop that brings its own', () => {
    assert.equal(joinSentences(['请检查。', '', '请告知站长。']), '请检查。请告知站长。');
    assert.equal(joinSentences(['Check.', 'Tell.']), 'Check. Tell.');
  });
});
