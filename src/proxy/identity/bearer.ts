import type { Incoming } from '../http/incoming.ts';

const BEARER = /^Bearer(?: (.*))?$/is;

/**
 * The request's token, valid or not (`Authorization: Bearer …`, RFC 6750); null if there is none. Other schemes are ignored: if a site asks for a
 * password (`Basic …`), the browser adds it to each request of a page.
 */
export function bearerToken({ headers }: Pick<Incoming, 'headers'>): string | null {
  const found = BEARER.exec(headers.get('authorization') ?? '');
  return found && (found[1] ?? '');
}
