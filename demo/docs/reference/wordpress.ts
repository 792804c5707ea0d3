import { readFileSync } from 'node:fs';
import { fenced } from './markdown.ts';

/** The plugin for WordPress, whole: who has WordPress has no npm. */
export function wordpressPlugin(): string {
  return fenced('php', readFileSync(new URL('../../integrations/wordpress/rewards.php', import.meta.url), 'utf8'));
}
