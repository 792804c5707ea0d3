import { literal } from '../literal.ts';
import type { Site } from '../site.ts';

/** `rewards.config.ts`. */
export function configFile({ action, title, points, origins, timeZone }: Site): string {
  const key = /^[a-z][a-z0-9]*$/.test(action) ? action : literal(action);
  return `import { defineConfig, env } from 'rewards-elements/proxy';

export default defineConfig({
  service: { baseUrl: env('REWARDS_BASE_URL'), apiKey: env('REWARDS_API_KEY') },
  // The sites that may use the proxy, exactly as browsers send them.
  origins: [${origins.map(literal).join(', ')}],
  // Where a day begins.
  timeZone: ${literal(timeZone)},
  actions: {
    ${key}: {
      title: ${literal(title)},
      repeats: 'daily',
      points: ${points},
      remark: ${literal(title)},
    },
  },
});
`;
}
