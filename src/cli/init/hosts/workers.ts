import { ADDRESSES } from '../templates/config-file.ts';
import type { Host } from './host.ts';

/** Cloudflare's own runtime, for the kind of site that is made for it and brings all its files. */
export const workers: Host = {
  name: 'workers',
  label: 'Cloudflare Workers, with the ledger in a Durable Object',
  addresses: ADDRESSES.given,
  functionsOf: ['workers'],
  hasPages: true,
  keepsFiles: true,
  files: () => ({}),
  steps: () => [
    'npx wrangler secret put REWARDS_BASE_URL    # and REWARDS_API_KEY',
    'npx wrangler deploy --var REWARDS_LEDGER:new    # once; then open /rewards/health, which makes the ledger',
    'npx wrangler deploy    # from then on',
  ],
};
