import { invalidRequest, RequestProblem } from '../../http/problem.ts';
import { readForm } from '../../http/request-body.ts';
import type { ReturnPages } from './return-pages.ts';

/** What a page asks for that sends its visitor to sign in. */
export interface Wish {
  /** The page to come back to. */
  returnTo: string;
  /** What the widget that asked can prove to be its own (the hash of a text that it keeps). */
  challenge: string | null;
  /** Whether the page that asked opened a window for it. */
  popup: boolean;
}

const CHALLENGE = /^[\w-]{43}$/;

/** What the request asks for, in its query or its form. Throws `RequestProblem`. */
export async function wishOf(request: Request, pages: ReturnPages): Promise<Wish> {
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
 * Whether the browser vouches that the page to come back to has sent its visitor here. Of a form it says which site has sent
 * it. A link says so only among pages of the proxy's own origin; there it brings nothing but a cookie of this browser's.
 */
export function isWishOfOwn({ method, headers }: Request, { returnTo }: Wish, ownOrigin: string): boolean {
  const { origin } = new URL(returnTo);
  if (method === 'POST' && headers.get('origin') === origin) return true;
  return origin === ownOrigin && headers.get('sec-fetch-site') === 'same-origin';
}
