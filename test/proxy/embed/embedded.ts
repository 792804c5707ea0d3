import { CONFIG } from '../support/setup.ts';
import { grant, scriptedTransport } from '../support/transport.ts';
import { sqliteLedger } from '../../../src/ledger/sqlite.ts';
import { createProxy, type Proxy, type ProxyOptions } from '../../../src/proxy/index.ts';

/** As the build makes them, as far as a test looks at them. */
export const FILES: ReadonlyMap<string, string> = new Map([
  ['cdn/rewards-checkin.js', 'export {};'],
  ['cdn/chunks/part-abc.js', 'export const part = 1;'],
  ['themes/ocean.css', ':root {}'],
  ['cdn/integrity.json', '{}'],
]);

/** What a browser says of a frame that a page of another site has. */
export const IN_FRAME = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };

export interface Embedded extends AsyncDisposable {
  proxy: Proxy;
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  /** What was sent to the service. */
  calls: unknown[];
}

/** A proxy with pages for frames, on a ledger in memory. Close it with `await using`. */
export function embedded(config: Partial<ProxyOptions> = {}): Embedded {
  const { transport, calls } = scriptedTransport(grant);
  const ledger = sqliteLedger(':memory:');
  const proxy = createProxy({
    ...CONFIG,
    embed: true,
    elements: () => FILES,
    ledger,
    transport,
    env: {},
    ...config,
  });
  return {
    proxy,
    calls,
    get: (path, headers = IN_FRAME) => proxy.fetch(new Request(`http://localhost${path}`, { headers })),
    async [Symbol.asyncDispose]() {
      await proxy.ready;
      await proxy.close();
      await ledger.close();
    },
  };
}
