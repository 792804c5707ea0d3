import type { ApiClient, ApiReply, ClaimSite, Credentials, Request } from '../types.ts';
import { siteToken } from './site-token.ts';

/**
 * What all ways to know a member have in common: the site's own token goes with claims, where it gives one. No more is shown
 * where a visitor types a member's id, which goes into the address of a load and into a claim, nor where the site's own app
 * knows the member, by cookies that the browser sends along.
 */
export class PlainCredentials<
  Flow extends { readonly site: ClaimSite } = { readonly site: ClaimSite },
> implements Credentials {
  /** A stand-in for the proxy is asked by each widget, and for any member. */
  readonly alone?: true;
  protected readonly flow: Flow;

  readonly #api: ApiClient;

  /** `api` asks the proxy without credentials. */
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
