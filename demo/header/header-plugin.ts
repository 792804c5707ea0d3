import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Where a page has it. */
const PLACE = '<!-- header -->';

/** `path` is that of the page that has it, below the site's root, such as `/playground/`. */
export const headerOf = (path: string): string =>
  marked(
    fileBeside('header.html').replace('<!-- mark -->', () => fileBeside('mark.svg')),
    path,
  );

const fileBeside = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8').trim();

/** Gives every page the same header, in which the page itself is marked. */
export function headerPlugin(): Plugin {
  return {
    name: 'demo-header',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { path }) => html.replace(PLACE, () => headerOf(path.replace('index.html', ''))),
    },
  };
}

function marked(html: string, path: string): string {
  return html.replace(` href="${path}"`, (link) => `${link} aria-current="page"`);
}
