import { once } from '../../../common/once.ts';
import type { Ledger } from '../../../ledger/index.ts';
import type { Logger } from '../../monitoring/logger.ts';
import type { Origins } from '../../http/origins.ts';
import type { Secrets } from '../../monitoring/secrets.ts';
import type { Identity } from '../identity.ts';
import type { MemberIds } from '../member-ids.ts';
import { cookieAt } from './cookies.ts';
import { sessionOf } from './kinds.ts';
import { Memberships } from './memberships.ts';
import { isNavigation } from './navigation.ts';
import { platformIdentity } from './platform-identity.ts';
import { ReturnPages } from './return-pages.ts';
import { createSealedTokens } from './sealed-tokens.ts';
import { SessionRequests } from './session-requests.ts';
import { Sessions } from './sessions.ts';
import { platformOf, type PlatformSettings } from './settings.ts';
import { SignIn } from './sign-in.ts';
import type { Incoming } from '../../http/incoming.ts';

export interface PlatformContext {
  mount: string;
  origins: Origins;
  ids: MemberIds;
  ledger: Ledger;
  logger: Logger;
  secrets: Secrets;
  /** A member's name in the log. */
  names: (memberId: string) => string;
  now: () => number;
}

/** The routes of a sign-in, below the proxy's mount. */
export interface SignInRoutes {
  /** The platform's name. */
  readonly name: string;
  /** Where visitors begin to sign in. */
  readonly url: string;
  readonly signIn: SignIn;
  readonly sessions: SessionRequests;
  /** Whether the request is for one of the pages. Any site may send a visitor there. */
  readonly isVisit: (request: Incoming) => boolean;
}

/** Sign-in with the config's platform: its identity, and its routes. */
export function createPlatform(
  settings: PlatformSettings,
  context: PlatformContext,
): { identity: Identity; routes: SignInRoutes } {
  const { ids, ledger, mount, now } = context;
  const platform = platformOf(settings);
  const { origin } = platform;
  const url = signInUrl(origin, mount);
  const callback = redirectUrl(origin, mount);
  const paths = [url, callback].map((page) => new URL(page).pathname);
  const sealedTokens = createSealedTokens(settings.secrets, now);
  const session = sessionOf(platform.sessionSeconds);
  const cookie = cookieAt(origin, 'rewards');
  const sessions = new Sessions({ origin, sealedTokens, session, cookie, ledger, now });
  const cookies = { pending: cookieAt(origin, 'rewards-sign-in') };
  const provider = once(async () => {
    const { Provider } = await import('./provider.ts');
    return new Provider(platform, callback);
  });
  const memberships = new Memberships({ platform, provider, ids, now });
  const pages = new ReturnPages(platform.pages, context.origins);
  const signIn = new SignIn({ ...context, platform, provider, sealedTokens, sessions, memberships, cookies, pages });
  return {
    identity: platformIdentity({ ...context, name: platform.name, sessions, memberships }),
    routes: {
      name: platform.name,
      url,
      signIn,
      sessions: new SessionRequests({ ...context, sessions, sealedTokens }),
      isVisit: (request) => isNavigation(request) && paths.includes(new URL(request.url).pathname),
    },
  };
}

/** Where the platform sends visitors back. The owner registers this URL there. */
export function redirectUrl(origin: string, mount: string): string {
  return `${signInUrl(origin, mount)}/callback`;
}

function signInUrl(origin: string, mount: string): string {
  return `${origin}${mount === '/' ? '' : mount}/sign-in`;
}
