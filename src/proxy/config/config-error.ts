/**
 * The config cannot be used. `issues` has one line a problem: the key's path, what is wrong with it, and how to fix it.
 * API keys are not repeated in it.
 */
export class ConfigError extends Error {
  readonly code = 'invalid-config';
  readonly issues: readonly string[];

  constructor(issues: readonly string[]) {
    const count = issues.length === 1 ? 'a problem' : `${issues.length} problems`;
    super([`The rewards config has ${count}:`, ...issues.map((issue) => `- ${issue}`)].join('\n'));
    this.name = 'ConfigError';
    this.issues = Object.freeze([...issues]);
  }
}
