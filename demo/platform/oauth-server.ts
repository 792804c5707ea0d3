import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { type Context, Provider } from 'oidc-provider';
import { memoryAdapter } from './memory-adapter.ts';

/** An application at the platform: the one that the rewards proxy signs members in with. */
export interface Application {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

const SHORT_S = 600;

/** A real OAuth 2 and OpenID Connect server, whose members sign in by choosing who they are. */
export async function createOAuthServer(
  issuer: string,
  application: Application,
  nameOf: (id: string) => string | undefined,
): Promise<Provider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return new Provider(issuer, {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: application.clientId,
        client_secret: application.clientSecret,
        redirect_uris: [application.redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub', 'name'] },
    clientBasedCORS: () => false,
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    findAccount: (_context: Context, id: string) => ({ accountId: id, claims: () => ({ sub: id, name: nameOf(id) }) }),
    interactions: { url: (_context: Context, { uid }: { uid: string }) => `/choose/${uid}` },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'demo' }] },
    loadExistingGrant: grantAsked,
    pkce: { required: () => true },
    renderError: (context: Context, { error, error_description }: Record<string, string>) => {
      context.type = 'text/plain';
      context.body = `${error}: ${error_description}`;
    },
    scopes: ['openid', 'identify', 'guilds.members.read'],
    ttl: {
      AccessToken: SHORT_S,
      AuthorizationCode: SHORT_S,
      Grant: SHORT_S,
      IdToken: SHORT_S,
      Interaction: SHORT_S,
      Session: SHORT_S,
    },
  });
}

/** A visitor who chooses a member agrees to what is asked for as well. */
async function grantAsked({ oidc }: Context): Promise<object> {
  const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
  grant.addOIDCScope(oidc.params.scope ?? '');
  await grant.save();
  return grant;
}
