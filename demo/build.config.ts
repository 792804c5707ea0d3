import { defineConfig } from 'vite';
import { compactTemplates } from '../build/compact-templates.ts';
import { PAGES_ROOT, STATIC_PAGES } from './pages.ts';
import { inlineStylesPlugin } from './plugins/inline-styles.ts';
import { firstFormatPlugin } from './plugins/first-format.ts';
import { firstViewsPlugin } from './plugins/first-views.ts';
import { preloadPlugin } from './plugins/preload.ts';
import { staticPagesPlugin } from './plugins/static-pages.ts';
import site from './vite.config.ts';

/**
 * What every page needs to draw a widget: in one file, since a slow line takes longer for each file than for a few bytes more. What
 * registers the elements is not in it: what answers for a page has to be there before. What is smaller than a file of its own would cost is in it.
 */
const WIDGETS =
  /\/node_modules\/(@lit|lit|comlink)|\/src\/(common\/(modal|once)|contract\/(guard|member-id|read-(?!onchain)[\w-]+)|elements\/(client\/(api-client|claim-flow|load-part|own-document)|(shared|checkin|member|role|signup)\/(?!.*\.define|drawn-fields|field-errors|page-fields)[\w.-]+))\.ts$|\/demo\/(in-page\/(addresses|at-leisure|event-source|first-views|intercept|messages|once-used|page-backend|shelf|thread)|chain\/facts)\.ts$/;

/** What registers them, in one file too: whatever registers one has the others at hand. */
const REGISTERED = /\/src\/elements\/(checkin|member|role|signup)\/\w+\.define\.ts$/;

/** What playground, console and desk need of the backend besides. */
const BEFORE =
  /\/src\/(emulator\/(state\/harbour-lights|api\/failures)|ledger\/periods\/gifts|proxy\/config\/env)\.ts$/;

/** The community beside the widgets, in two files: one page shows no more of it than what is said there. */
const HEARD = /\/demo\/page\/(community-feed|lighthouse|try-as)\.ts$|\/console\/points-text\.ts$/;
const COMMUNITY = /\/demo\/page\/community-view\.ts$|\/console\/views\/(directives|portrait)\.ts$/;

/** What the elements have besides, for pages that register all of them. */
const ALL = /\/src\/elements\/(define|client\/batch|onchain\/(onchain|onchain\.\w+|texts|messages))\.ts$/;

/** What answers for a page, with all that it needs from the start: in one file, which is fetched in one go. */
const BACKEND = /\/in-page\/harbour-lights\.ts$/;

/** `npm run build:demo`: the site as files for any static server, under any path. Its pages are their own backend. */
export default defineConfig({
  ...site,
  base: './',
  plugins: [
    ...(site.plugins ?? []),
    compactTemplates(),
    staticPagesPlugin(),
    firstViewsPlugin(),
    preloadPlugin(),
    firstFormatPlugin(),
    inlineStylesPlugin(),
  ],
  worker: {
    ...site.worker,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'backend', test: BACKEND }] } },
      // It is told of openid-client, which is loaded with what signs in, and not before.
      checks: { ineffectiveDynamicImport: false },
    },
  },
  build: {
    target: 'es2022',
    // The oldest that the widgets run in. For older ones light-dark() would be made to heed the system alone.
    cssTarget: ['chrome125', 'firefox128', 'safari17.5'],
    // They all know it.
    modulePreload: { polyfill: false },
    outDir: '../dist/demo',
    emptyOutDir: true,
    rolldownOptions: {
      input: STATIC_PAGES.map((page) => PAGES_ROOT + page),
      output: {
        codeSplitting: {
          groups: [
            { name: 'widgets', test: WIDGETS },
            { name: 'registered', test: REGISTERED },
            { name: 'before', test: BEFORE },
            { name: 'all', test: ALL },
            { name: 'heard', test: HEARD },
            { name: 'community', test: COMMUNITY },
          ],
        },
      },
    },
  },
});
