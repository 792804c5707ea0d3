import type { ProblemReply } from '../http/problem.ts';
import type { Incoming } from '../http/incoming.ts';

/**
 * A problem if a request that changes something does not say which page it is from: a page of another site can make a visitor's browser send the
 * visitor's cookies. If the request has an `Origin`, that was already compared with the list. Otherwise the browser must confirm the origin (Fetch
 * Metadata).
 */
export function unknownPage({ method, headers }: Incoming): ProblemReply | null {
  if (method !== 'POST' || headers.has('origin') || headers.get('sec-fetch-site') === 'same-origin') return null;
  return { code: 'origin-not-allowed', detail: 'The request does not say which page it comes from.' };
}
