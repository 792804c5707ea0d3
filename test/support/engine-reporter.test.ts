import type { TestResult, TestSession, TestSuiteResult } from '@web/test-runner';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engineReport } from './engine-reporter.ts';

const test = (name: string, result: Partial<TestResult>): TestResult => ({
  name,
  passed: false,
  skipped: false,
  ...result,
});
const session = (result: Partial<TestSession>) => ({ passed: true, errors: [], ...result }) as unknown as TestSession;
const suite = (tests: TestResult[], suites: TestSuiteResult[] = []): TestSuiteResult => ({ name: '', tests, suites });

describe('what is said of an engine', () => {
  it('counts the tests of all files and suites, and names the skipped ones', () => {
    const inner = suite([test('fails', {}), test('waits (not in Firefox)', { skipped: true })]);
    const sessions = [
      session({ passed: false, testResults: suite([test('a', { passed: true })], [inner]) }),
      session({ testResults: suite([test('b', { passed: true })]) }),
    ];
    assert.deepEqual(engineReport('Firefox', sessions), [
      'Firefox: 2 passed, 1 failed, 1 skipped',
      '  skipped: waits (not in Firefox)',
    ]);
  });

  it('counts a file that did not run as a failure', () => {
    const sessions = [session({ passed: false, errors: [{ message: 'The browser did not start.' }] })];
    assert.deepEqual(engineReport('WebKit', sessions), ['WebKit: 0 passed, 1 failed, 0 skipped']);
  });
});
