import type { Grant, Settlement } from '../../ledger/index.ts';
import { within } from '../../common/within.ts';
import { createServiceClient, type Outcome, type ServiceClient, type Transport } from '../../service/index.ts';
import type { Alerts } from '../alerts/index.ts';
import { ONLY_SERVICE, type ServiceConfig } from './config.ts';
import { KeyWatch } from './key-watch.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import type { Secrets } from '../monitoring/secrets.ts';
import { Admission, type Pass } from './admission.ts';

/** One community server, as claims use it. */
export interface Upstream {
  readonly admission: Admission;
  /** Milliseconds after which a call is given up, whatever the transport does. */
  readonly callLimitMs: number;
  /** Calls the service for the grant, unless calls are stopped, and resolves with the settlement. Never rejects. */
  execute(grant: Grant, memberId: string, pass: Pass): Promise<Settlement>;
  /** How many calls are in flight. */
  readonly inFlight: number;
  /** Whether the service did not accept the API key in the latest call, and there is no new key. */
  refusesKey(): Promise<boolean>;
}

/** What the upstreams share. */
export interface UpstreamContext {
  transport: Transport;
  logger: Logger;
  secrets: Secrets;
  metrics: Metrics;
  alerts: Alerts;
  /** Epoch milliseconds. */
  now: () => number;
}

const SLACK_MS = 1_000;
/** The time for the reservation before a call. */
const RESERVING_MS = 5_000;

/** What the config says of services: one, or several by name. */
export interface UpstreamSettings {
  service?: ServiceConfig | undefined;
  services?: Readonly<Record<string, ServiceConfig>> | undefined;
}

/** The config's services by name. */
export function upstreamsOf(config: UpstreamSettings, context: UpstreamContext): ReadonlyMap<string, Upstream> {
  const { service, services = service ? { [ONLY_SERVICE]: service } : {} } = config;
  return new Map(Object.entries(services).map(([name, settings]) => [name, createUpstream(name, settings, context)]));
}

function createUpstream(
  name: string,
  settings: ServiceConfig,
  { transport, logger, secrets, metrics, alerts, now }: UpstreamContext,
): Upstream {
  const { baseUrl, apiKey, connectTimeoutMs, replyTimeoutMs, refusedStatuses, rules, maxConcurrency } = settings;
  const key = new KeyWatch(typeof apiKey === 'function' ? apiKey : () => apiKey, secrets, connectTimeoutMs);
  const timeouts = { connectTimeoutMs, replyTimeoutMs };
  const client = createServiceClient({
    baseUrl,
    apiKey: key.source,
    transport,
    refusedStatuses,
    rules,
    now,
    ...timeouts,
  });
  // The first byte is written within twice the connect time-out, or never.
  const callLimitMs = 2 * connectTimeoutMs + replyTimeoutMs + SLACK_MS;
  const probeLimitMs = callLimitMs + RESERVING_MS;
  const admission = new Admission({ service: name, key, maxConcurrency, probeLimitMs, logger, alerts, now });

  let inFlight = 0;

  return {
    admission,
    callLimitMs,
    get inFlight() {
      return inFlight;
    },
    async refusesKey() {
      return key.isRefused && !(await key.replaced());
    },
    async execute(grant, memberId, pass) {
      const hold = admission.hold(pass);
      if (hold) return notCalled('calls to the service are delayed', hold.retryAfter);
      const startedAt = performance.now();
      inFlight += 1;
      const outcome = await callWithin(callLimitMs, (signal) => call(client, grant, memberId, signal), secrets);
      inFlight -= 1;
      metrics.call(name, grant.kind, outcome.kind, performance.now() - startedAt);
      admission.observe(pass, outcome);
      return settlementOf(outcome, grant);
    },
  };
}

/** The settlement of a grant for which the service was not called. `retryAfter` (seconds) is given if it is known when it can be called. */
export function notCalled(reason: string, retryAfter?: number): Settlement {
  const evidence = { failure: `not called: ${reason}`, durationMs: 0 };
  return { state: 'released', evidence: retryAfter === undefined ? evidence : { ...evidence, retryAfter } };
}

function call(client: ServiceClient, grant: Grant, userId: string, signal: AbortSignal): Promise<Outcome> {
  const { remark } = grant;
  return grant.kind === 'points'
    ? client.awardPoints({ userId, points: grant.points, remark }, { signal })
    : client.assignRole({ userId, roleId: grant.roleId, remark }, { signal });
}

/** Any error here comes after the grant was marked as sent, and so proves nothing: the outcome is unknown. */
async function callWithin(
  limitMs: number,
  begin: (signal: AbortSignal) => Promise<Outcome>,
  secrets: Secrets,
): Promise<Outcome> {
  const stop = new AbortController();
  const startedAt = performance.now();
  const unknown = (failure: string): Outcome => {
    return { kind: 'unknown', evidence: { failure, durationMs: Math.round(performance.now() - startedAt) } };
  };
  try {
    return await within(limitMs, begin(stop.signal), () => new Error(`the call did not end within ${limitMs} ms`));
  } catch (error) {
    stop.abort();
    return unknown(secrets.describe(error).message);
  }
}

function settlementOf(outcome: Outcome, grant: Grant): Settlement {
  const { evidence } = outcome;
  if (outcome.kind !== 'granted') return { state: outcome.kind, evidence };
  return { state: 'granted', echo: echoOf(outcome.echo, grant), evidence };
}

/** The settled grant from the service's echo, which does not contain the role's name. */
function echoOf(echo: (Outcome & { kind: 'granted' })['echo'], grant: Grant): Grant {
  const { remark } = echo;
  if ('points' in echo) return { kind: 'points', points: echo.points, remark };
  return { kind: 'role', roleId: echo.role_id, roleName: grant.kind === 'role' ? grant.roleName : '', remark };
}
