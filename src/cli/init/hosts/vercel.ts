import { CREATE_LEDGER, functionFiles, isBeside, MAX_SECONDS, PAGES_AND_FUNCTIONS } from './functions.ts';
import type { Host, Served } from './host.ts';
import { HEALTH } from './image.ts';

const FUNCTION = 'api/rewards.mjs';

const CODE = `import { proxy } from '../rewards.mjs';

export default { fetch: (request) => proxy.fetch(request) };
`;

const SETTINGS = `{
  "$schema": "https://openapi.vercel.sh/vercel.json",
  "framework": null,
  "outputDirectory": "public",
  "rewrites": [{ "source": "/rewards/(.*)", "destination": "/api/rewards" }],
  "functions": { "${FUNCTION}": { "maxDuration": ${MAX_SECONDS} } },
  "crons": [{ "path": "${HEALTH}", "schedule": "0 4 * * *" }]
}
`;

const adapter = ({ framework }: Served) => (framework === 'astro' ? ['npx astro add vercel'] : []);

/** Vercel, with the ledger in a PostgreSQL database. */
export const vercel: Host = {
  name: 'vercel',
  label: 'Vercel, as a function, with a PostgreSQL database',
  addresses: `  // Vercel writes this header, whatever a visitor sends. Its own program connects, on the same machine.
  clientAddressHeader: 'x-forwarded-for',
  trustedProxies: ['127.0.0.1', '::1'],
`,
  hasPages: true,
  functionsOf: PAGES_AND_FUNCTIONS,
  keepsFiles: false,
  files: (served) => functionFiles(served, { [FUNCTION]: CODE, 'vercel.json': SETTINGS }),
  steps: (served) => [
    ...adapter(served),
    'npx vercel link',
    'npx vercel env add REWARDS_BASE_URL production    # and REWARDS_API_KEY and REWARDS_DB',
    CREATE_LEDGER,
    'npx vercel deploy --prod',
    ...(isBeside(served) ? [] : [`# then have a monitor ask ${HEALTH} every few minutes`]),
  ],
};
