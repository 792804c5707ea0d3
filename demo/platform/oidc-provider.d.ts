/** The part of oidc-provider, which has no types of its own, that the demo uses. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface Context {
    oidc: {
      provider: Provider;
      client: { clientId: string };
      params: { scope?: string };
      session: { accountId: string };
    };
    type: string;
    body: string;
  }

  export interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export interface Interaction {
    uid: string;
    params: { client_id: string; scope?: string };
  }

  export interface Adapter {
    upsert(id: string, payload: object, expiresIn: number): Promise<void>;
    find(id: string): Promise<object | undefined>;
    findByUid(uid: string): Promise<object | undefined>;
    findByUserCode(userCode: string): Promise<object | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: new (of: { clientId: string; accountId: string }) => Grant;
    readonly AccessToken: { find(token: string): Promise<{ accountId: string; scope?: string } | undefined> };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
    on(event: 'server_error', listener: (context: unknown, error: Error) => void): this;
  }
}
