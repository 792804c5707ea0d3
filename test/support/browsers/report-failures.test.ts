import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';

describe('what is reported of a failure in a browser', () => {
  const told: unknown[] = [];
  class Runner {
    fail(_test: unknown, error: unknown): void {
      told.push(structuredClone({ ...Object(error) }));
    }
  }

  before(async () => {
    Object.assign(globalThis, { Mocha: { Runner } });
    await import('./report-failures.ts');
  });

  it('is what was compared', () => {
    new Runner().fail({}, { actual: { a: 1 }, expected: [2] });
    assert.deepEqual(told.pop(), { actual: { a: 1 }, expected: [2] });
  });

  it('is a text where what was compared cannot be sent', () => {
    new Runner().fail({}, { actual: Runner, expected: undefined });
    assert.deepEqual(told.pop(), { actual: String(Runner), expected: 'undefined' });
  });

  it('is whatever was thrown', () => {
    new Runner().fail({}, 'a text');
    assert.deepEqual(told.pop(), { ...Object('a text') });
  });
});
