import { DeskError } from './problem.ts';

const SAFE = new Set(['GET', 'HEAD']);

/**
 * Refuses requests that another site makes with the owner's browser (CSRF), and lets through those of the desk's own page and of
 * programs. `Sec-Fetch-Site`, or at least `Origin`, says where a browser's request comes from; a request that changes something
 * needs one of them. Throws `DeskError`.
 */
export function refuseCrossSite(request: Request): void {
  const { headers, method, url } = request;
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const isOwnSite = site === 'same-origin' || (site === 'none' && SAFE.has(method));
  const isOwnOrigin = origin !== null && URL.parse(origin)?.host === new URL(url).host;
  const isForeign = (site !== null && !isOwnSite) || (origin !== null && !isOwnOrigin);
  const isSilent = site === null && origin === null;
  if (isForeign || (isSilent && !SAFE.has(method))) {
    throw new DeskError('foreign', 'The desk answers its own page alone: open it by its own address.');
  }
}
