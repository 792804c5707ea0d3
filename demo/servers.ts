import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listen, type ListenOptions } from '../src/cli/listen.ts';
import { loadConfig } from '../src/cli/load-config.ts';
import { createEmulator, HARBOUR_LIGHTS, newApiKey } from '../src/emulator/index.ts';
import { sqliteLedger } from '../src/ledger/sqlite.ts';
import { toNodeListener } from '../src/proxy/adapters/node.ts';
import { createProxy } from '../src/proxy/index.ts';
import { undiciTransport } from '../src/service/undici.ts';
import type { Addresses } from './addresses-plugin.ts';
import { openSite } from './site.ts';

/** Where each of the three is to listen. */
export interface Places {
  site: ListenOptions;
  proxy: ListenOptions;
  emulator: ListenOptions;
}

/** The demo as it runs: addresses without a slash at the end, and the ledger's file. */
export interface Demo extends Addresses {
  site: string;
  ledger: string;
  /** Lets claims in flight settle, then closes everything and removes the ledger. */
  close(): Promise<void>;
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * Opens emulator, site and proxy. The emulator keeps its community in memory, so the ledger is a new one each time: claims
 * of an earlier run would tell of points that are gone. Throws one line where a port is taken.
 */
export async function openDemo(places: Places): Promise<Demo> {
  await using open = new AsyncDisposableStack();
  const apiKey = newApiKey();
  const emulator = await listen(
    toNodeListener(createEmulator({ servers: [{ ...HARBOUR_LIGHTS, apiKey }] })),
    places.emulator,
  );
  open.defer(() => emulator.close());

  const addresses = Promise.withResolvers<Addresses>();
  const site = await openSite(places.site, addresses.promise);
  open.defer(() => site.close());

  await mkdir(path('../.data'), { recursive: true });
  const folder = await mkdtemp(path('../.data/demo-'));
  open.defer(() => rm(folder, { recursive: true }));
  const file = join(folder, 'ledger.db');
  const ledger = sqliteLedger(file);
  open.defer(() => ledger.close());
  const transport = undiciTransport();
  open.defer(() => transport.close());

  const config = await loadConfig(path('rewards.config.ts'));
  const port = new URL(site.url).port;
  const proxy = createProxy({
    ...config,
    origins: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
    ledger,
    transport,
    env: { REWARDS_BASE_URL: emulator.url, REWARDS_API_KEY: apiKey },
  });
  await proxy.ready;
  const door = await listen(toNodeListener(proxy), places.proxy);
  open.defer(() => door.close(proxy.close()));

  addresses.resolve({ proxy: door.url, emulator: emulator.url });
  const opened = open.move();
  return {
    site: site.url,
    proxy: door.url,
    emulator: emulator.url,
    ledger: file,
    close: () => opened.disposeAsync(),
  };
}
