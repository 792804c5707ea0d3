import { type Ledger, LedgerError } from '../ledger/index.ts';
import { fetchTransport, type Transport } from '../service/index.ts';
import { AlertMonitor, Alerts, memberNames, outletsFor } from './alerts/index.ts';
import { type Action, grantKinds } from './actions/action.ts';
import { actionsOf, capsOfAll } from './actions/read-actions.ts';
import { createApp, EVENTS } from './http/app.ts';
import { createBoundary, type RequestKind } from './http/boundary.ts';
import { checkRules } from './actions/changed-rules.ts';
import { createClaims, InFlight, Intake, KeptOutcomes, makeGates } from './claims/index.ts';
import { Challenges, madeUpSecret } from './challenge/index.ts';
import { ClockWatch } from './claims/clock-watch.ts';
import { ConfigError, readConfig, type RewardsConfig } from './config/index.ts';
import type { Bindings } from './config/env.ts';
import { receiversIn } from './deliveries/config.ts';
import { tellingLedger } from './deliveries/telling-ledger.ts';
import { createEmbed, type ElementFiles } from './embed/index.ts';
import { auditedGiving } from './gifts/audited.ts';
import type { Gift, GiftOutcome } from './gifts/index.ts';
import type { Handler } from './http/handler.ts';
import type { Inside } from './inside.ts';
import {
  aliasWarning,
  createPlatform,
  identifyBy,
  identitiesOf,
  identitySettings,
  memberIdsOf,
} from './identity/index.ts';
import { Proofs, type ProofsSettings, type RotatingCodeSettings, rotatingCodesIn } from './proofs/index.ts';
import { type AddressPattern, RateLimiter } from './rate-limit/index.ts';
import { consoleLogger, type Logger } from './monitoring/logger.ts';
import { type ActionLabels, Metrics } from './monitoring/metrics.ts';
import { Origins } from './http/origins.ts';
import { Recovery } from './claims/recovery.ts';
import { steadyLedger } from './claims/steady-ledger.ts';
import { Secrets } from './monitoring/secrets.ts';
import { timedLedger } from './monitoring/timed-ledger.ts';
import { datedTransport, upstreamsOf } from './upstream/index.ts';
import { once } from '../common/once.ts';
import { within } from '../common/within.ts';

/** The owner's config, and what the runtime provides. Nothing handed in here is closed by the proxy. */
export type ProxyOptions = RewardsConfig & {
  ledger: Ledger;
  /** Warnings and errors go to the console if left out. */
  logger?: Logger;
  /** How the service is reached; `fetchTransport()` if left out. On Node `undiciTransport()` is faster and knows more, and Deno needs it. */
  transport?: Transport;
  /** Epoch milliseconds; the server's clock if left out. */
  now?: () => number;
  /**
   * Milliseconds by a clock that nobody sets, by which it is seen when the other one is set far ahead; best one that goes on while the machine
   * sleeps. `performance.now` if left out, and where `now` alone is given, nothing is seen.
   */
  elapsed?: () => number;
  /** How the elements' files are had, for `embed` of the config: `elementFiles` of `rewards-proxy/elements`. */
  elements?: ElementFiles;
  /** What `env(name)` reads; the process's environment, where there is one, if left out. */
  env?: Bindings;
};

/** The only holder of the API key: answers what widgets ask. Its methods may be passed on by themselves. */
export interface Proxy extends Handler {
  /**
   * Resolves once what an earlier process left in flight is settled, which requests wait for. Rejects where the ledger
   * fails, and with a `ConfigError` where claims of an action count for ever that can now be claimed again, or a package is not installed
   * that the config needs; the next request tries again.
   */
  readonly ready: Promise<void>;
  /**
   * Takes no further claims, and resolves once the calls in flight have ended, their outcomes are on record, and the webhook was told
   * what waits. A ledger that is away is waited for, for ten seconds: what it cannot record by then is in the log.
   */
  readonly close: () => Promise<void>;
  /**
   * What the proxy has counted and timed since it was made, as Prometheus text (exposition format 0.0.4). No member or key is
   * in it, but it is for whoever runs the proxy: do not serve it where visitors can reach it. Never rejects.
   */
  readonly metrics: () => Promise<string>;
  /**
   * Gives points or a role to a member by hand, once for each key: whoever asks again with the same key and the same content is told what came of it,
   * and with another content it rejects with a `GiftError` (`key-reused`), as it does with one that names all flaws of a gift that cannot be
   * given (`invalid`). Rejects where the ledger fails, too: then ask again. Who gave it stands in the ledger, with the claim and in the audit.
   *
   * @example
   * const { status } = await proxy.award({ memberId, points: 50, remark: 'Raffle', key: 'raffle-2026-1', by: 'Ana' });
   */
  readonly award: (gift: Gift) => Promise<GiftOutcome>;
  /** What it works with, for `createDesk`. */
  readonly inside: Inside;
}

function labelsOf(action: Action): ActionLabels {
  return { action: action.name, service: action.service, grants: grantKinds(action) };
}

/** The codes that change and can be shown: where an action has two, it is not said which. */
function codesOf(actions: ProofsSettings['actions']): Inside['codes'] {
  const entries = Object.entries(actions).flatMap(([action, { verify }]): [string, RotatingCodeSettings][] => {
    const [code, another] = verify ? rotatingCodesIn(verify) : [];
    return code && !another ? [[action, code]] : [];
  });
  return new Map(entries);
}

/** For what is looked up on the side. */
const LOOK_LIMIT_MS = 2_000;

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
    elapsed = options.now ? null : () => performance.now(),
    env,
    elements,
    ...config
  } = options;
  if (typeof store?.reserve !== 'function') {
    throw new ConfigError(["ledger: is missing: make one, such as sqliteLedger('rewards.db')"]);
  }
  const secrets = new Secrets();
  const settings = readConfig(config, env ?? globalThis.process?.env ?? {}, secrets);
  const actions = actionsOf(settings);
  const metrics = new Metrics(Array.from(actions.values(), labelsOf), now());
  const { abuse, onSuspicious, onAlert = onSuspicious } = settings;
  const outlets = outletsFor(settings, { logger, secrets, now });
  const hooks = onAlert ? [onAlert, ...outlets.hooks] : outlets.hooks;
  const alerts = new Alerts({ hooks, logger, secrets, now });
  const steady = elapsed ? steadyLedger(store, new ClockWatch(elapsed, logger)) : store;
  const timed = timedLedger(steady, metrics, (error) => {
    if (error instanceof LedgerError) alerts.report({ kind: 'ledger-failed', reason: error.code });
  });
  const { receivers } = settings;
  const failed = (receiver: string, outcome: string) => alerts.report({ kind: 'delivery-failed', receiver, outcome });
  // Most sites have nobody to tell.
  const loadSender = once(async () => {
    const { createSender } = await import('./deliveries/index.ts');
    return createSender({ receivers, ledger: timed, logger, secrets, failed, now });
  });
  const told = receiversIn(receivers);
  const tell = (): void => void loadSender().then((sender) => sender.wake());
  const ledger = told.length === 0 ? timed : tellingLedger(timed, tell);
  const monitor = new AlertMonitor({ ledger, alerts, refusals: abuse.refusals, logger, secrets, now });
  const ids = memberIdsOf(settings.memberIds);
  const warning = aliasWarning(settings.memberIds);
  if (warning !== null) logger.warn({}, warning);
  const names = memberNames({ shown: abuse.memberIds });
  const dated = elapsed ? datedTransport(transport, logger, now) : transport;
  const upstreams = upstreamsOf(settings, { transport: dated, logger, secrets, metrics, alerts, now });
  const kept = new KeptOutcomes({ logger, secrets });
  const recovery = new Recovery(ledger, logger, now, {
    first: async () => {
      await outlets.check();
      await checkRules(actions, ledger, logger);
      await ledger.setReceivers(told, now());
      if (told.length > 0) tell();
    },
    afterwards: (settled) => {
      claims.retryRoles();
      if (settled.some(({ state }) => state === 'pending')) monitor.unknown();
    },
  });
  const { mount } = settings;
  const embed = settings.embed && createEmbed(settings.embed, { mount, origins: settings.origins, files: elements });
  const origins = new Origins(settings.origins, { ownPages: embed !== null });
  const modes = identitySettings(settings);
  const signIn =
    modes.platform && createPlatform(modes.platform, { mount, origins, ids, ledger, logger, secrets, names, now });
  const identify = identifyBy(identitiesOf(modes, signIn?.identity, { ids, now }), logger);
  const platform = signIn?.routes;
  const challenges = new Challenges(settings, { transport, logger, secrets, now });
  const signing = once(() => settings.challengeSecret ?? madeUpSecret(logger));
  // Most sites ask for nothing on chain.
  const messages = once(async () => {
    const { Messages } = await import('./onchain/messages.ts');
    return new Messages({ secret: signing(), now });
  });
  // And nothing that takes a page's time.
  const tickets = once(async () => {
    const { Tickets } = await import('./proofs/tickets.ts');
    return new Tickets({ secret: signing(), now });
  });
  const proofs = new Proofs(settings, { transport, ledger, ids, messages, tickets, logger, secrets, now });
  const report = (pattern: AddressPattern) => alerts.report(pattern);
  const limits = new RateLimiter({ ...settings, ledger, logger, metrics, report, now });
  const intake = new Intake(kept);
  const inFlight = new InFlight();
  const gates = makeGates({
    settings,
    identify,
    limits,
    recovery,
    ids,
    names,
    alerts,
    logger,
    challenges,
    proofs,
    intake,
    inFlight,
    upstreams,
    now,
  });
  const claims = createClaims({
    gates,
    intake,
    inFlight,
    ledger,
    kept,
    upstreams,
    logger,
    secrets,
    metrics,
    alerts,
    monitor,
    now,
  });
  const roleNames = new Map(Array.from(actions.values(), ({ role }) => [role?.id, role?.name]));
  // Most sites give nothing by hand.
  const gifts = once(async () => {
    const { createGifts } = await import('./gifts/index.ts');
    return createGifts({
      rules: { ids, services: [...upstreams.keys()], roleName: (id) => roleNames.get(id) ?? id },
      settings: { ...capsOfAll(settings), timeZone: settings.timeZone },
      claims,
      recovery,
      ledger,
      now,
    });
  });
  const award = auditedGiving(gifts, { ledger, logger, secrets, now });
  const closing = new AbortController();
  const sources = settings.events;
  // Most sites have no such source.
  const loadEvents = once(async () => {
    const { createEvents } = await import('./events/index.ts');
    return createEvents({ sources, actions, ids, claims, recovery, ledger, logger, secrets, now });
  });
  const answer = createApp({
    mount,
    actions,
    identify,
    platform,
    embed,
    challenges,
    messages,
    tickets,
    claims,
    events: { receive: async (...event) => (await loadEvents()).receive(...event) },
    ledger,
    recovery,
    upstreams,
    origins,
    limits,
    logger,
    secrets,
    now,
  });
  const eventPaths = Object.keys(sources).map((name) => `${mount === '/' ? '' : mount}/${EVENTS}/${name}`);
  function kindOf(request: Request): RequestKind {
    if (platform?.isVisit(request)) return 'visit';
    const asked = embed?.kindOf(request);
    if (asked) return asked;
    const { method, url } = request;
    return method === 'POST' && eventPaths.some((path) => new URL(url).pathname === path) ? 'event' : 'call';
  }
  const fetch = createBoundary({ answer, kindOf, embed, origins, limits, logger, secrets });

  const ready = recovery.upToDate();
  ready.catch((error) => {
    logger.error(
      { error: secrets.describe(error) },
      'the proxy is not ready: the ledger fails, or does not go with the config',
    );
  });
  return Object.freeze({
    fetch,
    ready,
    close: async () => {
      closing.abort();
      await claims.close();
      await within(LOOK_LIMIT_MS, monitor.settled(), 'the ledger').catch(() => {});
      if (told.length > 0) await (await loadSender()).close();
      await outlets.close();
    },
    award,
    metrics: () => metrics.text({ ledger, kept, upstreams, now }),
    inside: {
      ledger,
      actions,
      ids,
      upstreams,
      gifts,
      award,
      closing: closing.signal,
      kept,
      logger,
      receivers: Object.keys(receivers),
      codes: codesOf(settings.actions),
      origins: settings.origins,
    },
  });
}
