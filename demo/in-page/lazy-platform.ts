import { once } from '../../src/common/once.ts';
import type { PlatformContext } from '../../src/proxy/identity/platform/platform.ts';
import type { PlatformSettings } from '../../src/proxy/identity/platform/settings.ts';
import type { Given } from '../../src/proxy/identity/identity.ts';

/**
 * In place of the proxy's own signing in with a platform, in a page: see `page-platform.ts`, which is loaded when it is asked for, as most
 * pages never do.
 */
export function createPlatform(settings: PlatformSettings, context: PlatformContext) {
  const [page] = settings.pages;
  const open = once(async () => (await import('./page-platform.ts')).openPlatform(settings, context));
  return {
    identity: {
      mode: 'platform',
      identify: async (request: Request, given: Given) => (await open()).identify(request, given),
    },
    routes: {
      name: settings.name,
      url: new URL('playground/sign-in/', page).href,
      sessions: {
        redeem: async (request: Request, requestId: string) => (await open()).redeem(request, requestId),
        signOut: async (request: Request, requestId: string) => (await open()).signOut(request, requestId),
      },
      isVisit: () => false,
    },
  };
}
