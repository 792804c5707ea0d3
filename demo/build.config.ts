import { defineConfig } from 'vite';
import { compactLocales } from '../build/compact-locales.ts';
import { compactTemplates } from '../build/compact-templates.ts';
import { PAGES, PAGES_ROOT } from './pages.ts';
import { preloadPlugin } from './preload-plugin.ts';
import { staticPagesPlugin } from './static-pages-plugin.ts';
import site from './vite.config.ts';

/** `npm run build:demo`: the site as files for any static server, under any path. Its pages are their own backend. */
export default defineConfig({
  ...site,
  base: './',
  plugins: [...(site.plugins ?? []), compactLocales(), compactTemplates(), staticPagesPlugin(), preloadPlugin()],
  build: {
    target: 'es2022',
    outDir: '../dist/demo',
    emptyOutDir: true,
    rolldownOptions: {
      input: PAGES.map((page) => PAGES_ROOT + page),
    },
  },
});
