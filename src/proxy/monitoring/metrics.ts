import type { ProblemCode } from '../../contract/index.ts';
import type { GrantState, Ledger } from '../../ledger/index.ts';
import { Counter, gaugeText, Histogram } from './prometheus.ts';
import { BREAKER_STATES } from '../upstream/circuit-breaker.ts';
import { within } from '../../common/within.ts';

/** The outcome of a claim, as it is counted; `replayed` if an earlier answer was repeated. */
export type ClaimOutcome = 'granted' | 'pending' | 'replayed' | ProblemCode;

/** The labels of an action's claims and calls. */
export interface ActionLabels {
  action: string;
  service: string;
  grants: readonly ('points' | 'role')[];
}

/** The current figures of a service. */
interface UpstreamFigures {
  readonly inFlight: number;
  readonly admission: { readonly breaker: string; readonly pausedMs: number; readonly waiting: number };
  refusesKey(): Promise<boolean>;
}

/** What is read when the metrics are requested. */
export interface MetricsSources {
  ledger: Ledger;
  /** The outcomes that wait for the ledger. */
  kept: { readonly count: number };
  upstreams: ReadonlyMap<string, UpstreamFigures>;
  /** Epoch milliseconds. */
  now: () => number;
}

const EXPECTED: readonly ClaimOutcome[] = [
  'granted',
  'pending',
  'replayed',
  'already-claimed',
  'not-open',
  'closed',
  'full',
  'refused',
  'throttled',
  'unreachable',
  'internal',
];

const CALL_OUTCOMES = ['granted', 'refused', 'released', 'unknown'] as const satisfies readonly GrantState[];

type UnknownClaims = Awaited<ReturnType<Ledger['unknown']>>;

const STORE_LIMIT_MS = 3_000;

/**
 * Counts what the proxy does, and writes it as Prometheus text (exposition format 0.0.4). Labels are only names from the config and words of the
 * program, never anything that a visitor sends.
 */
export class Metrics {
  readonly #claims = new Counter({
    name: 'rewards_claims_total',
    help: 'Claims that were asked for, by what the visitor was answered.',
    labels: ['action', 'outcome'],
  });
  readonly #calls = new Counter({
    name: 'rewards_upstream_calls_total',
    help: 'Calls to the service, by how they ended.',
    labels: ['service', 'grant', 'outcome'],
  });
  readonly #callSeconds = new Histogram({
    name: 'rewards_upstream_call_duration_seconds',
    help: 'How long calls to the service took.',
    labels: ['service', 'grant'],
    bounds: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
  });
  readonly #storeSeconds = new Histogram({
    name: 'rewards_store_operation_duration_seconds',
    help: 'How long the ledger took until what it did was durable.',
    labels: ['operation'],
    bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  });
  readonly #storeFailures = new Counter({
    name: 'rewards_store_failures_total',
    help: 'Operations of the ledger that failed.',
    labels: ['operation'],
  });
  readonly #lateReplies = new Counter({
    name: 'rewards_late_replies_total',
    help: 'Replies that came too late, and contradict what an operator had decided.',
    labels: ['action'],
  });
  readonly #limited = new Counter({
    name: 'rewards_limited_requests_total',
    help: 'Requests that were refused, by the limit that they were over.',
    labels: ['limit'],
  });
  readonly #startedAt: number;

  /** `now` is in epoch milliseconds. */
  constructor(actions: Iterable<ActionLabels>, now: number) {
    // Runtimes that start an instance for each request do not tell when the process began.
    this.#startedAt = performance.timeOrigin || now;
    for (const { action, service, grants } of actions) {
      this.#lateReplies.expect(action);
      for (const outcome of EXPECTED) this.#claims.expect(action, outcome);
      for (const grant of grants) for (const outcome of CALL_OUTCOMES) this.#calls.expect(service, grant, outcome);
    }
  }

  claim(action: string, outcome: ClaimOutcome): void {
    this.#claims.add(action, outcome);
  }

  call(service: string, grant: 'points' | 'role', outcome: (typeof CALL_OUTCOMES)[number], ms: number): void {
    this.#calls.add(service, grant, outcome);
    this.#callSeconds.observe(ms / 1000, service, grant);
  }

  lateReply(action: string): void {
    this.#lateReplies.add(action);
  }

  /** Call if the limit is in force: its counter then begins at 0. */
  expectLimited(limit: string): void {
    this.#limited.expect(limit);
  }

  limited(limit: string): void {
    this.#limited.add(limit);
  }

  store(operation: string, ms: number, failed: boolean): void {
    this.#storeSeconds.observe(ms / 1000, operation);
    if (failed) this.#storeFailures.add(operation);
    else this.#storeFailures.expect(operation);
  }

  /** All metrics as text. If the ledger fails, its metrics are left out. */
  async text({ ledger, kept, upstreams, now }: MetricsSources): Promise<string> {
    const [works, unknown] = await Promise.all([worksNow(ledger, now()), unknownClaims(ledger)]);
    const counted = [
      this.#claims,
      this.#calls,
      this.#callSeconds,
      this.#storeSeconds,
      this.#storeFailures,
      this.#lateReplies,
      this.#limited,
    ];
    return [
      ...counted.map((family) => family.text()),
      ...gaugesOfUpstreams(upstreams),
      await gaugeOfKeys(upstreams),
      single('rewards_store_up', 'Whether claims can be recorded durably just now.', works && unknown ? 1 : 0),
      ...gaugesOfStore(unknown, now()),
      single(
        'rewards_outcomes_unrecorded',
        'Outcomes of calls that wait until the ledger can record them.',
        kept.count,
      ),
      single('process_start_time_seconds', 'When the process started, since the epoch.', this.#startedAt / 1000),
    ].join('');
  }
}

function gaugesOfUpstreams(upstreams: MetricsSources['upstreams']): string[] {
  const each = (name: string, help: string, valueOf: (upstream: UpstreamFigures) => number): string =>
    gaugeText(
      { name, help, labels: ['service'] },
      Array.from(upstreams, ([service, upstream]) => ({ values: [service], value: valueOf(upstream) })),
    );
  return [
    gaugeText(
      {
        name: 'rewards_breaker_state',
        help: 'Whether calls are made (closed), put off (open), or one is to find out (half-open): 1 for the state that holds.',
        labels: ['service', 'state'],
      },
      Array.from(upstreams, ([service, { admission }]) =>
        BREAKER_STATES.map((state) => ({ values: [service, state], value: admission.breaker === state ? 1 : 0 })),
      ).flat(),
    ),
    each('rewards_upstream_pause_seconds', 'What is left of a pause after 401, 403 or 429.', ({ admission }) =>
      Math.ceil(admission.pausedMs / 1000),
    ),
    each('rewards_upstream_calls_in_flight', 'Calls to the service under way.', ({ inFlight }) => inFlight),
    each('rewards_claims_waiting', 'Claims that wait until fewer are under way.', ({ admission }) => admission.waiting),
  ];
}

async function gaugeOfKeys(upstreams: MetricsSources['upstreams']): Promise<string> {
  const refused = Array.from(upstreams, async ([service, upstream]) => {
    return { values: [service], value: Number(await upstream.refusesKey()) };
  });
  const help = 'Whether the service did not accept the API key when it was last called, and there is no other since.';
  return gaugeText({ name: 'rewards_key_refused', help, labels: ['service'] }, await Promise.all(refused));
}

function gaugesOfStore(unknown: UnknownClaims | null, now: number): string[] {
  if (!unknown) return [];
  const { count, oldestAt } = unknown;
  const age = oldestAt === null ? 0 : Math.max(0, now - oldestAt) / 1000;
  return [
    single('rewards_unknown_claims', 'Claims that wait for an operator: they may have been executed.', count),
    single('rewards_unknown_claims_oldest_age_seconds', 'Age of the oldest of them; 0 if there is none.', age),
  ];
}

function single(name: string, help: string, value: number): string {
  return gaugeText({ name, help, labels: [] }, [{ values: [], value }]);
}

async function worksNow(ledger: Ledger, now: number): Promise<boolean> {
  try {
    await within(STORE_LIMIT_MS, ledger.check(now), 'the ledger');
    return true;
  } catch {
    return false;
  }
}

/** Null if the ledger fails or is slow: metrics are most important then. */
async function unknownClaims(ledger: Ledger): Promise<UnknownClaims | null> {
  try {
    return await within(STORE_LIMIT_MS, ledger.unknown(), 'the ledger');
  } catch {
    return null;
  }
}
