import { literal } from '../literal.ts';
import type { Site } from '../site.ts';

/** How the proxy learns whose a request is, as lines of the config. */
export const ADDRESSES = {
  /** A web server on the same machine, before a server that knows who connected. */
  ofWebServer: `  // The web server on this machine, whose X-Forwarded-For names the visitor. For other hosts see the documentation (Deploy).
  trustedProxies: ['127.0.0.1', '::1'],
`,
  /** A host that does not say who connected, but in a header. */
  inHeader: `  // Next.js gives the visitor's address only in this header. The server in front of it writes the header: nginx, Caddy, Vercel.
  // The last address in it that is none of these is the visitor's: add those of a CDN before your web server.
  clientAddressHeader: 'x-forwarded-for',
  trustedProxies: ['127.0.0.1', '::1'],
`,
  /** A host that says who the visitor is. */
  given: '',
};

/** `rewards.config.ts`, with how the proxy learns whose a request is. */
export function configFile({ action, title, points, origins, timeZone }: Site, addresses: string): string {
  const key = /^[a-z][a-z0-9]*$/.test(action) ? action : literal(action);
  return `import { defineConfig, env } from 'rewards-proxy';

export default defineConfig({
  service: { baseUrl: env('REWARDS_BASE_URL'), apiKey: env('REWARDS_API_KEY') },
  // The sites that may use the proxy, exactly as browsers send them.
  origins: [${origins.map(literal).join(', ')}],
  // Where a day begins.
  timeZone: ${literal(timeZone)},
${addresses}  actions: {
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
