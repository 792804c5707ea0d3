import type { Answer, Api, ClaimSite, Request } from '../types.ts';
import { siteToken } from './site-token.ts';

/** What credentials need of a flow. */
export interface Bearer {
  readonly site: ClaimSite;
  readonly api: Api;
}

/** What all ways to know a member have in common: the site's own token goes with claims, where it gives one. */
export abstract class BaseCredentials<Flow extends Bearer = Bearer> {
  protected readonly flow: Flow;

  constructor(flow: Flow) {
    this.flow = flow;
  }

  send(path: string, init: Request): Promise<Answer> {
    return this.flow.api.send(path, init);
  }

  claimHeaders(): Promise<Record<string, string>> {
    return siteToken(this.flow.site);
  }
}
