import assert from 'node:assert/strict';
import { it } from 'node:test';
import { issuesOf } from '../support/config-issues.ts';

/** A test for each config, which has just those issues, in any order. */
export function refuses(cases: readonly [name: string, config: unknown, ...issues: string[]][]): void {
  for (const [name, config, ...issues] of cases) {
    it(name, () => assert.deepEqual(issuesOf(config).toSorted(), issues.toSorted()));
  }
}

/** A test for each config, which has no issues. */
export function accepts(cases: readonly [name: string, config: unknown, variables?: Record<string, string>][]): void {
  for (const [name, config, variables] of cases) {
    it(name, () => assert.deepEqual(issuesOf(config, variables), []));
  }
}
