import type { ApiClient, ApiReply, ClaimSite, Credentials, Request } from '../types.ts';
import { siteToken } from './site-token.ts';

/**
 * The common part of all identity modes: the site's own token is sent with claims, if there is one. Nothing else is needed if a visitor types a
 * member id, which is sent in the address of a load and in a claim, or if the site's own app knows the member by cookies, which the browser sends.
 */
export class PlainCredentials<
  Flow extends { readonly site: ClaimSite } = { readonly site: ClaimSite },
> implements Credentials {
  /** Set by a replacement of the proxy: each widget asks it separately, for any member. */
  readonly alone?: true;
  protected readonly flow: Flow;

  readonly #api: ApiClient;

  /** `api` sends requests without credentials. */
  constructor(flow: Flow, api: ApiClient) {
    this.flow = flow;
    this.#api = api;
    if (api.alone) this.alone = true;
  }

  send(path: string, init: Request): Promise<ApiReply> {
    return this.#api.send(path, init);
  }

  claimHeaders(): Promise<Record<string, string>> {
    return siteToken(this.flow.site);
  }
}
