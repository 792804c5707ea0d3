import { originOf } from './origin.ts';
import type { ProblemReply } from './problem.ts';
import { isForm } from './request-body.ts';
import type { Incoming } from './incoming.ts';

const PREFLIGHT_SECONDS = 600;

/**
 * Decides who may use the proxy from a browser: the exact list of the config, and requests without an `Origin`, which come from servers or from the
 * proxy's own site, unless the browser says that another site sent them (Fetch Metadata). This protects visitors of other sites. It is no
 * authentication, because a program can send any `Origin`.
 */
export class Origins {
  readonly #allowed: ReadonlySet<string>;
  readonly #ownPages: boolean;

  /** With `ownPages`, the proxy has its own pages for frames: their requests are allowed as well. */
  constructor(allowed: readonly string[], { ownPages = false }: { ownPages?: boolean } = {}) {
    this.#allowed = new Set(allowed);
    this.#ownPages = ownPages;
  }

  /** Whether the origin is one of the owner's sites. */
  allows(origin: string): boolean {
    return this.#allowed.has(origin);
  }

  /**
   * The address, if it is on one of the owner's sites; else null. Redirect only to the returned URL: other programs may read the given text in
   * another way.
   */
  ownAddress(text: string): URL | null {
    const url = URL.parse(text);
    // An address with another scheme (`blob:`), or with a user name, can have the same origin.
    return url && this.allows(url.origin) && url.href.startsWith(`${url.origin}/`) ? url : null;
  }

  /** Why the request is not allowed; null if it is. */
  problem(request: Incoming): ProblemReply | null {
    const { headers, method } = request;
    const origin = originOf(request);
    const site = headers.get('sec-fetch-site');
    // A page on the same domain is another site as well, except for requests that a link could cause.
    const fromElsewhere = site === 'cross-site' || (site === 'same-site' && method !== 'GET' && method !== 'HEAD');
    // Any page may send a form without a preflight, and every browser says in one of two ways where it comes from.
    const withoutOrigin = isForm(request) ? site === 'same-origin' : !fromElsewhere;
    if (origin === null ? withoutOrigin : this.allows(origin) || (this.#ownPages && isOwnPage(request, origin)))
      return null;
    return {
      code: 'origin-not-allowed',
      detail:
        "This site is not among those that may use the proxy. The site's owner can add it to origins in the config.",
    };
  }

  /** The headers that let an allowed site read the response. */
  headers({ headers }: Incoming): Record<string, string> {
    const origin = headers.get('origin');
    if (origin === null || !this.allows(origin)) return {};
    return {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'x-request-id, retry-after, ratelimit, ratelimit-policy',
    };
  }
}

/**
 * Whether a page of the proxy's own origin sends the request. The browser knows best (Fetch Metadata). For older browsers the `Origin` is compared
 * with the request's host: the scheme may differ behind a web server that ends TLS.
 */
function isOwnPage({ headers, url }: Incoming, origin: string): boolean {
  const site = headers.get('sec-fetch-site');
  // A program can send anything.
  if (URL.parse(origin)?.origin !== origin) return false;
  if (site !== null) return site === 'same-origin';
  const own = new URL(url);
  return origin === own.origin || origin === `https://${own.host}`;
}

/**
 * Lets any site's page read that it is refused, so that the widget on it can say how to fix that. There is nothing else in such an
 * answer, and no visitor's credentials come along where the whole world may read.
 */
export const READABLE_REFUSAL: Readonly<Record<string, string>> = { 'access-control-allow-origin': '*' };

/**
 * What an allowed site may send (Fetch standard, section 3.3.3). Any header: tools that observe a page add their own to each request, such as
 * `traceparent`, and the browser would then not send it. The names are those that the proxy reads: `*` does not cover `authorization`.
 */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, *',
  'access-control-max-age': String(PREFLIGHT_SECONDS),
};
