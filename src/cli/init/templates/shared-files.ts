import type { Site } from '../site.ts';
import { configFile } from './config-file.ts';
import { envExample } from './env-example.ts';

/** What every kind of site begins with. */
export function sharedFiles(site: Site): Record<string, string> {
  return { 'rewards.config.ts': configFile(site), '.env.example': envExample(site) };
}
