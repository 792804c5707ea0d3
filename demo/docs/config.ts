import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitepress';
import { servedPaths } from '../../build/served-paths.ts';
import { openGraph } from '../plugins/open-graph.ts';
import { freeOfBase } from './any-base.ts';
import { drawnInView } from './drawn-in-view.ts';
import { fewerSpans } from './fewer-spans.ts';
import { drawnFirst } from './first-paint.ts';
import { generatedParts } from './reference/plugin.ts';
import { renderForSearch } from './render-for-search.ts';
import { SIDEBAR } from './sidebar.ts';
import { wholeLines } from './whole-lines.ts';
import { wholeTables } from './whole-tables.ts';

/** Where the pages are while one works on them. Those that are built can lie below any path. */
const base = '/docs/';

const ICON = { rel: 'icon', href: `${base}favicon.svg`, type: 'image/svg+xml' };

/** VitePress's own server leaves the head of a page to the page's script, and a browser would look for an icon elsewhere. */
const iconFromTheStart: Plugin = {
  name: 'docs-icon',
  apply: 'serve',
  transformIndexHtml: () => [{ tag: 'link', attrs: ICON, injectTo: 'head' }],
};

/** The files of lit that a build has, as on the other pages: those for development warn of themselves in the console. */
const litAsBuilt: Plugin = {
  name: 'docs-lit',
  apply: 'serve',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!/^(?:@lit\/|lit(?:-|\/|$))/.test(source)) return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found && { ...found, id: found.id.replace(/(\/node_modules\/(?:@lit\/)?[^/]+)\/development\//, '$1/') };
  },
};

export default defineConfig({
  base,
  title: 'rewards-elements',
  description: 'Widgets that let any website reward the members of a chat community, and the small proxy behind them.',
  lang: 'en',
  outDir: '../../dist/demo/docs',
  cacheDir: '../.vite/docs',
  metaChunk: true,
  // The theme has its own (switch-colours.ts).
  appearance: { disableTransition: false },
  head: [['link', ICON]],
  markdown: {
    config(markdown) {
      generatedParts(markdown);
      wholeTables(markdown);
    },
    codeTransformers: [wholeLines, fewerSpans, drawnInView],
    linkify: false,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('rewards-') } } },
  vite: {
    plugins: [iconFromTheStart, litAsBuilt, servedPaths()],
    publicDir: fileURLToPath(new URL('../public', import.meta.url)),
    resolve: {
      alias: [
        {
          find: /^.*\/VPSidebarItem\.vue$/,
          replacement: fileURLToPath(new URL('theme/sidebar-part.ts', import.meta.url)),
        },
      ],
    },
    // They are modules already. Bundling them when they are first asked for would load the page anew.
    optimizeDeps: { exclude: ['lit', 'lit-html', 'lit-element', '@lit/reactive-element'] },
  },
  transformHead: ({ title, description, page }) =>
    openGraph({ title, description, path: `/docs/${page}` }).map((attrs) => ['meta', attrs]),
  // VitePress would say so in the browser alone, and the bar would jump.
  // Nor does it write what it shows where there is no page into a file.
  transformHtml: (html, _id, { content }) =>
    html.includes('class="VPContent has-sidebar"')
      ? html.replace('class="VPNavBar"', 'class="VPNavBar has-sidebar top"')
      : html.replace('<div id="app"></div>', () => `<div id="app">${content}</div>`),
  async buildEnd({ outDir }) {
    await drawnFirst(outDir);
    await freeOfBase(outDir, base);
  },
  themeConfig: {
    // The product's page. All pages of the documentation lie in one folder.
    logoLink: { link: '../', target: '_self' },
    search: { provider: 'local', options: { _render: renderForSearch } },
    outline: { level: [2, 3] },
    nav: [
      { text: 'Demo', link: '/../demo/', target: '_self', noIcon: true },
      { text: 'Playground', link: '/../playground/', target: '_self', noIcon: true },
      { text: 'Examples', link: '/../examples/', target: '_self', noIcon: true },
      { text: 'Docs', link: '/', activeMatch: '.' },
      { text: 'Console', link: '/../console/', target: '_self', noIcon: true },
      { text: 'Desk', link: '/../desk/', target: '_self', noIcon: true },
    ],
    sidebar: SIDEBAR,
  },
});
