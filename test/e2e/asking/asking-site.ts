import type { TestContext } from 'node:test';
import { listen } from '../../../src/cli/serve/listen.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { toNodeListener } from '../../../src/proxy/adapters/node.ts';
import { createProxy, type Proxy, type RewardsConfig } from '../../../src/proxy/index.ts';
import { grant, scriptedTransport } from '../../proxy/support/transport.ts';
import { ANYWHERE } from '../support/anywhere.ts';
import { openBuiltSite } from '../support/built-site.ts';

/** The demo's page, and what came of it. */
export interface AskingSite {
  url: string;
  /** The claims that came, and what they were answered. */
  claims: number[];
  calls: unknown[];
  /** Goes on with another process, as far as anybody can tell: the secret that it made up is another one. */
  restart: () => void;
}

/** The demo's page with a proxy whose check-in asks for something more. */
export async function openAsking(
  t: TestContext,
  asks: Pick<RewardsConfig['actions'][string], 'challenge' | 'verify'>,
): Promise<AskingSite> {
  const addresses = Promise.withResolvers<{ proxy: string; emulator: string }>();
  const site = await openBuiltSite(ANYWHERE, addresses.promise);
  t.after(() => site.close());
  const ledger = sqliteLedger(':memory:');
  t.after(() => ledger.close());
  const { calls, transport } = scriptedTransport(grant);
  const start = (): Proxy =>
    createProxy({
      service: { baseUrl: 'https://service.example', apiKey: 'key' },
      origins: [site.url],
      actions: { daily: { title: 'Daily', repeats: 'daily', points: 10, remark: 'Daily', ...asks } },
      ledger,
      transport,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      env: {},
    });
  let proxy = start();
  const claims: number[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const response = await proxy.fetch(request);
    if (request.method === 'POST') claims.push(response.status);
    return response;
  };
  const server = await listen(toNodeListener({ fetch }), ANYWHERE);
  t.after(() => server.close(proxy.close()));
  addresses.resolve({ proxy: server.url, emulator: server.url });
  return { url: site.url, claims, calls, restart: () => (proxy = start()) };
}
