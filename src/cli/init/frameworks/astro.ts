import { markup } from '../literal.ts';
import type { Site } from '../site.ts';
import { lazyProxyModule } from '../templates/lazy-proxy-module.ts';
import { RESERVED_HEIGHT } from '../templates/page.ts';
import { sharedFiles } from '../templates/shared-files.ts';
import type { Framework } from './framework.ts';

const ROUTE = `import type { APIRoute } from 'astro';
import { rewards } from '../../rewards';

export const prerender = false;

export const ALL: APIRoute = ({ request, clientAddress }) =>
  rewards().fetch(request, { clientAddress });
`;

const page = ({ action, title }: Site) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${markup(title)}</title>
  </head>
  <body>
    <main>
      <h1>Welcome back</h1>
      <rewards-checkin action="${markup(action)}"></rewards-checkin>
    </main>
    <script>
      import 'rewards-elements/elements/checkin/define';
    </script>
  </body>
</html>

<style>
  rewards-checkin:not(:defined) {
    display: block;
    min-height: ${RESERVED_HEIGHT};
  }
</style>
`;

/** Astro, with an adapter that answers on demand. */
export const astro: Framework = {
  name: 'astro',
  label: 'Astro',
  port: 4321,
  page: '/check-in',
  start: 'npx astro dev',
  packages: ['rewards-elements'],
  types: ['@types/node'],
  choosesLedger: true,
  project: { package: 'astro', create: 'npm create astro@latest' },
  plainNode: false,
  notes: ['The proxy answers on demand, so the built site needs an adapter: npx astro add node'],
  files: (site) => ({
    ...sharedFiles(site),
    'src/rewards.ts': lazyProxyModule({ site, config: '../rewards.config', loadsEnv: false }),
    'src/pages/rewards/[...path].ts': ROUTE,
    'src/pages/check-in.astro': page(site),
  }),
};
