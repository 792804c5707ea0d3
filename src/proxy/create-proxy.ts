import type { Ledger } from '../ledger/index.ts';
import { fetchTransport, type Transport } from '../service/index.ts';
import { MemberGuard, memberNames, Suspicions, SuspicionWatch, Webhook } from './abuse/index.ts';
import { actionsOf } from './action.ts';
import { createApp } from './app.ts';
import { createBoundary } from './boundary.ts';
import { createClaimDesk } from './claims/index.ts';
import { Challenges } from './challenge/index.ts';
import { ConfigError, readConfig, type RewardsConfig } from './config/index.ts';
import type { Bindings } from './env.ts';
import type { Handler } from './handler.ts';
import { createPlatform, identitiesOf } from './identity/index.ts';
import { type AddressPattern, Limits } from './limits/index.ts';
import { consoleLogger, type Logger } from './logger.ts';
import { Metrics } from './metrics.ts';
import { Origins } from './origins.ts';
import { Recovery } from './recovery.ts';
import { Secrets } from './secrets.ts';
import { timedLedger } from './timed-ledger.ts';
import { upstreamsOf } from './upstream/index.ts';

/** The owner's config, and what the runtime provides. Nothing handed in here is closed by the proxy. */
export type ProxyOptions = RewardsConfig & {
  ledger: Ledger;
  /** Warnings and errors go to the console if left out. */
  logger?: Logger;
  /** How the service is reached; `fetchTransport()` if left out. On Node `undiciTransport()` is faster and knows more, and Deno needs it. */
  transport?: Transport;
  /** Epoch milliseconds; the server's clock if left out. */
  now?: () => number;
  /** What `env(name)` reads; the process's environment, where there is one, if left out. */
  env?: Bindings;
};

/** The only holder of the API key: answers what widgets ask. Its methods may be passed on by themselves. */
export interface Proxy extends Handler {
  /**
   * Resolves once what an earlier process left in flight is settled, which requests wait for. Rejects where the ledger
   * fails; the next request tries again.
   */
  readonly ready: Promise<void>;
  /** Takes no further claims, and resolves once the calls in flight have settled and the webhook was told what waits. */
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
  const { members = {}, abuse, onSuspicious } = settings;
  const webhook = settings.webhook && new Webhook({ ...settings.webhook, logger, secrets, now });
  const hooks = [onSuspicious, webhook?.post].filter((hook) => hook !== undefined);
  const suspicions = new Suspicions({ hooks, logger, secrets, now });
  const watch = new SuspicionWatch({ ledger, suspicions, refusals: abuse.refusals, logger, secrets, now });
  const names = memberNames({ shown: abuse.memberIds });
  const guard = new MemberGuard({ rules: members, dryRun: abuse.dryRun, names, suspicions, logger });
  const upstreams = upstreamsOf(settings, { transport, logger, secrets, metrics, suspicions, now });
  const desk = createClaimDesk({ ledger, upstreams, logger, secrets, metrics, watch, now });
  const recovery = new Recovery(ledger, logger, now, (settled) => {
    desk.retryRoles();
    if (settled.some(({ state }) => state === 'pending')) watch.unknown();
  });
  const { mount } = settings;
  const origins = new Origins(settings.origins);
  const signIn =
    settings.platform && createPlatform(settings.platform, { mount, origins, ledger, logger, secrets, now });
  const identities = identitiesOf(settings, signIn?.identity, now);
  const platform = signIn?.routes;
  const challenges = new Challenges(settings, { ledger, metrics, transport, logger, secrets, now });
  const report = (pattern: AddressPattern) => suspicions.report(pattern);
  const limits = new Limits({ ...settings, ledger, logger, metrics, report, now });
  const answer = createApp({
    mount,
    actions,
    identities,
    platform,
    guard,
    challenges,
    desk,
    ledger,
    recovery,
    origins,
    limits,
    logger,
    secrets,
    now,
  });
  const isVisit = platform?.isVisit ?? (() => false);
  const fetch = createBoundary({ answer, isVisit, origins, limits, logger, secrets });

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
    close: async () => {
      await desk.close();
      await watch.settled();
      await webhook?.close();
    },
    metrics: () => metrics.text({ ledger, upstreams, now }),
  });
}
