import { CREATE_LEDGER, functionFiles, isBeside, PAGES_AND_FUNCTIONS } from './functions.ts';
import type { Host, Served } from './host.ts';
import { HEALTH } from './image.ts';

const CODE = `import { proxy } from '../../rewards.mjs';

export const config = { path: '/rewards/*' };

export default (request, { ip }) => proxy.fetch(request, { clientAddress: ip });
`;

const SETTLE = `import { proxy } from '../../rewards.mjs';

export const config = { schedule: '*/5 * * * *' };

/** Settles what a function that was cut off left in flight, also while nobody comes. */
export default async () => {
  await proxy.fetch(new Request('https://localhost${HEALTH}'), { clientAddress: '127.0.0.1' });
};
`;

const SETTINGS = `[build]
  publish = "public"

[build.environment]
  NODE_VERSION = "24"

[[headers]]
  for = "/*"
  [headers.values]
    Strict-Transport-Security = "max-age=31536000"
`;

const adapter = ({ framework }: Served) => (framework === 'astro' ? ['npx astro add netlify'] : []);

/** Netlify, with the ledger in a PostgreSQL database. */
export const netlify: Host = {
  name: 'netlify',
  label: 'Netlify, as a function, with a PostgreSQL database',
  addresses: `  // Netlify writes this header, whatever a visitor sends. Its own program connects, on the same machine.
  clientAddressHeader: 'x-nf-client-connection-ip',
  trustedProxies: ['127.0.0.1', '::1'],
`,
  hasPages: true,
  functionsOf: PAGES_AND_FUNCTIONS,
  keepsFiles: false,
  files: (served) =>
    functionFiles(served, {
      'netlify/functions/rewards.mjs': CODE,
      'netlify/functions/rewards-settle.mjs': SETTLE,
      'netlify.toml': SETTINGS,
    }),
  steps: (served) => [
    ...adapter(served),
    'npx netlify init',
    'npx netlify env:set REWARDS_BASE_URL … --context production',
    'npx netlify env:set REWARDS_API_KEY … --context production --secret',
    'npx netlify env:set REWARDS_DB … --context production --secret',
    CREATE_LEDGER,
    'npx netlify deploy --build --prod',
    ...(isBeside(served) ? [] : [`# then have a monitor ask ${HEALTH} every few minutes`]),
  ],
};
