import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FileResult } from './results.ts';
import { summarize } from './tally.ts';

const result = (file: string, more: Partial<FileResult> = {}): FileResult => ({
  room: file.split('/')[0] ?? '',
  file,
  passed: 1,
  skipped: [],
  failures: [],
  durationMs: 1000,
  ...more,
});

const failure = { name: 'a suite › a test', text: 'Error: no\n  at somewhere' };

describe('the summary', () => {
  it('counts by room and engine, and ends with what a script can read', () => {
    const lines = summarize(
      [
        result('ledger/a.test.ts', { passed: 3 }),
        result('ledger/b.test.ts', { skipped: ['x: no disk'] }),
        result('elements/c.test.ts', { browser: { name: 'Firefox', by: 'ENGINES=firefox' } }),
      ],
      65_000,
      120_000,
    );

    assert.ok(lines.some((line) => /^ledger +4 +0 +1 +2 s$/.test(line)));
    assert.ok(lines.some((line) => /^elements, Firefox +1 +0 +0 +1 s$/.test(line)));
    assert.ok(lines.includes('skipped: ledger/b.test.ts: x: no disk'));
    assert.ok(lines.includes('took 65 s, and 120 s of the processors'));
    assert.equal(lines.at(-1), '5 passed, 0 failed');
  });

  it('says what failed, where, and how to run it alone', () => {
    const lines = summarize(
      [
        result('ledger/a.test.ts', { failures: [failure, failure] }),
        result('elements/c.test.ts', {
          browser: { name: 'WebKit', by: 'ENGINES=webkit' },
          failures: [failure],
        }),
      ],
      1,
    );

    assert.ok(lines.includes('took 0 s'));
    assert.ok(lines.includes('✖ ledger/a.test.ts: a suite › a test'));
    assert.ok(lines.includes('✖ elements/c.test.ts in WebKit: a suite › a test'));
    assert.ok(lines.includes('      at somewhere'));
    assert.ok(lines.includes('  npm test -- ledger/a.test.ts   (2 of ledger)'));
    assert.ok(lines.includes('  ENGINES=webkit npm test -- elements/c.test.ts   (1 of elements)'));
    assert.equal(lines.at(-1), '2 passed, 3 failed');
  });

  it('says what took longest, and nothing of what is quick', () => {
    const lines = summarize(
      [
        result('ledger/a.test.ts', { durationMs: 21_000 }),
        result('elements/c.test.ts', { durationMs: 90_000, browser: { name: 'WebKit', by: 'ENGINES=webkit' } }),
        result('ledger/quick.test.ts'),
      ],
      1,
    );

    const from = lines.indexOf('What took longest:');
    assert.deepEqual(lines.slice(from + 1, from + 4), [
      '    90 s  elements/c.test.ts in WebKit',
      '    21 s  ledger/a.test.ts',
      '',
    ]);
    assert.ok(!summarize([result('ledger/quick.test.ts')], 1).includes('What took longest:'));
  });
});
