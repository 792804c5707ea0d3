import type { RateLimitBucket } from '../../ledger/index.ts';

/** How much is allowed in a span of time. */
export interface Rate {
  max: number;
  perSeconds: number;
}

/** The limits of the config; one that is off is false. */
export interface LimitsSettings {
  requests: Rate | false;
  claims: Rate | false;
  wrongIds: Rate | false;
  unknowns: Rate | false;
  member: Rate | false;
  action: Rate | false;
  manyIds: (Rate & { refuse: boolean }) | false;
  /** The secret from which processes that count together in the ledger derive their names for addresses. */
  shared?: { secret: string } | undefined;
  /** How many bits of an IPv6 address stand for one client. */
  ipv6Prefix: number;
  /** Logs what would be refused, and refuses nothing. */
  dryRun: boolean;
}

export type LimitName = Exclude<keyof LimitsSettings, 'shared' | 'ipv6Prefix' | 'dryRun'>;

/** A limit, ready for use: one more is allowed every `everyMs` milliseconds, and `max` after `spanMs` without any. */
export interface Policy extends Rate {
  name: LimitName;
  everyMs: number;
  spanMs: number;
  /** Whether an excess is refused, and not only reported. */
  refuses: boolean;
}

/** The limits that are on. */
export function policiesOf({
  dryRun,
  shared: _shared,
  ipv6Prefix: _ipv6Prefix,
  ...limits
}: LimitsSettings): ReadonlyMap<LimitName, Policy> {
  const { manyIds } = limits;
  const policies: [LimitName, Rate | false, boolean][] = [
    ['requests', limits.requests, true],
    ['claims', limits.claims, true],
    ['wrongIds', limits.wrongIds, true],
    ['unknowns', limits.unknowns, true],
    ['member', limits.member, true],
    ['action', limits.action, true],
    ['manyIds', manyIds, manyIds !== false && manyIds.refuse],
  ];
  return new Map(
    policies.flatMap(([name, rate, refuses]) =>
      rate ? [[name, { name, ...timesOf(rate), refuses: refuses && !dryRun }] as const] : [],
    ),
  );
}

/** `everyMs` is a whole number, so that a ledger can store it, and `spanMs` is exactly `max` times that. */
function timesOf({ max, perSeconds }: Rate): Omit<Policy, 'name' | 'refuses'> {
  const everyMs = Math.max(1, Math.round((perSeconds * 1000) / max));
  return { max, perSeconds, everyMs, spanMs: everyMs * max };
}

/** One use of a policy by one client, member or action. */
export interface Use {
  policy: Policy;
  bucket: RateLimitBucket;
}

export function useOf(policy: Policy, whom: string, how: Pick<RateLimitBucket, 'peek' | 'once'> = {}): Use {
  const { name, everyMs, spanMs } = policy;
  return { policy, bucket: { id: `${name} ${whom}`, everyMs, spanMs, ...how } };
}

/** A client's current state under a limit. */
export interface RateLimitStatus {
  policy: Policy;
  remaining: number;
  /** Whole seconds until everything is available again, or if nothing remains, until one is. */
  resetSeconds: number;
}

/** `tat` and `now` are in epoch milliseconds. */
export function statusOf(policy: Policy, tat: number, now: number): RateLimitStatus {
  const { everyMs, spanMs } = policy;
  const spentMs = Math.max(0, tat - now);
  const remaining = Math.max(0, Math.floor((spanMs - spentMs) / everyMs));
  return { policy, remaining, resetSeconds: seconds(remaining > 0 ? spentMs : spentMs + everyMs - spanMs) };
}

function seconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}

/** The fields of draft-ietf-httpapi-ratelimit-headers-11 (structured fields, RFC 9651). */
export function statusFields({ policy, remaining, resetSeconds }: RateLimitStatus): Record<string, string> {
  const { name, max, perSeconds } = policy;
  return {
    'ratelimit-policy': `"${name}";q=${max};w=${perSeconds}`,
    ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
  };
}
