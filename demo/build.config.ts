import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compactLocales } from '../build/compact-locales.ts';
import { compactTemplates } from '../build/compact-templates.ts';
import { preloadPlugin } from './preload-plugin.ts';
import { staticPagesPlugin } from './static-pages-plugin.ts';
import { withoutPlatformPlugin } from './without-platform-plugin.ts';
import site from './vite.config.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** `npm run build:demo`: the site as files for any static server, under any path. Its pages are their own backend. */
export default defineConfig({
  ...site,
  base: './',
  plugins: [
    ...(site.plugins ?? []),
    compactLocales(),
    compactTemplates(),
    withoutPlatformPlugin(),
    staticPagesPlugin(),
    preloadPlugin(),
  ],
  build: {
    target: 'es2022',
    outDir: '../dist/demo',
    emptyOutDir: true,
    rolldownOptions: {
      input: globSync(['index.html', 'playground/**/index.html', 'examples/*/index.html'], { cwd: root }).map(
        (page) => root + page,
      ),
    },
  },
});
