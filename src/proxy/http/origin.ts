import type { Incoming } from './incoming.ts';

/**
 * The origin in the header `Origin`; null if there is none. On a page with `Referrer-Policy: no-referrer`, forms send `null`, even to their own
 * origin. That counts as no origin if the browser says that the request is from the same origin (Fetch Metadata). For a sandboxed frame, whose origin
 * really is `null`, browsers say that it is another site.
 */
export function originOf({ headers }: Pick<Incoming, 'headers'>): string | null {
  const origin = headers.get('origin');
  return origin === 'null' && headers.get('sec-fetch-site') === 'same-origin' ? null : origin;
}
