import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Shows the page that hosts of static files show where an address has none, which Vite's own server would leave empty. */
export function notFoundPlugin(): Plugin {
  return {
    name: 'demo-not-found',
    apply: 'serve',
    configureServer:
      ({ config, middlewares }) =>
      // After Vite has found what an address stands for, and before it answers with pages.
      () => {
        middlewares.use((request, response, next) => {
          const path = request.url?.replace(/[?#].*/s, '') ?? '';
          if (path.endsWith('.html') && existsSync(join(config.root, path))) return next();
          response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
          response.end(readFileSync(join(config.publicDir, '404.html')));
        });
      },
  };
}
