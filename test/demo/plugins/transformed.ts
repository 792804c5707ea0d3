import type { Plugin } from 'vite';

/** A page, and the scripts that it is given. */
export interface Transformed {
  html: string;
  scripts: unknown[];
}

/** What a plugin makes of a page. `path` is the page's own below the site's root; `bundle` has what was built with it. */
export async function transformed(
  { transformIndexHtml: hook }: Plugin,
  html: string,
  path: string,
  bundle: object = {},
): Promise<Transformed> {
  const handler = typeof hook === 'function' ? hook : hook?.handler;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is all that is read of it
  const made = await handler?.call({} as never, html, { path, filename: path, bundle } as never);
  if (!made || typeof made === 'string') return { html: made ?? html, scripts: [] };
  const tags = Array.isArray(made) ? made : made.tags;
  return { html: Array.isArray(made) ? html : made.html, scripts: tags.map(({ attrs }) => attrs?.['src']) };
}
