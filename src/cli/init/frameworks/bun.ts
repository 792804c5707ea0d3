import { ownSite } from '../templates/own-site.ts';
import { LOCAL_SCRIPT, page } from '../templates/page.ts';
import { proxyModule } from '../templates/proxy-module.ts';
import { sharedFiles } from '../templates/shared-files.ts';
import { stopBy } from '../templates/stop.ts';
import type { Framework } from './framework.ts';

const PORT = 3000;

const SERVE = `const server = Bun.serve({
  hostname: HOST,
  port: Number(PORT),
  fetch: (request) => answer(request, { clientAddress: server.requestIP(request)?.address }),
});
console.log(\`Open http://localhost:\${PORT}\`);

${stopBy('await server.stop()')}`;

/** Bun alone, with no framework. */
export const bun: Framework = {
  name: 'bun',
  label: 'a site of its own: page and proxy in one Bun process',
  port: PORT,
  page: '/',
  start: 'bun server.ts',
  packages: [],
  project: null,
  plainNode: false,
  notes: [],
  files: (site) => ({
    ...sharedFiles(site),
    'rewards.ts': proxyModule({ undici: false }),
    'server.ts': ownSite(PORT, {
      imports: ["import type { Connection } from 'rewards-elements/proxy';"],
      serve: SERVE,
    }),
    'index.html': page(site, { script: LOCAL_SCRIPT }),
  }),
};
