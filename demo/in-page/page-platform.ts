import { calculatePKCECodeChallenge } from 'openid-client';
import { HARBOUR_LIGHTS } from '../../src/emulator/index.ts';
import { RequestProblem } from '../../src/proxy/http/problem.ts';
import type { Answer } from '../../src/proxy/http/respond.ts';
import type { Identity } from '../../src/proxy/identity/identity.ts';
import { cookieAt } from '../../src/proxy/identity/platform/cookies.ts';
import { CODE, sessionOf } from '../../src/proxy/identity/platform/kinds.ts';
import { Memberships } from '../../src/proxy/identity/platform/memberships.ts';
import { platformIdentity } from '../../src/proxy/identity/platform/platform-identity.ts';
import type { PlatformContext } from '../../src/proxy/identity/platform/platform.ts';
import { Provider } from '../../src/proxy/identity/platform/provider.ts';
import { createSealedTokens } from '../../src/proxy/identity/platform/sealed-tokens.ts';
import { SessionRequests } from '../../src/proxy/identity/platform/session-requests.ts';
import { Sessions } from '../../src/proxy/identity/platform/sessions.ts';
import type { Platform, PlatformSettings } from '../../src/proxy/identity/platform/settings.ts';
import { comingFrom } from './backend.ts';

/** A simulated platform, and the proxy's own sessions of visitors who sign in with it. */
export interface PagePlatform extends Identity, Pick<SessionRequests, 'signOut'> {
  /** Gives a token for what the platform's page has said, which is the id of a member. */
  redeem(request: Request, requestId: string): Promise<Answer>;
}

/**
 * What stands in for a platform is a page of the site that takes everybody at their word: there is no server that it could send its visitor
 * back to. The code that the proxy would make of their return is made here; from there on, to the end of the session, all is the proxy's.
 */
export function openPlatform(settings: PlatformSettings, context: PlatformContext): PagePlatform {
  const { now } = context;
  const { name = '', origin } = settings;
  const platform = platformIn(settings);
  const sealedTokens = createSealedTokens(settings.secrets, now);
  const session = sessionOf(platform.sessionSeconds);
  const sessions = new Sessions({ ...context, origin, sealedTokens, session, cookie: cookieAt(origin, 'rewards') });
  const memberships = new Memberships({ ...context, platform, provider: async () => new Provider(platform, origin) });
  const requests = new SessionRequests({ ...context, sessions, sealedTokens });

  async function redeem(request: Request, requestId: string): Promise<Answer> {
    const { code: chosen, verifier }: { code: string; verifier: string } = await request.json();
    const member = HARBOUR_LIGHTS.members?.find(({ id }) => id === chosen);
    if (!member) throw new RequestProblem({ code: 'sign-in-required', detail: 'Nobody signed in.' });
    const code = await sealedTokens.seal(CODE, {
      ...sessions.memberOf({ id: chosen, name: member.name }),
      jti: crypto.randomUUID(),
      origin: location.origin,
      challenge: await calculatePKCECodeChallenge(verifier),
    });
    const body = JSON.stringify({ code, verifier });
    const { url, method, headers } = request;
    return requests.redeem(comingFrom(location.origin, new Request(url, { method, headers, body })), requestId);
  }

  return {
    ...platformIdentity({ ...context, name, sessions, memberships }),
    redeem,
    signOut: (request, requestId) => requests.signOut(request, requestId),
  };
}

/** Nobody has to be in any community. What the settings could take from a preset is not loaded for it. */
function platformIn({ name = '', origin, pages, clientId, clientSecret, sessionDays }: PlatformSettings): Platform {
  return {
    name,
    origin,
    pages,
    client: { id: clientId, secret: clientSecret, authentication: 'post' },
    server: { issuer: origin },
    scope: 'openid',
    memberId: 'sub',
    memberNames: [],
    serverId: null,
    isMember: null,
    membershipMs: Infinity,
    sessionSeconds: sessionDays * 86_400,
  };
}
