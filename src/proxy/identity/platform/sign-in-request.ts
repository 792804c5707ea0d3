import { invalidRequest, RequestProblem } from '../../http/problem.ts';
import { readForm } from '../../http/request-body.ts';
import type { ReturnPages } from './return-pages.ts';
import type { Incoming } from '../../http/incoming.ts';

/** What a page asks for when it sends its visitor to sign in. */
export interface SignInRequest {
  /** The page to come back to. */
  returnTo: string;
  /** The hash of a text that the widget keeps. With the text it can later prove that it asked. */
  challenge: string | null;
  /** Whether the page opened a window for the sign-in. */
  popup: boolean;
}

const CHALLENGE = /^[\w-]{43}$/;

/** The sign-in request, from the query or the form. Throws `RequestProblem`. */
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
 * Whether the browser confirms that the visitor comes from the page to return to. For a form the browser names the site. For a link it does so only
 * between pages of the proxy's own origin, where a sign-in only sets a cookie of this browser.
 */
export function isOwnRequest({ method, headers }: Incoming, { returnTo }: SignInRequest, ownOrigin: string): boolean {
  const { origin } = new URL(returnTo);
  if (method === 'POST' && headers.get('origin') === origin) return true;
  return origin === ownOrigin && headers.get('sec-fetch-site') === 'same-origin';
}
