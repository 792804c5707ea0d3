import { posix } from 'node:path';
import type { Plugin } from 'vite';
import { withAddresses } from './addresses.ts';
import { IN_PAGE } from '../in-page/addresses.ts';
import { ASKING_PAGE } from '../pages.ts';

/** What the page that asks the site's own server has besides. */
const SITE = '/in-page/install-site.ts';

/**
 * Makes a page work without any server: it is its own proxy and community, and its links are relative, so that it can lie
 * under any path.
 */
export function staticPagesPlugin(): Plugin {
  return {
    name: 'demo-static-pages',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { path }) {
        const linked = withRelativeLinks(html, path);
        if (!html.includes('%PROXY_URL%')) return linked;
        const scripts = ['/in-page/install.ts', ...(path.endsWith(ASKING_PAGE) ? [SITE] : [])];
        return {
          html: withInPageBackend(linked),
          tags: scripts.map((src) => ({
            tag: 'script',
            attrs: { type: 'module', src },
            injectTo: 'head-prepend' as const,
          })),
        };
      },
    },
  };
}

/** The policy lets nothing through to the backend's addresses: what is answered in the page never gets that far. */
function withInPageBackend(html: string): string {
  return withAddresses(html.replace(/(?<=connect-src [^;"]*) %PROXY_URL% %EMULATOR_URL%/, ''), IN_PAGE);
}

/** `path` is the page's own below the site's root, such as `/playground/index.html`. */
function withRelativeLinks(html: string, path: string): string {
  return html.replace(/(<a\b[^>]*\shref=")(\/[^"/]?[^"]*)(?=")/g, (_, before: string, to: string) => {
    const [, page = '', rest = ''] = /^([^?#]*)(.*)$/.exec(to) ?? [];
    const way = posix.relative(posix.dirname(path), page) || '.';
    return before + (page.endsWith('/') ? `${way}/` : way) + rest;
  });
}
