import { fetchTransport } from '../src/service/index.ts';
import { createProxy, type RewardsConfig } from '../src/proxy/index.ts';
import { IN_PAGE } from './in-page/addresses.ts';
import { lazyLedger } from './in-page/lazy-ledger.ts';

const WIDGET = /<rewards-(?:checkin|signup|role|onchain)\b[^>]*>/g;
const ORIGIN = 'https://page.invalid';

/** The paths, below the endpoint, that the widgets in a page ask for before anybody has done anything. */
export function firstPaths(html: string): string[] {
  const lang = attribute(/<html\b[^>]*>/.exec(html)?.[0] ?? '', 'lang') ?? '';
  return Array.from(html.matchAll(WIDGET), ([tag]) => {
    const member = attribute(tag, 'member-id');
    const query = new URLSearchParams({ ...(member !== undefined && { memberId: member }), lang });
    return `/actions/${attribute(tag, 'action') ?? ''}?${query}`;
  });
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
}

/** What a proxy with that config answers at the paths before anybody has claimed anything. Throws where it does not answer one. */
export async function firstViews(config: RewardsConfig, paths: readonly string[]): Promise<Record<string, unknown>> {
  const nobody = () => Promise.reject(new Error('a view needs neither ledger nor community'));
  const proxy = createProxy({
    ...config,
    origins: [ORIGIN],
    limits: false,
    ledger: lazyLedger(nobody),
    transport: fetchTransport(nobody),
    env: { REWARDS_BASE_URL: IN_PAGE.emulator, REWARDS_API_KEY: 'none' },
  });
  try {
    const entries = paths.map(async (path): Promise<[string, unknown]> => {
      const response = await proxy.fetch(
        new Request(`${IN_PAGE.proxy}/rewards${path}`, { headers: { origin: ORIGIN } }),
      );
      if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
      return [path, await response.json()];
    });
    return Object.fromEntries(await Promise.all(entries));
  } finally {
    await proxy.close();
  }
}
