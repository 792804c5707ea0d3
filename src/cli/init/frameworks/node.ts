import { ownSite, type OwnServer, PORT } from '../templates/own-site.ts';
import { STOP_ON_NODE } from '../templates/stop.ts';
import type { Framework } from './framework.ts';

const SERVE = `const server = createServer(SERVER_OPTIONS, toNodeListener({ fetch: answer }));
server.listen(Number(PORT), HOST, () => console.log(\`Open http://localhost:\${PORT}\`));

${STOP_ON_NODE}`;

const SERVER: OwnServer = {
  undici: true,
  imports: [
    "import { createServer } from 'node:http';",
    "import type { Connection } from 'rewards-proxy';",
    "import { SERVER_OPTIONS, toNodeListener } from 'rewards-proxy/node';",
  ],
  serve: SERVE,
};

/** A site of its own: page, elements and proxy from one process, with no framework. */
export const node: Framework = {
  name: 'node',
  label: 'a site of its own: page and proxy in one Node process',
  port: PORT,
  readsPort: true,
  page: '/',
  command: ['node', 'server.ts'],
  start: 'node --env-file=.env server.ts',
  packages: ['rewards-elements'],
  types: ['@types/node'],
  choosesLedger: true,
  project: null,
  plainNode: true,
  notes: [],
  files: (site) => ownSite(site, SERVER),
};
