import type { Plugin } from 'vite';
import { wayTo } from './way-to.ts';

/** The picture of the site, below its root, as `npm run screenshots` takes it. */
export const PICTURE = { file: 'share.png', width: 1280, height: 672 };
const PICTURE_SHOWS = 'The product’s page: a check-in that was pressed, and the way of the press to the community.';

/** What is told of a page. */
export interface Shared {
  title?: string | undefined;
  description?: string | undefined;
  /** The page's own path below the site's root, such as `/playground/index.html`. */
  path: string;
}

/** Tells those who show a link to a page what it is called and about, with a picture: https://ogp.me. */
export function openGraphPlugin(): Plugin {
  return {
    name: 'demo-open-graph',
    transformIndexHtml: (html, { path }) => {
      const title = /<title>([^<]*)<\/title>/.exec(html)?.[1];
      const description = /<meta\s+name="description"\s+content="([^"]*)"/.exec(html)?.[1];
      return openGraph({ title, description, path }).map((attrs) => ({
        tag: 'meta',
        attrs,
        // What says how the page is encoded has to be among its first 1,024 bytes.
        injectTo: 'head',
      }));
    },
  };
}

/** The attributes of the tags; those that have nothing to say are left out. */
export function openGraph(
  { title = '', description = '', path }: Shared,
  site = process.env['SITE_URL'],
): { property: string; content: string }[] {
  const { file, width, height } = PICTURE;
  const said = {
    type: 'website',
    site_name: 'rewards-elements',
    title,
    description,
    image: pictureAddress(file, path, site),
    'image:width': String(width),
    'image:height': String(height),
    'image:alt': PICTURE_SHOWS,
  };
  return Object.entries(said)
    .filter(([, content]) => content !== '')
    .map(([name, content]) => ({ property: `og:${name}`, content }));
}

/**
 * Many who show links take no address but a whole one, and the files of the site can lie anywhere. So the publisher says where
 * (`SITE_URL`); without that the address is from the page, which the others understand. Throws for what is no address.
 */
function pictureAddress(file: string, path: string, site: string | undefined): string {
  if (site === undefined || site === '') return wayTo(file, path);
  if (!/^https?:\/\//.test(site) || !URL.canParse(site)) {
    throw new Error(`SITE_URL must be the site's address, such as https://example.org/rewards, not ${site}`);
  }
  return new URL(file, site.endsWith('/') ? site : `${site}/`).href;
}
