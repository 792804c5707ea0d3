import type { Site } from '../site.ts';
import { LOCAL_SCRIPT, page } from './page.ts';
import { proxyModule } from './proxy-module.ts';
import { sharedFiles } from './shared-files.ts';

/** The files of a site that is a server of its own, whose routes an app that is there already can take alone. */
export function routesAndServer(site: Site, routes: string, server: string): Record<string, string> {
  return {
    ...sharedFiles(site),
    'rewards.ts': proxyModule({ ledger: site.ledger, undici: true }),
    'rewards-routes.ts': routes,
    'rewards-server.ts': server,
    'check-in.html': page(site, { script: LOCAL_SCRIPT }),
  };
}
