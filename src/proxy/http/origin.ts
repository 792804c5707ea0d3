import type { Incoming } from './incoming.ts';

/**
 * The origin that a request names (`Origin`); null for none. A page with `Referrer-Policy: no-referrer` has its forms say `null`, even to
 * its own origin: that is as good as none where the browser itself says that they come from there (Fetch Metadata). Of a frame in
 * a sandbox, whose origin is `null` indeed, browsers say that it is another site.
 */
export function originOf({ headers }: Pick<Incoming, 'headers'>): string | null {
  const origin = headers.get('origin');
  return origin === 'null' && headers.get('sec-fetch-site') === 'same-origin' ? null : origin;
}
