import type { RateLimitBucket, Ledger, BucketState } from '../../ledger/index.ts';
import { ClientAddresses } from '../client-address/index.ts';
import { type ProblemReply, rateLimited, tryAgainIn } from '../http/problem.ts';
import type { Logger } from '../monitoring/logger.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import { Clients, DailyNames } from './clients.ts';
import { MemoryBuckets } from './memory-buckets.ts';
import {
  type LimitName,
  type LimitsSettings,
  policiesOf,
  type Policy,
  type RateLimitStatus,
  statusOf,
  type Use,
  useOf,
} from './policy.ts';
import { type TurnEnd, Turns } from './turns.ts';
import type { Incoming } from '../http/incoming.ts';

/**
 * What one address did that the owner may want to look at. `address` is a keyed hash, by which one can be told from another on
 * the same day; `dryRun` says that nothing was refused because of it.
 * - `many-ids`: it claimed for more members than the owner finds likely.
 * - `wrong-ids`: it tried many ids that are malformed or that the service refused.
 */
export interface AddressPattern {
  kind: 'many-ids' | 'wrong-ids';
  action: string;
  address: string;
  count: number;
  spanSeconds: number;
  dryRun: boolean;
}

export interface RateLimiterContext {
  limits: LimitsSettings;
  trustedProxies: readonly string[];
  /** The header in which the host names the client, where it is another than `X-Forwarded-For` of trusted proxies. */
  clientAddressHeader?: string | undefined;
  ledger: Ledger;
  logger: Logger;
  metrics: Metrics;
  /** Is told of what one address does, once in the limit's span. */
  report: (pattern: AddressPattern) => void;
  /** Epoch milliseconds. */
  now: () => number;
}

/** What limits know of a request, and note on it. */
export interface Counted {
  readonly requestId: string;
  /** The address that the connection came from. */
  readonly peer: string | undefined;
  /** By what name the client is counted; null if no address is known. */
  client: string | null;
  /** How the client stands, for the answer to say. */
  status: RateLimitStatus | null;
}

/** A claim's turn among those of the same client. Its owner calls `end` once, when everything about the claim is counted. */
export interface Turn {
  end: (how: TurnEnd) => void;
}

const DETAILS: Record<LimitName, string> = {
  requests: 'Too many requests come from your network.',
  claims: 'Too many requests come from your network.',
  wrongIds: 'Too many member ids from your network were wrong.',
  unknowns: 'Too many claims from your network could not be confirmed.',
  member: 'Too many requests were made for this member.',
  action: 'Very many are claiming at the moment.',
  manyIds: 'Too many members were named from your network.',
};

const PATTERNS: Partial<Record<LimitName, AddressPattern['kind']>> = { manyIds: 'many-ids', wrongIds: 'wrong-ids' };

type HowCounted = Pick<RateLimitBucket, 'peek' | 'once'>;

const FREE: Turn = { end: () => {} };
const NO_TURN_RETRY_S = 2;

/**
 * Counts what is asked for, and says when it is too much. Requests of any kind are counted in this process alone, since to write
 * each into a ledger would cost more than to answer it; claims are counted there as well where the config says so. Where no address
 * is known, nothing is counted by address: a count of everybody together would let anyone lock out all others.
 */
export class RateLimiter {
  readonly #context: RateLimiterContext;
  readonly #policies: ReadonlyMap<LimitName, Policy>;
  readonly #memory = new MemoryBuckets();
  readonly #names: DailyNames;
  readonly #clients: Clients;
  readonly #told = new MemoryBuckets();
  /** Where claims with an unknown outcome are limited: one that is under way may become such a claim. */
  readonly #turns: Turns | null;

  constructor(context: RateLimiterContext) {
    const { limits, trustedProxies, clientAddressHeader: header, logger, metrics } = context;
    this.#context = context;
    this.#policies = policiesOf(limits);
    this.#names = new DailyNames(limits.shared?.secret ?? null);
    const addresses = new ClientAddresses({ trustedProxies, header, ipv6Prefix: limits.ipv6Prefix });
    this.#clients = new Clients(addresses, this.#names, logger);
    const unknowns = this.#policies.get('unknowns');
    this.#turns = unknowns?.refuses ? new Turns(unknowns.max) : null;
    for (const { name, refuses } of this.#policies.values()) if (refuses) metrics.expectLimited(name);
  }

  /** The name of the client that the request is from, also where no limit is on; null if no address is known. */
  clientOf(request: Incoming, { client, peer }: Counted): string | null {
    return client ?? this.#clients.nameOf(request, peer, { now: this.#context.now(), isLimited: false });
  }

  /** Counts a request of any kind, and notes which client sent it. Tells why it may not be answered, or null. */
  request(request: Incoming, counted: Counted): ProblemReply | null {
    if (this.#policies.size === 0) return null;
    const now = this.#context.now();
    counted.client = this.#clients.nameOf(request, counted.peer, { now, isLimited: true });
    const uses = this.#uses('requests', counted.client);
    return this.#read(uses, this.#memory.consume(bucketsOf(uses), now), { counted, action: null, now });
  }

  /**
   * Counts a claim for a member: apart where anybody could have typed their id, who is not to keep them out where they have to prove it.
   * Tells why it may not be made, or null.
   */
  async claim(
    { action, memberId, isTyped }: { action: string; memberId: string; isTyped: boolean },
    counted: Counted,
  ): Promise<ProblemReply | null> {
    if (this.#policies.size === 0) return null;
    const now = this.#context.now();
    const { client } = counted;
    const member = this.#nameOf(memberId, now);
    const uses: Use[] = [];
    this.#add(uses, 'claims', client);
    this.#add(uses, 'wrongIds', client, { peek: true });
    this.#add(uses, 'unknowns', client, { peek: true });
    this.#add(uses, 'member', isTyped ? `typed ${member}` : member);
    this.#add(uses, 'action', action);
    this.#add(uses, 'manyIds', client, { once: `named ${client} ${member}` });
    while (uses.length > 0) {
      // oxlint-disable-next-line no-await-in-loop -- what comes after an excess is counted only if that refuses nothing
      const results = await this.#consume(uses, now);
      const problem = this.#read(uses, results, { counted, action, now });
      if (problem) return problem;
      uses.splice(0, results.length);
    }
    return null;
  }

  /** Waits for the claim's turn among those of the same client. Resolves with why it may not be made, if that is so. */
  async turn(action: string, counted: Counted): Promise<Turn | { problem: ProblemReply }> {
    const { client } = counted;
    const turns = this.#turns;
    if (!turns || client === null) return FREE;
    const when = await turns.take(client);
    if (when === null) {
      const detail = `Too many claims from your network are under way. ${tryAgainIn(NO_TURN_RETRY_S)}`;
      return { problem: rateLimited(detail, NO_TURN_RETRY_S) };
    }
    const turn: Turn = { end: (how) => turns.end(client, how) };
    if (when === 'now') return turn;
    // Those that it waited for may have been the last.
    const now = this.#context.now();
    const uses = this.#uses('unknowns', client, { peek: true });
    let isTaken = false;
    try {
      const problem = this.#read(uses, await this.#consume(uses, now), { counted, action, now });
      isTaken = problem === null;
      return problem ? { problem } : turn;
    } finally {
      // A ledger that fails would otherwise keep the turn from everybody behind the same address.
      if (!isTaken) turn.end('other');
    }
  }

  /** Counts an id that was malformed (null), or that the service refused: each of those once, however often it is tried. */
  async wrongId(memberId: string | null, { client }: Counted): Promise<void> {
    const now = this.#context.now();
    const once = memberId === null ? {} : { once: `wrong ${client} ${this.#nameOf(memberId, now)}` };
    await this.#consume(this.#uses('wrongIds', client, once), now);
  }

  /**
   * Counts a claim whose outcome nobody knows, for each member once. It may hold a seat until an operator decides, and an id that
   * makes the service stumble is as easily tried as one that it refuses.
   */
  async unknown(memberId: string, { client }: Counted): Promise<void> {
    const now = this.#context.now();
    const once = `unknown ${client} ${this.#nameOf(memberId, now)}`;
    await this.#consume(this.#uses('unknowns', client, { once }), now);
  }

  /** One use of the limit; none where it is off, or it is not known whom to count. */
  #uses(name: LimitName, whom: string | null, how?: HowCounted): Use[] {
    const uses: Use[] = [];
    this.#add(uses, name, whom, how);
    return uses;
  }

  #add(uses: Use[], name: LimitName, whom: string | null, how?: HowCounted): void {
    const policy = this.#policies.get(name);
    if (policy && whom !== null) uses.push(useOf(policy, whom, how));
  }

  /** This process's own memory first: who is refused here need not trouble the ledger. */
  async #consume(uses: readonly Use[], now: number): Promise<BucketState[]> {
    const here = this.#memory.consume(bucketsOf(uses), now);
    const { limits, ledger } = this.#context;
    const excess = here.findIndex(({ allowed }) => !allowed);
    if (!limits.shared || uses[excess]?.policy.refuses) return here;
    const asked = excess < 0 ? uses : uses.slice(0, excess);
    const there = asked.length > 0 ? await ledger.consume(bucketsOf(asked), now) : [];
    return there.every(({ allowed }) => allowed) ? [...there, ...here.slice(there.length)] : there;
  }

  /** Notes how the client stands. Tells why the request is refused, or null. */
  #read(
    uses: readonly Use[],
    results: readonly BucketState[],
    { counted, action, now }: { counted: Counted; action: string | null; now: number },
  ): ProblemReply | null {
    for (const [index, state] of results.entries()) {
      const policy = uses[index]?.policy;
      if (!policy) continue;
      const status = statusOf(policy, state.tat, now);
      const problem = state.allowed ? null : this.#refuse(status, counted, action);
      // How members and actions fare is nobody's business, unless it is in the way.
      if (problem || policy.name === 'requests' || policy.name === 'claims') counted.status = status;
      if (problem) return problem;
    }
    return null;
  }

  /** Tells the owner of an excess. Says why the request is refused, or null if the policy refuses nothing. */
  #refuse({ policy, resetSeconds }: RateLimitStatus, counted: Counted, action: string | null): ProblemReply | null {
    const { logger, metrics } = this.#context;
    const { name, refuses } = policy;
    this.#report(policy, counted.client, action);
    if (!refuses) {
      logger.info({ requestId: counted.requestId, limit: name }, 'this request would be refused: it is over a limit');
      return null;
    }
    metrics.limited(name);
    return rateLimited(`${DETAILS[name]} ${tryAgainIn(resetSeconds)}`, resetSeconds);
  }

  /** Once in the limit's span for each client. `action` is null for what is no claim. */
  #report({ name, max, perSeconds, spanMs, refuses }: Policy, client: string | null, action: string | null): void {
    const [told] = this.#told.consume([{ id: `${name} ${client}`, everyMs: spanMs, spanMs }], this.#context.now());
    const kind = PATTERNS[name];
    if (!told?.allowed || kind === undefined || action === null || client === null) return;
    this.#context.report({ kind, action, address: client, count: max + 1, spanSeconds: perSeconds, dryRun: !refuses });
  }

  #nameOf(memberId: string, now: number): string {
    return this.#names.of(`member ${memberId}`, now);
  }
}

function bucketsOf(uses: readonly Use[]): RateLimitBucket[] {
  return uses.map(({ bucket }) => bucket);
}
