import type { Incoming } from '../http/incoming.ts';

const BEARER = /^Bearer(?: (.*))?$/is;

/**
 * What the request shows as a token, good or not (`Authorization: Bearer …`, RFC 6750); null where it shows none. Other schemes are
 * no concern of ours: before a site that asks for a password (`Basic …`), the browser adds them to each request of a page.
 */
export function bearerToken({ headers }: Pick<Incoming, 'headers'>): string | null {
  const found = BEARER.exec(headers.get('authorization') ?? '');
  return found && (found[1] ?? '');
}
