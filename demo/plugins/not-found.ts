import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { headerOf } from '../header/header-plugin.ts';

const NAME = '404.html';

/**
 * The page for addresses that have none: hosts of static files show it, and Vite's own server would leave it empty. It can be shown at any
 * address, from which it would find no other file, so it is one file.
 */
export function notFoundPlugin(): Plugin {
  return {
    name: 'demo-not-found',
    configureServer:
      ({ config, middlewares }) =>
      // After Vite has found what an address stands for, and before it answers with pages.
      () => {
        middlewares.use((request, response, next) => {
          const path = request.url?.replace(/[?#].*/s, '') ?? '';
          if (path.endsWith('.html') && existsSync(join(config.root, path))) return next();
          response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
          response.end(notFoundPage());
        });
      },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: NAME, source: notFoundPage() });
    },
  };
}

const textOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

function notFoundPage(): string {
  return textOf('not-found.html')
    .replace('<!-- header -->', () =>
      headerOf(`/${NAME}`)
        .replaceAll(' href="/', ' href="./')
        .replace('class="site-header"', 'class="site-header lost"'),
    )
    .replace('/* header.css */', () => textOf('../styles/header.css'));
}
