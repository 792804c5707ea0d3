import type { ApiClient, ClaimSite } from './types.ts';

/**
 * Speaks with the proxy of a site: the one file of the browser's with a `fetch`. Each request is made once, and waits 20 s at
 * most. An endpoint that is a path is one of this page's site, whatever `<base>` may stand in it.
 */
export const createApiClient = (site: Pick<ClaimSite, 'endpoint'>): ApiClient => ({
  async send(path, init) {
    try {
      const url = site.endpoint.replace(/\/$/, '') + path;
      const response = await fetch(URL.canParse(url, location.href) ? new URL(url, location.href) : url, {
        cache: 'no-store',
        ...init,
        signal: AbortSignal.any([init.signal, AbortSignal.timeout(20_000)]),
      });
      // What is no JSON is not the proxy's, which its status tells more of. What breaks off is no reply. WebKit's error for that is none of the
      // language's, but has the same name.
      const body: unknown = await response.json().catch((error: Error) => {
        if (error.name !== 'SyntaxError') throw error;
      });
      return { response, body };
    } catch {
      return {};
    }
  },
});
