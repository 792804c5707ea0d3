import { isMemberId } from '../../contract/index.ts';
import { invalidRequest } from '../problem.ts';
import type { Identity } from './identity.ts';

/** Who is signed in on the site, by the request's cookies for instance; null for nobody. */
export type SessionMember = (request: Request) => string | null | Promise<string | null>;

/** The member is whom the app that mounts the proxy has signed in. Throws what the app's function throws. */
export function sessionIdentity(member: SessionMember): Identity {
  return {
    mode: 'session',
    async identify(request, { memberId: given }) {
      // A page of another site can have a visitor's browser send the visitor's cookies.
      if (request.method === 'POST' && !isFromBrowserPage(request)) {
        const detail = 'The request does not say which page it comes from.';
        return { problem: { code: 'origin-not-allowed', detail } };
      }
      const memberId = await member(request);
      if (memberId === null) {
        return { problem: { code: 'sign-in-required', detail: 'Please sign in on this site first.' } };
      }
      if (!isMemberId(memberId)) throw new TypeError('member() gave something that is no member id: mend the function');
      if (given !== undefined && given !== memberId) {
        const message = 'is not the member who is signed in: leave it out';
        return { problem: invalidRequest('Please check your member id.', [{ field: 'memberId', message }]) };
      }
      return { memberId };
    },
  };
}

/** Whether the request names its origin, which was compared with the list by then, or the browser vouches for it. */
function isFromBrowserPage({ headers }: Request): boolean {
  return headers.has('origin') || headers.get('sec-fetch-site') === 'same-origin';
}
