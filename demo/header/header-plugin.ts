import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Where a page has it. */
const PLACE = '<!-- header -->';

const header = () => fileBeside('header.html').replace('<!-- mark -->', () => fileBeside('mark.svg'));
const fileBeside = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8').trim();

/** Gives every page the same header, in which the page itself is marked. */
export function headerPlugin(): Plugin {
  return {
    name: 'demo-header',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { path }) => html.replace(PLACE, () => marked(header(), path.replace('index.html', ''))),
    },
  };
}

/** `path` is the page's own below the site's root, such as `/playground/`. */
function marked(html: string, path: string): string {
  return html.replace(` href="${path}"`, (link) => `${link} aria-current="page"`);
}
