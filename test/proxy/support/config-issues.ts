import assert from 'node:assert/strict';
import { ConfigError } from '../../../src/proxy/index.ts';
import { readConfig } from '../../../src/proxy/config/index.ts';
import { Secrets } from '../../../src/proxy/monitoring/secrets.ts';

/** What is said of a config, line by line; nothing if it is good. */
export function issuesOf(config: unknown, variables: Record<string, string> = {}): readonly string[] {
  try {
    readConfig(config, variables, new Secrets());
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.issues;
  }
}
