import { parse } from 'parse5';
import { elementsIn } from './html-elements.ts';

/** What a visitor or a browser could ask a site for. */
export interface Followed {
  /** Every address that was asked for, without its fragment. */
  addresses: string[];
  /** The links that lead nowhere, a line each: where it stands, the link, and why. */
  dead: string[];
}

/** What a page or a style sheet names, and the ids in it. */
interface Content {
  links: string[];
  ids: ReadonlySet<string>;
}

/**
 * Follows all that pages and style sheets of a site name, from the site's address, which ends with a slash, and from other paths
 * below it. Nothing outside of it is asked for, and on the same origin there may be nothing outside. `drawn` are the ids that
 * scripts make.
 */
export async function followLinks(
  site: string,
  { paths = [], drawn = [] }: { paths?: readonly string[]; drawn?: readonly string[] } = {},
): Promise<Followed> {
  const contents = new Map<string, Content | number>();
  const named: { link: string; from: string }[] = ['', ...paths].map((path) => ({ link: site + path, from: site }));
  const dead = new Set<string>();
  for (const { link, from } of named) {
    const target = URL.parse(link, from);
    const complain = (why: string) => dead.add(`${from.slice(site.length) || './'}: ${link} ${why}`);
    if (!target) complain('is no address');
    else if (target.origin === new URL(site).origin) {
      const { hash } = target;
      target.hash = '';
      const address = target.href;
      if (!address.startsWith(site)) complain('leads out of the site');
      else {
        let content = contents.get(address);
        if (content === undefined) {
          // oxlint-disable-next-line no-await-in-loop -- one page leads to the next
          content = await load(address);
          contents.set(address, content);
          if (typeof content === 'object') named.push(...content.links.map((next) => ({ link: next, from: address })));
        }
        if (typeof content === 'number') complain(`is ${content}`);
        else if (!hasAnchor(content, hash)) complain('has no such anchor');
      }
    }
  }
  return { addresses: [...contents.keys()], dead: [...dead] };

  function hasAnchor({ ids }: Content, hash: string): boolean {
    const id = decodeURIComponent(hash.slice(1));
    return id === '' || ids.has(id) || drawn.includes(id);
  }
}

/** The content, or the status where there is none. */
async function load(address: string): Promise<Content | number> {
  const response = await fetch(address);
  const text = await response.text();
  if (!response.ok) return response.status;
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/html')) return inPage(text);
  const links = type.startsWith('text/css') ? Array.from(text.matchAll(NAMED_IN_CSS), ([, link = '']) => link) : [];
  return { links, ids: new Set() };
}

const NAMED_IN_CSS = /\burl\(\s*["']?(?!data:|#)([^"')\s]+)/g;

function inPage(html: string): Content {
  const links: string[] = [];
  const ids = new Set<string>();
  for (const { attrs } of elementsIn(parse(html))) {
    for (const { name, value } of attrs) {
      if (name === 'id') ids.add(value);
      else if (name === 'href' || name === 'src') links.push(value);
    }
  }
  return { links, ids };
}
