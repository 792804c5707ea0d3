import type * as z from 'zod';
import { isRecord } from '../../contract/guard.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import type { ServiceSchema } from '../upstream/config.ts';
import { ConfigError } from './config-error.ts';
import { type Bindings, type MissingVariable, resolveReferences, variable, type WithReferences } from './env.ts';
import { brokenRules, type ConfigIssue, type ConfigOutput, ConfigSchema, secretsIn } from './schema.ts';
import { plainWords } from './words.ts';

type Keys = WithReferences<
  Omit<z.input<typeof ConfigSchema>, 'service'> & {
    /** Missing parts come from the variables REWARDS_BASE_URL and REWARDS_API_KEY. */
    service?: Partial<z.input<typeof ServiceSchema>>;
  }
>;

/**
 * What the owner sets: the service, the sites that may use the proxy, and the actions. Any text may be given as `env(name)`. Each key is described in
 * the `config.ts` of its feature, or with its gate. It is an interface, so that type declarations of an owner's project can refer to it by name.
 */
export interface RewardsConfig extends Keys {}

/**
 * Gives a config its type, and so completion and checks in an editor.
 *
 * @example
 * export default defineConfig({
 *   origins: ['https://example.org'],
 *   actions: { daily: { title: 'Daily check-in', repeats: 'daily', points: 10, remark: 'Daily check-in' } },
 * });
 */
export function defineConfig(config: RewardsConfig): RewardsConfig {
  return config;
}

/** The config with its references resolved, checked and frozen. Throws a `ConfigError` with all problems. */
export function readConfig(config: unknown, variables: Bindings, secrets: Secrets): ConfigOutput {
  const missing: MissingVariable[] = [];
  const given = withDefaultService(resolveReferences(config, variables, missing), variables);
  const resolved = withDefaultChallengeSecret(given, variables);
  for (const key of apiKeysIn(resolved)) secrets.remember(key.trim());
  for (const secret of secretsIn(resolved)) secrets.keep(secret);

  const parsed = ConfigSchema.safeParse(resolved, { error: plainWords });
  const unset = missing.map(({ path, name }) => ({ path, message: `the environment variable ${name} is not set` }));
  const found = [...(parsed.error?.issues ?? []), ...brokenRules(resolved)];
  const issues = [...unset, ...withoutPathsOf(unset, found)];
  if (parsed.success && issues.length === 0) return deepFreeze(parsed.data);
  throw new ConfigError(issues.flatMap(linesOf).map((line) => secrets.conceal(line)));
}

/** A text that could not be read from the environment is not also reported as missing. */
function withoutPathsOf(reported: ConfigIssue[], issues: ConfigIssue[]): ConfigIssue[] {
  const paths = new Set(reported.map(({ path }) => pathName(path)));
  return issues.filter(({ path }) => !paths.has(pathName(path)));
}

function linesOf({ path, message }: ConfigIssue): string[] {
  return message.split('\n').map((line) => `${pathName(path)}: ${line}`);
}

/** If the config leaves out the service, or its address or key, the environment provides it. */
function withDefaultService(config: unknown, variables: Bindings): unknown {
  if (!isRecord(config) || config['services'] !== undefined) return config;
  const { service = {} } = config;
  if (!isRecord(service)) return config;
  const baseUrl = variable(variables, 'REWARDS_BASE_URL');
  const apiKey = variable(variables, 'REWARDS_API_KEY');
  return {
    ...config,
    service: {
      ...(baseUrl !== undefined && { baseUrl }),
      ...(apiKey !== undefined && { apiKey }),
      ...withoutUndefined(service),
    },
  };
}

function withDefaultChallengeSecret(config: unknown, variables: Bindings): unknown {
  const challengeSecret = variable(variables, 'REWARDS_CHALLENGE_SECRET');
  if (!isRecord(config) || config['challengeSecret'] !== undefined || challengeSecret === undefined) return config;
  return { ...config, challengeSecret };
}

function withoutUndefined(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function apiKeysIn(config: unknown): string[] {
  if (!isRecord(config)) return [];
  const { service, services } = config;
  const all = [service, ...(isRecord(services) ? Object.values(services) : [])];
  return all.flatMap((one) => (isRecord(one) && typeof one['apiKey'] === 'string' ? [one['apiKey']] : []));
}

function pathName(path: readonly PropertyKey[]): string {
  return path.map(String).join('.') || 'config';
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const item of Object.values(value)) deepFreeze(item);
  return Object.freeze(value);
}
