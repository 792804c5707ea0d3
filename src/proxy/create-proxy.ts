import type { Ledger } from '../ledger/index.ts';
import { fetchTransport, type Transport } from '../service/index.ts';
import { actionsOf } from './action.ts';
import { createApp } from './app.ts';
import { createBoundary } from './boundary.ts';
import { createClaimDesk } from './claim-desk.ts';
import { ConfigError, readConfig, type RewardsConfig } from './config/index.ts';
import type { Environment } from './env.ts';
import type { Handler } from './handler.ts';
import { identitiesOf } from './identity/index.ts';
import { consoleLogger, type Logger } from './logger.ts';
import { Metrics } from './metrics.ts';
import { Origins } from './origins.ts';
import { Recovery } from './recovery.ts';
import { Secrets } from './secrets.ts';
import { timedLedger } from './timed-ledger.ts';
import { upstreamsOf } from './upstream.ts';

/** The owner's config, and what the runtime provides. Nothing handed in here is closed by the proxy. */
export type ProxyOptions = RewardsConfig & {
  ledger: Ledger;
  /** Warnings and errors go to the console if left out. */
  logger?: Logger;
  /** How the service is reached; `fetchTransport()` if left out. On Node `undiciTransport()` is faster and knows more. */
  transport?: Transport;
  /** Epoch milliseconds; the server's clock if left out. */
  now?: () => number;
  /** What `env(name)` reads; the process's environment, where there is one, if left out. */
  env?: Environment;
};

/** The only holder of the API key: answers what widgets ask. Its methods may be passed on by themselves. */
export interface Proxy extends Handler {
  /**
   * Resolves once what an earlier process left in flight is settled, which requests wait for. Rejects where the ledger
   * fails; the next request tries again.
   */
  readonly ready: Promise<void>;
  /** Takes no further claims, and resolves once the calls in flight have settled. */
  readonly close: () => Promise<void>;
  /**
   * What the proxy has counted and timed since it was made, as Prometheus text (exposition format 0.0.4). No member or key is
   * in it, but it is for whoever runs the proxy: do not serve it where visitors can reach it. Never rejects.
   */
  readonly metrics: () => Promise<string>;
}

/**
 * Makes the proxy. Throws `ConfigError` with every problem in the config.
 *
 * @example
 * const proxy = createProxy({ ...config, ledger: sqliteLedger('rewards.db') });
 * const response = await proxy.fetch(request);
 */
export function createProxy(options: ProxyOptions): Proxy {
  const {
    ledger: store,
    logger = consoleLogger,
    transport = fetchTransport(),
    now = Date.now,
    env,
    ...config
  } = options;
  if (typeof store?.reserve !== 'function') {
    throw new ConfigError(["ledger: is missing: make one, such as sqliteLedger('rewards.db')"]);
  }
  const secrets = new Secrets();
  const settings = readConfig(config, env ?? globalThis.process?.env ?? {}, secrets);
  const actions = actionsOf(settings);
  const metrics = new Metrics(actions.values(), now());
  const ledger = timedLedger(store, metrics);
  const upstreams = upstreamsOf(settings, { transport, logger, secrets, metrics, now });
  const desk = createClaimDesk({ ledger, upstreams, logger, secrets, metrics, now });
  const recovery = new Recovery(ledger, logger, now, () => desk.retryRoles());
  const { mount } = settings;
  const identities = identitiesOf(settings, now);
  const origins = new Origins(settings.origins);
  const answer = createApp({ mount, actions, identities, desk, ledger, recovery, origins, logger, secrets, now });
  const fetch = createBoundary({ answer, origins, logger, secrets });

  const ready = recovery.upToDate();
  ready.catch((error) => {
    logger.error(
      { error: secrets.describe(error) },
      'the ledger could not recover what an earlier process left in flight',
    );
  });
  return Object.freeze({
    fetch,
    ready,
    close: () => desk.close(),
    metrics: () => metrics.text({ ledger, upstreams, now }),
  });
}
