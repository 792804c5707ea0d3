import type { Answer, Api, ClaimSite, Request } from './types.ts';

const TIMEOUT_MS = 20_000;

/** Speaks with the proxy of a site. The one file of the browser's with a `fetch`. */
export class ApiClient implements Api {
  readonly #site: Pick<ClaimSite, 'endpoint'>;

  constructor(site: Pick<ClaimSite, 'endpoint'>) {
    this.#site = site;
  }

  /**
   * Asks once, at a path below the proxy's mount, and waits 20 s at most. An endpoint that is a path is one of this page's
   * site, whatever `<base>` may stand in it. Never rejects.
   */
  async send(path: string, init: Request): Promise<Answer> {
    try {
      const url = this.#site.endpoint.replace(/\/$/, '') + path;
      const signal = AbortSignal.any([init.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const response = await fetch(URL.parse(url, location.href) ?? url, { cache: 'no-store', ...init, signal });
      return { response, body: await response.json() };
    } catch {
      return {};
    }
  }
}
