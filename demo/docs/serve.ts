import type { RequestListener, Server } from 'node:http';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('.', import.meta.url));

export interface DocsRoute {
  listener: RequestListener;
  close(): Promise<void>;
}

/**
 * The documentation at `/docs/` of a server, as its sources are: a change of a page is seen at once. It is opened by the first
 * request, since that takes a second or two, which the start of the demo should not wait for.
 */
export function docsRoute(server: Server): DocsRoute {
  let opening: ReturnType<typeof open> | undefined;
  const listener: RequestListener = (request, response) => {
    opening ??= open(server);
    opening.then(
      ({ middlewares }) => middlewares(request, response),
      (error: unknown) => {
        console.error(error);
        response.writeHead(500).end('The documentation cannot be shown: the terminal says why.');
      },
    );
  };
  return { listener, close: async () => (await opening)?.close() };
}

async function open(server: Server) {
  const { createServer } = await import('vitepress');
  // Who has built something with Vite in this process has left it at production, where VitePress looks for a build of its own.
  process.env['NODE_ENV'] = 'development';
  return createServer(ROOT, { middlewareMode: true, hmr: { server } });
}
