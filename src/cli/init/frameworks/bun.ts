import { ownSite, type OwnServer, PORT } from '../templates/own-site.ts';
import { stopAfter } from '../templates/stop.ts';
import type { Framework } from './framework.ts';

const SERVE = `const server = Bun.serve({
  hostname: HOST,
  port: Number(PORT),
  fetch: (request) => answer(request, { clientAddress: server.requestIP(request)?.address }),
});
console.log(\`Open http://localhost:\${PORT}\`);

${stopAfter('await server.stop()')}`;

const SERVER: OwnServer = {
  undici: false,
  imports: ["import type { Connection } from 'rewards-proxy';"],
  serve: SERVE,
};

/** Bun alone, with no framework. */
export const bun: Framework = {
  name: 'bun',
  label: 'a site of its own: page and proxy in one Bun process',
  port: PORT,
  readsPort: true,
  page: '/',
  start: 'bun server.ts',
  packages: ['rewards-elements'],
  choosesLedger: true,
  project: null,
  plainNode: false,
  notes: [],
  files: (site) => ownSite(site, SERVER),
};
