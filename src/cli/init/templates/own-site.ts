import type { Site } from '../site.ts';
import { LOCAL_SCRIPT, page } from './page.ts';
import { proxyModule } from './proxy-module.ts';
import { sharedFiles } from './shared-files.ts';

/** The port of the site on this machine. */
export const PORT = 3000;

/** How a runtime serves the site. */
export interface OwnServer {
  /** Whether undici reaches the service there. */
  undici: boolean;
  /** Its imports, as lines that come after those of `node:`. */
  imports: readonly string[];
  /** Serves `answer` as `server`, at `HOST` and `PORT`. */
  serve: string;
}

/** The files of a site of its own: page, elements and proxy from one process. */
export function ownSite(site: Site, server: OwnServer): Record<string, string> {
  return {
    ...sharedFiles(site),
    'rewards.ts': proxyModule({ ledger: site.ledger, undici: server.undici }),
    'server.ts': serverFile(server),
    'index.html': page(site, { script: LOCAL_SCRIPT }),
  };
}

function serverFile({ imports, serve }: OwnServer): string {
  return `import { readFile } from 'node:fs/promises';
${imports.join('\n')}
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

${serve}`;
}
