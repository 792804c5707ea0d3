import { ownSite } from '../templates/own-site.ts';
import { LOCAL_SCRIPT, page } from '../templates/page.ts';
import { proxyModule } from '../templates/proxy-module.ts';
import { sharedFiles } from '../templates/shared-files.ts';
import { stopBy } from '../templates/stop.ts';
import type { Framework } from './framework.ts';

const PORT = 3000;

const SERVE = `const server = Deno.serve(
  { hostname: HOST, port: Number(PORT), onListen: () => console.log(\`Open http://localhost:\${PORT}\`) },
  (request, { remoteAddr }) => answer(request, { clientAddress: remoteAddr.hostname }),
);

${stopBy('await server.shutdown()')}`;

/** Deno alone, with no framework. */
export const deno: Framework = {
  name: 'deno',
  label: 'a site of its own: page and proxy in one Deno process',
  port: PORT,
  page: '/',
  start: 'deno run --env-file=.env --allow-env --allow-net --allow-read=. --allow-write=. server.ts',
  packages: [],
  project: null,
  plainNode: false,
  notes: [],
  files: (site) => ({
    ...sharedFiles(site),
    'rewards.ts': proxyModule({ undici: true }),
    'server.ts': ownSite(PORT, {
      imports: ["import type { Connection } from 'rewards-elements/proxy';"],
      serve: SERVE,
    }),
    'index.html': page(site, { script: LOCAL_SCRIPT }),
  }),
};
