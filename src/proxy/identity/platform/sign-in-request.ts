import { invalidRequest, RequestProblem } from '../../http/problem.ts';
import { readForm } from '../../http/request-body.ts';
import type { ReturnPages } from './return-pages.ts';
import type { Incoming } from '../../http/incoming.ts';

/** What a page asks for when it sends its visitor to sign in. */
export interface SignInRequest {
  /** The page to come back to. */
  returnTo: string;
  /** What the widget that asked can prove to be its own (the hash of a text that it keeps). */
  challenge: string | null;
  /** Whether the page that asked opened a window for it. */
  popup: boolean;
}

const CHALLENGE = /^[\w-]{43}$/;

/** What the request asks for, in its query or its form. Throws `RequestProblem`. */
export async function readSignInRequest(request: Incoming, pages: ReturnPages): Promise<SignInRequest> {
  const given =
    request.method === 'POST' ? new URLSearchParams(await readForm(request)) : new URL(request.url).searchParams;
  const returnTo = pages.find(given.get('return') ?? '');
  if (!returnTo) {
    throw new RequestProblem(
      invalidRequest("The page to return to is none of this site's that may ask for a sign-in (platform.pages)."),
    );
  }
  const challenge = given.get('challenge');
  const popup = given.has('popup');
  if (challenge === null ? popup : !CHALLENGE.test(challenge)) {
    throw new RequestProblem(invalidRequest('The challenge must be the SHA-256 of a text, in base64url.'));
  }
  return { returnTo: returnTo.href, challenge, popup };
}

/**
 * Whether the browser confirms that the page to return to has sent its visitor here. For a form the browser names the site. For a
 * link it does so only among pages of the proxy's own origin; there a sign-in brings only a cookie of this browser.
 */
export function isOwnRequest({ method, headers }: Incoming, { returnTo }: SignInRequest, ownOrigin: string): boolean {
  const { origin } = new URL(returnTo);
  if (method === 'POST' && headers.get('origin') === origin) return true;
  return origin === ownOrigin && headers.get('sec-fetch-site') === 'same-origin';
}
