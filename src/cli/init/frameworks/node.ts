import { LOCAL_SCRIPT, page } from '../templates/page.ts';
import { proxyModule } from '../templates/proxy-module.ts';
import { sharedFiles } from '../templates/shared-files.ts';
import { STOP } from '../templates/stop.ts';
import type { Framework } from './framework.ts';

const PORT = 3000;

const SERVER = `import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Connection } from 'rewards-elements/proxy';
import { SERVER_OPTIONS, toNodeListener } from 'rewards-elements/proxy/node';
import { closeProxy, proxy } from './rewards.ts';

const { HOST = '127.0.0.1', PORT = '${PORT}' } = process.env;
const PAGE = new URL('index.html', import.meta.url);
const ELEMENTS = new URL('.', import.meta.resolve('rewards-elements/cdn/rewards-checkin.js'));

async function answer(request: Request, connection?: Connection): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith('/rewards/')) return proxy.fetch(request, connection);
  if (pathname === '/') return file(PAGE, 'text/html; charset=utf-8');
  // Scripts by their names alone, so that nothing else on this machine can be had.
  const script = /^\\/elements\\/((?:chunks\\/|locales\\/)?[\\w-]+\\.js)$/.exec(pathname)?.[1];
  return script === undefined ? notFound() : file(new URL(script, ELEMENTS), 'text/javascript; charset=utf-8');
}

async function file(url: URL, type: string): Promise<Response> {
  try {
    return new Response(await readFile(url), { headers: { 'content-type': type } });
  } catch {
    return notFound();
  }
}

function notFound(): Response {
  return new Response('Not found', { status: 404 });
}

const server = createServer(SERVER_OPTIONS, toNodeListener({ fetch: answer }));
server.listen(Number(PORT), HOST, () => console.log(\`Open http://localhost:\${PORT}\`));

${STOP}`;

/** A site of its own: page, elements and proxy from one process, with no framework. */
export const node: Framework = {
  name: 'node',
  label: 'a site of its own: page and proxy in one Node process',
  port: PORT,
  page: '/',
  start: 'node --env-file=.env server.ts',
  packages: [],
  project: null,
  plainNode: true,
  notes: [],
  files: (site) => ({
    ...sharedFiles(site),
    'rewards.ts': proxyModule(),
    'server.ts': SERVER,
    'index.html': page(site, { script: LOCAL_SCRIPT }),
  }),
};
