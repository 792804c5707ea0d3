import type { Plugin } from 'vite';

/** Tells those who show a link to a page what it is called and about: https://ogp.me. */
export function openGraphPlugin(): Plugin {
  return {
    name: 'demo-open-graph',
    transformIndexHtml: (html) => {
      const title = /<title>([^<]*)<\/title>/.exec(html)?.[1];
      const description = /<meta\s+name="description"\s+content="([^"]*)"/.exec(html)?.[1];
      return openGraph(title, description).map((attrs) => ({ tag: 'meta', attrs }));
    },
  };
}

/** The attributes of the tags; those that have nothing to say are left out. */
export function openGraph(title = '', description = ''): { property: string; content: string }[] {
  return Object.entries({ type: 'website', site_name: 'rewards-elements', title, description })
    .filter(([, content]) => content !== '')
    .map(([name, content]) => ({ property: `og:${name}`, content }));
}
