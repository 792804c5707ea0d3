import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { listen, type Listening, type ListenOptions } from '../src/cli/serve/listen.ts';
import { type Addresses, addressesPlugin } from './plugins/addresses.ts';
import { docsRoute } from './docs/serve.ts';
import { PAGES } from './pages.ts';

/** What answers below a path of the site, in place of its pages. */
export type Routes = Readonly<Record<`/${string}/`, RequestListener>>;

/** The addresses of pages in folders whose slash was forgotten. */
const FOLDERS = new Set(
  ['/docs', '/console', '/desk', ...PAGES.map((page) => `/${page.replace(/\/?index\.html$/, '')}`)].filter(
    (path) => path !== '/',
  ),
);

/** The pages through Vite, as they are in this folder, and the documentation: nothing has to be built first. */
export async function openSite(
  place: ListenOptions,
  addresses: Promise<Addresses>,
  routes: Routes = {},
): Promise<Pick<Listening, 'url' | 'close'>> {
  const { promise: answering, resolve: answerBy } = Promise.withResolvers<RequestListener>();
  // Vite needs the server before it can answer for it: pages are told of changes through a socket of its own. Who asks meanwhile, such as a tab
  // of before, waits.
  const site = await listen((request, response) => void answering.then((answer) => answer(request, response)), place);
  // Who has built something with Vite in this process has left it at production: what Vite keeps for pages would be made anew each time.
  process.env['NODE_ENV'] = 'development';
  const docs = docsRoute(site.server);
  const inPlace = Object.entries({ ...routes, '/docs/': docs.listener });
  const vite = await createServer({
    configFile: fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    plugins: [addressesPlugin(addresses)],
    server: { middlewareMode: true, ws: { server: site.server } },
  });
  answerBy((request, response) => {
    const route = inPlace.find(([path]) => request.url?.startsWith(path));
    if (route) route[1](request, response);
    else if (FOLDERS.has(request.url ?? '')) response.writeHead(308, { location: `${request.url}/` }).end();
    else vite.middlewares(request, response);
  });
  return {
    url: site.url,
    close: async () => {
      await docs.close();
      await vite.close();
      await site.close();
    },
  };
}
