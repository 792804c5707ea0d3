/**
 * The owner's config: its schema, the rules between its keys, and errors in plain words.
 * Imports zod, the contract, and the service's check of addresses.
 */
export type { ChallengeConfig } from './challenge-setting.ts';
export { ConfigError } from './config-error.ts';
export { defineConfig, readConfig, type RewardsConfig } from './config.ts';
export { readMemberIds } from './member-ids-schema.ts';
export type { ActionConfig, ConfigOutput, FieldConfig, ServiceConfig } from './schema.ts';
