/**
 * The owner's config: composes the pieces that features own (`part.ts` says what a piece is, `schema.ts` lists them), reads it,
 * and says in plain words what is wrong. Imports zod and those pieces. A piece imports `part.ts`, `values.ts` and `words.ts`.
 */
export { ConfigError } from './config-error.ts';
export { defineConfig, readConfig, type RewardsConfig } from './config.ts';
export type { ActionConfig, ConfigOutput } from './schema.ts';
