import { ownSite, type OwnServer, PORT } from '../templates/own-site.ts';
import { stopAfter } from '../templates/stop.ts';
import type { Framework } from './framework.ts';

const SERVE = `const server = Deno.serve(
  { hostname: HOST, port: Number(PORT), onListen: () => console.log(\`Open http://localhost:\${PORT}\`) },
  (request, { remoteAddr }) => answer(request, { clientAddress: remoteAddr.hostname }),
);

${stopAfter('await server.shutdown()')}`;

const SERVER: OwnServer = {
  undici: true,
  imports: ["import type { Connection } from 'rewards-proxy';"],
  serve: SERVE,
};

/** Deno alone, with no framework. */
export const deno: Framework = {
  name: 'deno',
  label: 'a site of its own: page and proxy in one Deno process',
  port: PORT,
  readsPort: true,
  page: '/',
  start: 'deno run --env-file=.env --allow-env --allow-net --allow-read=. --allow-write=. server.ts',
  packages: ['rewards-elements'],
  choosesLedger: true,
  project: null,
  plainNode: false,
  notes: [],
  files: (site) => ownSite(site, SERVER),
};
