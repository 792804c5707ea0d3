import { within } from '../common/within.ts';
import { checkRules } from './actions/changed-rules.ts';
import { capsOfAll } from './actions/read-actions.ts';
import { AlertMonitor, memberNames } from './alerts/index.ts';
import { Challenges } from './challenge/index.ts';
import { createClaims, InFlight, Intake, KeptOutcomes, makeGates } from './claims/index.ts';
import { Recovery } from './claims/recovery.ts';
import { createEmbed } from './embed/index.ts';
import { lazyEvents } from './events/lazy-events.ts';
import { foundationOf } from './foundation.ts';
import { createGiving } from './gifts/giving.ts';
import { createApp } from './http/app.ts';
import { createBoundary } from './http/boundary.ts';
import type { Connection } from './http/handler.ts';
import { Origins } from './http/origins.ts';
import { requestKinds } from './http/request-kind.ts';
import { responseOf } from './http/respond.ts';
import {
  aliasWarning,
  createPlatform,
  identifyBy,
  identitiesOf,
  identitySettings,
  memberIdsOf,
} from './identity/index.ts';
import type { Proxy, ProxyOptions } from './options.ts';
import { Proofs, shownCodes } from './proofs/index.ts';
import { type AddressPattern, RateLimiter } from './rate-limit/index.ts';
import { signedTexts } from './signed-texts.ts';
import { upstreamsOf } from './upstream/index.ts';

/** The time that closing waits for queries in the background. */
const LOOK_LIMIT_MS = 2_000;

/**
 * Makes the proxy. Throws `ConfigError` with every problem in the config.
 *
 * @example
 * const proxy = createProxy({ ...config, ledger: sqliteLedger('rewards.db') });
 * const response = await proxy.fetch(request);
 */
export function createProxy(options: ProxyOptions): Proxy {
  const foundation = foundationOf(options);
  const { common, settings, actions, metrics, alerts, alertChannels, deliveries, ledger, transport } = foundation;
  const { logger, secrets, now } = common;
  const { mount, abuse } = settings;
  const monitor = new AlertMonitor({ ledger, alerts, refusals: abuse.refusals, ...common });
  const upstreams = upstreamsOf(settings, { transport: foundation.serviceTransport, metrics, alerts, ...common });
  const kept = new KeptOutcomes(common);
  const recovery = new Recovery(ledger, logger, now, {
    first: async () => {
      await alertChannels.check();
      await checkRules(actions, ledger, logger);
      await deliveries.start();
    },
    afterwards: (settled) => {
      claims.retryRoles();
      if (settled.some(({ state }) => state === 'pending')) monitor.unknown();
    },
  });

  const ids = memberIdsOf(settings.memberIds);
  const warning = aliasWarning(settings.memberIds);
  if (warning !== null) logger.warn({}, warning);
  const names = memberNames({ shown: abuse.memberIds });
  const embed =
    settings.embed && createEmbed(settings.embed, { mount, origins: settings.origins, files: options.elements });
  const origins = new Origins(settings.origins, { ownPages: embed !== null });
  const modes = identitySettings(settings);
  const signIn = modes.platform && createPlatform(modes.platform, { mount, origins, ids, ledger, names, ...common });
  const identify = identifyBy(identitiesOf(modes, signIn?.identity, { ids, now }), logger);
  const platform = signIn?.routes;

  const challenges = new Challenges(settings, { transport, ...common });
  const signed = signedTexts(settings, common);
  const proofs = new Proofs(settings, { transport, ledger, ids, ...signed, ...common });
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
    challenges,
    proofs,
    intake,
    inFlight,
    upstreams,
    ...common,
  });
  const claims = createClaims({
    gates,
    intake,
    inFlight,
    ledger,
    kept,
    upstreams,
    metrics,
    alerts,
    monitor,
    ...common,
  });
  const roleNames = new Map(Array.from(actions.values(), ({ role }) => [role?.id, role?.name]));
  const giving = createGiving({
    rules: { ids, services: [...upstreams.keys()], roleName: (id) => roleNames.get(id) ?? id },
    settings: { ...capsOfAll(settings), timeZone: settings.timeZone },
    claims,
    recovery,
    ledger,
    ...common,
  });

  const sources = settings.events;
  const route = createApp({
    mount,
    actions,
    identify,
    platform,
    embed,
    challenges,
    ...signed,
    claims,
    events: lazyEvents({ sources, actions, ids, claims, recovery, ledger, limits, ...common }),
    ledger,
    recovery,
    upstreams,
    origins,
    limits,
    ...common,
  });
  const kindOf = requestKinds({ mount, sources: Object.keys(sources), platform, embed });

  const ready = recovery.upToDate();
  ready.catch((error) => {
    logger.error(
      { error: secrets.describe(error) },
      'the proxy is not ready: the ledger fails, or does not go with the config',
    );
  });
  const answer = createBoundary({ answer: route, kindOf, embed, origins, limits, logger, secrets });
  const closing = new AbortController();
  return Object.freeze({
    fetch: async (request: Request, connection?: Connection) => responseOf(await answer(request, connection)),
    ready,
    close: async () => {
      closing.abort();
      await claims.close();
      // The ledger is closed after this: a query that is still running would fail, and alert the owner of a ledger that fails.
      const looks = recovery.settled().then(() => monitor.settled());
      await within(LOOK_LIMIT_MS, looks, 'the ledger').catch(() => {});
      await deliveries.close();
      await alertChannels.close();
    },
    award: giving.award,
    metrics: () => metrics.text({ ledger, kept, upstreams, now }),
    inside: {
      answer,
      ledger,
      actions,
      ids,
      upstreams,
      ...giving,
      recover: () => recovery.upToDate(),
      closing: closing.signal,
      kept,
      logger,
      receivers: Object.keys(settings.receivers),
      codes: shownCodes(settings.actions),
      origins: settings.origins,
    },
  });
}
