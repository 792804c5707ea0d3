import type { Site } from '../site.ts';
import { ADDRESSES, configFile } from './config-file.ts';
import { envExample } from './env-file.ts';

/** What every kind of site begins with. `addresses` is how its proxy learns whose a request is; from a web server before it if left out, and as the host says where that is known. */
export function sharedFiles(site: Site, addresses: string = ADDRESSES.ofWebServer): Record<string, string> {
  const { config = 'rewards.config.ts', example = '.env.example' } = site;
  return { [config]: configFile(site, site.addresses ?? addresses), [example]: envExample(site) };
}
