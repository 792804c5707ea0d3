import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import type { BuiltFiles } from '../src/common/built-page.ts';
import { headerOf } from './header/header-plugin.ts';

/** Where the header of such a page has the site's address: the page is built before that is known. */
const SITE = '%SITE_URL%';

/** The emulator's console below the site's header, built from its sources and kept in memory. */
export function buildConsole(): Promise<BuiltFiles> {
  return buildPage('console', '../src/emulator/console', ['header.css', 'console.css'], (header) => header);
}

/** The owner's desk, the same. It has a banner of its own: the site's is one part of the page. */
export function buildDesk(): Promise<BuiltFiles> {
  return buildPage(
    'desk',
    '../src/desk/page',
    ['header.css'],
    (header) => `<section aria-label="The site">${header}</section>`,
  );
}

/** The files with the links of the header leading to the site, whose address has no slash at the end. */
export function withSite(files: BuiltFiles, site: string): BuiltFiles {
  return new Map(Array.from(files, ([name, text]) => [name, text.replaceAll(SITE, site)]));
}

function belowHeader(page: string, styles: readonly string[], place: (header: string) => string): Plugin {
  const header = headerOf(`/${page}/`).replaceAll(' href="/', ` href="${SITE}/`);
  const links = styles.map((name) => `<link rel="stylesheet" href="../../../demo/styles/${name}">`).join('');
  return {
    name: 'demo-below-header',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace('</head>', () => `${links}</head>`).replace('<body>', () => `<body>${place(header)}`),
    },
  };
}

async function buildPage(
  mode: string,
  folder: string,
  styles: readonly string[],
  place: (header: string) => string,
): Promise<BuiltFiles> {
  const built = await build({
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    root: fileURLToPath(new URL(folder, import.meta.url)),
    mode,
    logLevel: 'warn',
    plugins: [belowHeader(mode, styles, place)],
    // Without the condition `development`, which `NODE_ENV` brings in: with it lit warns of itself in the console.
    resolve: { conditions: ['module', 'browser'] },
    // How long a part of it took is no news to whoever opens the demo on a slow machine.
    build: { write: false, rolldownOptions: { checks: { bundlerTimings: false } } },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error(`the ${mode} came out in an unknown shape`);
  return new Map(
    built.output.map((file) => [
      file.fileName,
      file.type === 'chunk' ? file.code : Buffer.from(file.source).toString(),
    ]),
  );
}
