import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { requireBuildablePath } from '../build/buildable-path.ts';
import { servedPaths } from '../build/served-paths.ts';
import { headerPlugin } from './header/header-plugin.ts';
import { atBuildPlugin } from './plugins/at-build.ts';
import { leftOutPlugin } from './plugins/left-out.ts';
import { notFoundPlugin } from './plugins/not-found.ts';
import { openGraphPlugin } from './plugins/open-graph.ts';
import { factsPlugin } from './playground/facts/facts-plugin.ts';

requireBuildablePath();

/** The dev server of the demo's pages. What depends on the addresses of this run comes from `start.ts`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  appType: 'mpa',
  logLevel: 'warn',
  clearScreen: false,
  // All else that pages import are modules already. Bundling what was not named would reload a page on its first visit.
  optimizeDeps: { noDiscovery: true, include: ['sql.js', 'ipaddr.js', 'viem', 'viem/accounts'] },
  plugins: [
    headerPlugin(),
    openGraphPlugin(),
    factsPlugin(),
    atBuildPlugin(),
    leftOutPlugin(),
    notFoundPlugin(),
    servedPaths(),
  ],
  worker: { format: 'es', plugins: () => [leftOutPlugin()] },
  // Without the condition `development`, with which lit warns of itself in the console.
  resolve: {
    conditions: ['module', 'browser'],
    // As it is for servers it wants their Buffer.
    alias: { 'csv-parse/sync': 'csv-parse/browser/esm/sync' },
  },
});
