import { routesAndServer } from '../templates/routes-and-server.ts';
import { STOP_ON_NODE } from '../templates/stop.ts';
import type { Framework } from './framework.ts';

const PORT = 3000;

const ROUTES = `import { fileURLToPath } from 'node:url';
import express from 'express';
import { toNodeListener } from 'rewards-proxy/node';
import { proxy } from './rewards.ts';

const PAGE = fileURLToPath(new URL('check-in.html', import.meta.url));
const ELEMENTS = fileURLToPath(new URL('.', import.meta.resolve('rewards-elements/cdn/rewards-checkin.js')));

/** For an app of your own: app.use(rewardsRoutes), before express.json(), because the proxy reads bodies by itself. */
export const rewardsRoutes = express.Router();

rewardsRoutes.all(/^\\/rewards\\//, toNodeListener(proxy));
rewardsRoutes.get('/check-in', (_request, response) => response.sendFile(PAGE));
rewardsRoutes.use('/elements', express.static(ELEMENTS));
`;

const SERVER = `import express from 'express';
import { closeProxy } from './rewards.ts';
import { rewardsRoutes } from './rewards-routes.ts';

const { HOST = '127.0.0.1', PORT = '${PORT}' } = process.env;
const app = express();
app.disable('x-powered-by');
app.use(rewardsRoutes);

const server = app.listen(Number(PORT), HOST, (error?: Error) => {
  // Express 5 calls this, too, where it cannot listen.
  if (error) throw error;
  console.log(\`Open http://localhost:\${PORT}/check-in\`);
});

${STOP_ON_NODE}`;

/** Express, 4 or 5. */
export const express: Framework = {
  name: 'express',
  label: 'Express',
  port: PORT,
  readsPort: true,
  page: '/check-in',
  command: ['node', 'rewards-server.ts'],
  start: 'node --env-file=.env rewards-server.ts',
  packages: ['rewards-elements', 'express'],
  types: ['@types/express', '@types/node'],
  choosesLedger: true,
  project: null,
  plainNode: true,
  notes: [
    'In your own app: app.use(rewardsRoutes), from rewards-routes.ts, before express.json(). Call closeProxy\nwhen it stops.',
  ],
  files: (site) => routesAndServer(site, ROUTES, SERVER),
};
