import type { Ledger } from '../../../ledger/index.ts';
import type { Logger } from '../../logger.ts';
import type { Origins } from '../../origins.ts';
import type { Secrets } from '../../secrets.ts';
import type { Identity } from '../identity.ts';
import { cookieAt } from './cookies.ts';
import { sessionOf } from './kinds.ts';
import { platformIdentity } from './platform-identity.ts';
import { Provider } from './provider.ts';
import { createSeals } from './seals.ts';
import { platformOf, type PlatformSettings } from './settings.ts';
import { SignIn } from './sign-in.ts';

export interface PlatformContext {
  mount: string;
  origins: Origins;
  ledger: Ledger;
  logger: Logger;
  secrets: Secrets;
  now: () => number;
}

/** What the proxy answers with below its mount. */
export interface SignInRoutes {
  /** The platform's name. */
  readonly name: string;
  /** Where a visitor begins to sign in. */
  readonly url: string;
  readonly signIn: SignIn;
  /** Whether a browser opens one of the pages by itself, as it may be sent to from any site. */
  readonly isVisit: (request: Request) => boolean;
}

/** Signing in with the platform of the config: the identity that comes of it, and its routes. */
export function createPlatform(
  settings: PlatformSettings,
  context: PlatformContext,
): { identity: Identity; routes: SignInRoutes } {
  const { ledger, mount, now } = context;
  const platform = platformOf(settings);
  const { origin } = platform;
  const url = signInUrl(origin, mount);
  const callback = redirectUrl(origin, mount);
  const pages = new Set([url, callback].map((page) => new URL(page).pathname));
  const seals = createSeals(settings.secrets, now);
  const session = sessionOf(platform.sessionSeconds);
  const cookies = { begun: cookieAt(origin, 'rewards-sign-in'), session: cookieAt(origin, 'rewards') };
  const provider = new Provider(platform, callback);
  const signIn = new SignIn({ ...context, platform, provider, seals, session, cookies });
  return {
    identity: platformIdentity({ origin, seals, session, cookie: cookies.session, ledger }),
    routes: {
      name: platform.name,
      url,
      signIn,
      isVisit: (request) => isNavigation(request) && pages.has(new URL(request.url).pathname),
    },
  };
}

/** Where the platform sends visitors back to: what the owner registers there. */
export function redirectUrl(origin: string, mount: string): string {
  return `${signInUrl(origin, mount)}/callback`;
}

function signInUrl(origin: string, mount: string): string {
  return `${origin}${mount === '/' ? '' : mount}/sign-in`;
}

/** Whether a window shows the answer, as far as the browser says (Fetch Metadata): no frame, and no script. */
function isNavigation({ method, headers }: Request): boolean {
  const destination = headers.get('sec-fetch-dest');
  return method === 'GET' && (destination === null || destination === 'document');
}
