import './zod-without-eval.ts';
import { createEmulator, type Emulator, HARBOUR_LIGHTS } from '../../src/emulator/index.ts';
import { createProxy, type Logger, type Proxy, type RewardsConfig } from '../../src/proxy/index.ts';
import { fetchTransport } from '../../src/service/index.ts';
import { IN_PAGE } from './addresses.ts';
import { lazyLedger, type LazyLedger } from './lazy-ledger.ts';

/** The emulated community and the ledger of claims, which live as long as the page. */
export interface Ground {
  emulator: Emulator;
  ledger: LazyLedger;
}

export interface ProxySettings {
  /** Environment variables that the config reads, except those of the service. */
  env?: Record<string, string>;
  logger: Logger;
}

/** A community where nobody has claimed anything. */
export function openGround(): Ground {
  return {
    emulator: createEmulator(),
    ledger: lazyLedger(async () => (await import('./page-ledger.ts')).openPageLedger()),
  };
}

/**
 * A proxy that runs in the page: it calls the emulator directly, with a new key, which replaces any other. A page has one visitor, so there
 * are no limits.
 */
export function openProxy(config: RewardsConfig, { emulator, ledger }: Ground, settings: ProxySettings): Proxy {
  const { env, logger } = settings;
  const { state } = emulator;
  if (state.server(HARBOUR_LIGHTS.id).keys.some(({ revoked }) => !revoked)) state.revokeKey(HARBOUR_LIGHTS.id);
  const { key } = state.createKey(HARBOUR_LIGHTS.id);
  const callEmulator: typeof fetch = (input, init) => emulator.fetch(new Request(input, init));
  const { origin } = location;
  const proxy = createProxy({
    ...config,
    origins: [origin],
    limits: false,
    ledger,
    logger,
    transport: fetchTransport(callEmulator),
    env: { ...env, REWARDS_BASE_URL: IN_PAGE.emulator, REWARDS_API_KEY: key },
  });
  return { ...proxy, fetch: (request) => proxy.fetch(comingFrom(origin, request)) };
}

/** The request as a browser would send it: scripts cannot set the header `Origin`, so it is defined on the request. */
export function comingFrom(origin: string, request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set('origin', origin);
  return Object.defineProperty(request, 'headers', { value: headers });
}
