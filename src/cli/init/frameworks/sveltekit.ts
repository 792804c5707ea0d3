import { markup } from '../literal.ts';
import type { Site } from '../site.ts';
import { lazyProxyModule } from '../templates/lazy-proxy-module.ts';
import { RESERVED_HEIGHT } from '../templates/page.ts';
import { sharedFiles } from '../templates/shared-files.ts';
import type { Framework } from './framework.ts';

const ROUTE = `import { rewards } from '../../../lib/server/rewards';
import type { RequestHandler } from './$types';

export const prerender = false;

export const fallback: RequestHandler = ({ request, getClientAddress }) =>
  rewards().fetch(request, { clientAddress: getClientAddress() });
`;

const page = ({ action, title }: Site) => `<script>
  import 'rewards-elements/elements/checkin/define';
</script>

<svelte:head>
  <title>${markup(title)}</title>
</svelte:head>

<main>
  <h1>Welcome back</h1>
  <rewards-checkin action="${markup(action)}"></rewards-checkin>
</main>

<style>
  rewards-checkin:not(:defined) {
    display: block;
    min-height: ${RESERVED_HEIGHT};
  }
</style>
`;

/** SvelteKit, 2 or 3. */
export const sveltekit: Framework = {
  name: 'sveltekit',
  label: 'SvelteKit',
  port: 5173,
  page: '/check-in',
  start: 'npx vite dev',
  packages: ['rewards-elements'],
  types: ['@types/node'],
  choosesLedger: true,
  project: { package: '@sveltejs/kit', create: 'npx sv create' },
  plainNode: false,
  notes: [],
  files: (site) => ({
    ...sharedFiles(site),
    'src/lib/server/rewards.ts': lazyProxyModule({
      site,
      config: '../../../rewards.config',
      loadsEnv: false,
    }),
    'src/routes/rewards/[...path]/+server.ts': ROUTE,
    'src/routes/check-in/+page.svelte': page(site),
  }),
};
