import { routesAndServer } from '../templates/routes-and-server.ts';
import { STOP_ON_HONO } from '../templates/stop.ts';
import type { Framework } from './framework.ts';

const PORT = 3000;

const ROUTES = `import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { getConnInfo } from '@hono/node-server/conninfo';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { proxy } from './rewards.ts';

const PAGE = new URL('check-in.html', import.meta.url);
const ELEMENTS = fileURLToPath(new URL('.', import.meta.resolve('rewards-elements/cdn/rewards-checkin.js')));

/** For an app of your own: app.route('/', rewardsRoutes) */
export const rewardsRoutes = new Hono();

rewardsRoutes.all('/rewards/*', (context) =>
  proxy.fetch(context.req.raw, { clientAddress: getConnInfo(context).remote.address }),
);
rewardsRoutes.get('/check-in', async (context) => context.html(await readFile(PAGE, 'utf8')));
rewardsRoutes.get(
  '/elements/*',
  serveStatic({ root: ELEMENTS, rewriteRequestPath: (path) => path.slice('/elements'.length) }),
);
`;

const SERVER = `import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { closeProxy } from './rewards.ts';
import { rewardsRoutes } from './rewards-routes.ts';

const { HOST = '127.0.0.1', PORT = '${PORT}' } = process.env;
const app = new Hono();
app.route('/', rewardsRoutes);

const server = serve({ fetch: app.fetch, hostname: HOST, port: Number(PORT) }, () => {
  console.log(\`Open http://localhost:\${PORT}/check-in\`);
});

${STOP_ON_HONO}`;

/** Hono on Node. */
export const hono: Framework = {
  name: 'hono',
  label: 'Hono on Node',
  port: PORT,
  readsPort: true,
  page: '/check-in',
  command: ['node', 'rewards-server.ts'],
  start: 'node --env-file=.env rewards-server.ts',
  packages: ['rewards-elements', 'hono', '@hono/node-server'],
  types: ['@types/node'],
  choosesLedger: true,
  project: null,
  plainNode: true,
  notes: ["In your own app: app.route('/', rewardsRoutes), from rewards-routes.ts. Call closeProxy when it stops."],
  files: (site) => routesAndServer(site, ROUTES, SERVER),
};
