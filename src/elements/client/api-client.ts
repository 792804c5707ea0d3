import type { ApiClient, ClaimSite } from './types.ts';

/**
 * Sends requests to the proxy of a site: this is the only file for browsers with a `fetch`. Each request is made once, and waits at most 20 s. An
 * endpoint that is a path is relative to the page's site, whatever `<base>` the page has.
 */
export const createApiClient = (site: Pick<ClaimSite, 'endpoint'>): ApiClient => ({
  async send(path, init) {
    try {
      const url = site.endpoint.replace(/\/$/, '') + path;
      const page = globalThis.location?.href;
      const response = await fetch(URL.canParse(url, page) ? new URL(url, page) : url, {
        cache: 'no-store',
        ...init,
        signal: AbortSignal.any([init.signal, AbortSignal.timeout(20_000)]),
      });
      // A reply that is not JSON is not from the proxy: then the status says more. A reply that breaks off counts as no reply. Errors are told
      // apart by name, because WebKit's for invalid JSON is not an instance of the page's `SyntaxError`.
      const body: unknown = await response.json().catch((error: Error) => {
        if (error.name !== 'SyntaxError') throw error;
      });
      return { response, body };
    } catch {
      return {};
    }
  },
});
