/**
 * The owner's config: composes the parts that features own (`part.ts` defines a part, `schema.ts` lists them), reads it, and says in plain words what
 * is wrong. Imports zod and those parts. A part imports `part.ts`, `values.ts` and `words.ts`.
 */
export { ConfigError } from './config-error.ts';
export { defineConfig, readConfig, type RewardsConfig } from './config.ts';
export type { ActionConfig, ConfigOutput } from './schema.ts';
