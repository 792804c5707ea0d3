import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { isRecord } from '../../../contract/guard.ts';
import { PlatformError } from './platform-error.ts';
import { platformError } from './provider-error.ts';
import type { Platform, Profile } from './settings.ts';

/** The secrets with which a sign-in begins, and that its end must match. */
export interface SignInSecrets {
  state: string;
  /** The platform only gets its hash (PKCE, RFC 7636). */
  verifier: string;
  /** An ID token, if there is one, must contain it (OpenID Connect). */
  nonce: string;
}

/** The person who signed in, and an access token to ask about them. */
export interface SignedIn {
  profile: Profile;
  accessToken: string;
}

const TIMEOUT_S = 10;

/** The platform's side is loaded with the first sign-in: most sites have none. */
export type LoadProvider = () => Promise<Provider>;

/** The platform's side of a sign-in (OAuth 2, RFC 6749, with PKCE). Every method throws `PlatformError` if the platform fails. */
export class Provider {
  readonly #platform: Platform;
  readonly #redirectUri: string;
  readonly #openId: boolean;
  #configuration: Promise<Configuration> | undefined;

  constructor(platform: Platform, redirectUri: string) {
    this.#platform = platform;
    this.#redirectUri = redirectUri;
    this.#openId = platform.scope.split(' ').includes('openid');
  }

  /** New secrets, which nobody can guess. */
  begin(): SignInSecrets {
    return { state: randomState(), verifier: randomPKCECodeVerifier(), nonce: randomNonce() };
  }

  /** Where the visitor signs in. */
  async authorizationUrl({ state, verifier, nonce }: SignInSecrets): Promise<URL> {
    return buildAuthorizationUrl(await this.#configured(), {
      redirect_uri: this.#redirectUri,
      scope: this.#platform.scope,
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(this.#openId && { nonce }),
    });
  }

  /** Who signed in, by the query with which the platform sent the visitor back. */
  async signedIn(query: URLSearchParams, { state, verifier, nonce }: SignInSecrets): Promise<SignedIn> {
    const configuration = await this.#configured();
    // The request's own URL may have another host or scheme than visitors see, behind a proxy that ends TLS.
    const reply = new URL(`${this.#redirectUri}?${query}`);
    const checks = { expectedState: state, pkceCodeVerifier: verifier, ...(this.#openId && { expectedNonce: nonce }) };
    try {
      const tokens = await authorizationCodeGrant(configuration, reply, checks);
      const accessToken = tokens.access_token;
      const claims = tokens.claims();
      const url = this.#userEndpoint(configuration);
      const profile = url || !claims ? await this.profile(accessToken) : claims;
      if (claims && profile['sub'] !== undefined && profile['sub'] !== claims.sub) {
        throw new PlatformError('rejected', "the platform's profile is of another member than its ID token");
      }
      return { profile, accessToken };
    } catch (error) {
      throw platformError(error);
    }
  }

  /** The current profile of the access token's member. */
  async profile(accessToken: string): Promise<Profile> {
    const url = this.#userEndpoint(await this.#configured());
    if (!url) throw new PlatformError('unusable', 'the platform has no endpoint for profiles: set platform.endpoints');
    const response = await this.#get(new URL(url), accessToken);
    if (!response.ok) throw failed(response.status, 'the profile');
    // The error of a parser may repeat a part of the page.
    const profile: unknown = await response.json().catch(() => null);
    if (isRecord(profile)) return profile;
    throw new PlatformError('unreachable', 'the platform answered with no JSON when asked for the profile');
  }

  /** Whether they are in the community, as far as the preset's platform can tell. */
  async isInServer(serverId: string, { accessToken }: Pick<SignedIn, 'accessToken'>): Promise<boolean> {
    const configuration = await this.#configured();
    const user = this.#userEndpoint(configuration);
    const { status } = await this.#get(new URL(`${user}/guilds/${encodeURIComponent(serverId)}/member`), accessToken);
    if (status === 200) return true;
    if (status === 404) return false;
    throw failed(status, 'the membership');
  }

  #userEndpoint(configuration: Configuration): string | undefined {
    const { server } = this.#platform;
    return 'endpoints' in server ? server.endpoints.user : configuration.serverMetadata().userinfo_endpoint;
  }

  async #get(url: URL, accessToken: string): Promise<Response> {
    const headers = new Headers({ accept: 'application/json' });
    try {
      return await fetchProtectedResource(await this.#configured(), accessToken, url, 'GET', undefined, headers);
    } catch (error) {
      throw platformError(error);
    }
  }

  /** Loaded when the first visitor signs in, so that the proxy can start while a platform is down. */
  async #configured(): Promise<Configuration> {
    this.#configuration ??= this.#configure();
    try {
      return await this.#configuration;
    } catch (error) {
      this.#configuration = undefined;
      throw platformError(error);
    }
  }

  async #configure(): Promise<Configuration> {
    const { server, client } = this.#platform;
    const authentication = (client.authentication === 'basic' ? ClientSecretBasic : ClientSecretPost)(client.secret);
    if ('issuer' in server) {
      const insecure = isInsecure(server.issuer) ? [allowInsecureRequests] : [];
      const execute = [enableNonRepudiationChecks, ...insecure];
      return discovery(new URL(server.issuer), client.id, {}, authentication, { timeout: TIMEOUT_S, execute });
    }
    const { authorization, token } = server.endpoints;
    const metadata = {
      issuer: new URL(authorization).origin,
      authorization_endpoint: authorization,
      token_endpoint: token,
    };
    const configuration = new Configuration(metadata, client.id, {}, authentication);
    configuration.timeout = TIMEOUT_S;
    if (isInsecure(authorization)) allowInsecureRequests(configuration);
    return configuration;
  }
}

/** 401 means that the access token is not valid, or no longer. */
function failed(status: number, asked: string): PlatformError {
  const code = status === 401 ? 'rejected' : 'unreachable';
  return new PlatformError(code, `the platform answered ${status} when asked for ${asked}`);
}

/** Only allowed on this machine: the config is checked for that. */
function isInsecure(url: string): boolean {
  return url.startsWith('http:');
}
