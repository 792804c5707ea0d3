import type { OptionSpec } from '../command.ts';

/** The options that say how the site is set up. */
export const SITE_OPTIONS: Record<'block-list' | 'config', OptionSpec> = {
  'block-list': {
    value: '<file>',
    help: 'members who may claim nothing: one id a line, read again when the file changes',
  },
  config: { value: '<file>', help: 'the config; by default rewards.config.ts, .js, .mjs or .json of this folder' },
};
