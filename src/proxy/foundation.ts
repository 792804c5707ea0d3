import { isRecord } from '../contract/guard.ts';
import { type Ledger, LedgerError } from '../ledger/index.ts';
import { fetchTransport, type Transport } from '../service/index.ts';
import { type Action, grantKinds } from './actions/action.ts';
import { actionsOf } from './actions/read-actions.ts';
import { Alerts, type AlertChannels, createAlertChannels } from './alerts/index.ts';
import { ClockWatch } from './claims/clock-watch.ts';
import { steadyLedger } from './claims/steady-ledger.ts';
import { ConfigError, type ConfigOutput, readConfig } from './config/index.ts';
import { createDeliveries, type Deliveries } from './deliveries/deliveries.ts';
import { consoleLogger, type Logger } from './monitoring/logger.ts';
import { Metrics } from './monitoring/metrics.ts';
import { Secrets } from './monitoring/secrets.ts';
import { timedLedger } from './monitoring/timed-ledger.ts';
import type { ProxyOptions } from './options.ts';
import { datedTransport } from './upstream/index.ts';

/** What nearly every part of the proxy needs. */
export interface Common {
  readonly logger: Logger;
  readonly secrets: Secrets;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** What the other parts of the proxy are built on. */
export interface Foundation {
  readonly common: Common;
  readonly settings: ConfigOutput;
  readonly actions: ReadonlyMap<string, Action>;
  readonly metrics: Metrics;
  readonly alerts: Alerts;
  readonly alertChannels: AlertChannels;
  readonly deliveries: Deliveries;
  /** The ledger that all parts use. */
  readonly ledger: Ledger;
  /** For calls other than those to the service. */
  readonly transport: Transport;
  /** For calls to the service, whose replies show the time. */
  readonly serviceTransport: Transport;
}

/** Reads the options, and makes the parts for logs, alerts, metrics and the ledger. Throws a `ConfigError` with all problems in the config. */
export function foundationOf(options: ProxyOptions): Foundation {
  if (!isRecord(options)) {
    throw new ConfigError(['config: must be an object with keys: createProxy({ ...config, ledger })']);
  }
  const {
    ledger: store,
    logger = consoleLogger,
    transport = fetchTransport(),
    now = Date.now,
    elapsed = options.now ? null : () => performance.now(),
    env = globalThis.process?.env ?? {},
    elements: _,
    ...config
  } = options;
  if (typeof store?.reserve !== 'function') {
    throw new ConfigError(["ledger: is missing: make one, such as sqliteLedger('rewards.db')"]);
  }
  const secrets = new Secrets();
  const common = { logger, secrets, now };
  const settings = readConfig(config, env, secrets);
  const actions = actionsOf(settings);
  const labels = Array.from(actions.values(), (action) => ({
    action: action.name,
    service: action.service,
    grants: grantKinds(action),
  }));
  const metrics = new Metrics(labels, now());
  const alertChannels = createAlertChannels(settings, common);
  const { onSuspicious, onAlert = onSuspicious } = settings;
  const alerts = new Alerts({ hooks: onAlert ? [onAlert, ...alertChannels.hooks] : alertChannels.hooks, ...common });
  const steady = elapsed ? steadyLedger(store, new ClockWatch(elapsed, logger)) : store;
  const timed = timedLedger(steady, metrics, (error) => {
    if (error instanceof LedgerError) alerts.report({ kind: 'ledger-failed', reason: error.code });
  });
  const deliveries = createDeliveries({
    receivers: settings.receivers,
    ledger: timed,
    failed: (receiver, outcome) => alerts.report({ kind: 'delivery-failed', receiver, outcome }),
    ...common,
  });
  return {
    common,
    settings,
    actions,
    metrics,
    alerts,
    alertChannels,
    deliveries,
    ledger: deliveries.ledger,
    transport,
    serviceTransport: elapsed ? datedTransport(transport, logger, now) : transport,
  };
}
