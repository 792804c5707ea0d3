import type { ProblemReply } from '../http/problem.ts';
import type { Incoming } from '../http/incoming.ts';

/**
 * A problem where a request that changes something does not say which page it comes from, because a page of another site can
 * have a visitor's browser send the visitor's cookies. If the request names its origin, that was compared with the list
 * by then; else the browser must vouch for it.
 */
export function unknownPage({ method, headers }: Incoming): ProblemReply | null {
  if (method !== 'POST' || headers.has('origin') || headers.get('sec-fetch-site') === 'same-origin') return null;
  return { code: 'origin-not-allowed', detail: 'The request does not say which page it comes from.' };
}
