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
 * Something that one address did and the owner may want to look at. `address` is a keyed hash, which distinguishes addresses on the same day.
 * `dryRun` says that nothing was refused because of it.
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
  /** The header in which the host names the client; default: `X-Forwarded-For` of trusted proxies. */
  clientAddressHeader?: string | undefined;
  ledger: Ledger;
  logger: Logger;
  metrics: Metrics;
  /** Called with suspicious behaviour of an address, at most once in the limit's span. */
  report: (pattern: AddressPattern) => void;
  /** Epoch milliseconds. */
  now: () => number;
}

/** What limits read of a request, and store with it. */
export interface Counted {
  readonly requestId: string;
  /** The address of the connection. */
  readonly peer: string | undefined;
  /** The name under which the client is counted; null if no address is known. */
  client: string | null;
  /** The client's state under the limit, for the headers of the answer. */
  status: RateLimitStatus | null;
}

/** A claim's turn among those of the same client. Its owner calls `end` once, after everything about the claim was counted. */
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
 * Counts requests and claims, and refuses those that exceed a limit. Requests of any kind are counted only in this process, because to write each
 * into a ledger would cost more than to answer it. Claims are counted in the ledger as well if the config says so. If no address is known, nothing is
 * counted by address: a common count for everybody would let anyone lock out all others.
 */
export class RateLimiter {
  readonly #context: RateLimiterContext;
  readonly #policies: ReadonlyMap<LimitName, Policy>;
  readonly #memory = new MemoryBuckets();
  readonly #names: DailyNames;
  readonly #clients: Clients;
  readonly #reported = new MemoryBuckets();
  /** Limits how many claims of a client are in flight, if unknown outcomes are limited: each claim in flight may get an unknown outcome. */
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

  /** The client's name, also if no limit is on; null if no address is known. */
  clientOf(request: Incoming, { client, peer }: Counted): string | null {
    return client ?? this.#clients.nameOf(request, peer, { now: this.#context.now(), isLimited: false });
  }

  /** Counts a request of any kind, and stores the client's name with it. Returns why it is refused, or null. */
  request(request: Incoming, counted: Counted): ProblemReply | null {
    if (this.#policies.size === 0) return null;
    const now = this.#context.now();
    counted.client = this.#clients.nameOf(request, counted.peer, { now, isLimited: true });
    const uses = this.#uses('requests', counted.client);
    return this.#read(uses, this.#memory.consume(bucketsOf(uses), now), { counted, action: null, now });
  }

  /**
   * Counts a claim for a member. Claims for typed ids have a count of their own: anybody can type an id, which must not lock the member out of
   * actions where they prove who they are. Returns why the claim is refused, or null.
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

  /** Waits for the claim's turn among those of the same client. Resolves with a problem if it may not be made. */
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
    // The claims that it waited for may have used up the limit.
    const now = this.#context.now();
    const uses = this.#uses('unknowns', client, { peek: true });
    let isTaken = false;
    try {
      const problem = this.#read(uses, await this.#consume(uses, now), { counted, action, now });
      isTaken = problem === null;
      return problem ? { problem } : turn;
    } finally {
      // If the ledger fails, the turn would otherwise be lost for all clients of the address.
      if (!isTaken) turn.end('other');
    }
  }

  /** Counts an id that was malformed (null), or that the service refused. Each refused id counts once, however often it is tried. */
  async wrongId(memberId: string | null, { client }: Counted): Promise<void> {
    const now = this.#context.now();
    const once = memberId === null ? {} : { once: `wrong ${client} ${this.#nameOf(memberId, now)}` };
    await this.#consume(this.#uses('wrongIds', client, once), now);
  }

  /**
   * Counts a claim with an unknown outcome, once for each member. It may occupy a seat until an operator decides, and an id that makes the service
   * fail is as easily tried as one that it refuses.
   */
  async unknown(memberId: string, { client }: Counted): Promise<void> {
    const now = this.#context.now();
    const once = `unknown ${client} ${this.#nameOf(memberId, now)}`;
    await this.#consume(this.#uses('unknowns', client, { once }), now);
  }

  /** One use of the limit; empty if the limit is off or there is nobody to count. */
  #uses(name: LimitName, whom: string | null, how?: HowCounted): Use[] {
    const uses: Use[] = [];
    this.#add(uses, name, whom, how);
    return uses;
  }

  #add(uses: Use[], name: LimitName, whom: string | null, how?: HowCounted): void {
    const policy = this.#policies.get(name);
    if (policy && whom !== null) uses.push(useOf(policy, whom, how));
  }

  /** Uses this process's own memory first: an excess there needs no query of the ledger. */
  async #consume(uses: readonly Use[], now: number): Promise<BucketState[]> {
    const here = this.#memory.consume(bucketsOf(uses), now);
    const { limits, ledger } = this.#context;
    const excess = here.findIndex(({ allowed }) => !allowed);
    if (!limits.shared || uses[excess]?.policy.refuses) return here;
    const asked = excess < 0 ? uses : uses.slice(0, excess);
    const there = asked.length > 0 ? await ledger.consume(bucketsOf(asked), now) : [];
    return there.every(({ allowed }) => allowed) ? [...there, ...here.slice(there.length)] : there;
  }

  /** Stores the client's state. Returns why the request is refused, or null. */
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
      // The counts of members and actions are shown only if they are the reason for a refusal.
      if (problem || policy.name === 'requests' || policy.name === 'claims') counted.status = status;
      if (problem) return problem;
    }
    return null;
  }

  /** Reports an excess. Returns why the request is refused, or null if the policy refuses nothing. */
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

  /** Reports at most once in the limit's span for each client. `action` is null if it is not a claim. */
  #report({ name, max, perSeconds, spanMs, refuses }: Policy, client: string | null, action: string | null): void {
    const [report] = this.#reported.consume(
      [{ id: `${name} ${client}`, everyMs: spanMs, spanMs }],
      this.#context.now(),
    );
    const kind = PATTERNS[name];
    if (!report?.allowed || kind === undefined || action === null || client === null) return;
    this.#context.report({ kind, action, address: client, count: max + 1, spanSeconds: perSeconds, dryRun: !refuses });
  }

  #nameOf(memberId: string, now: number): string {
    return this.#names.of(`member ${memberId}`, now);
  }
}

function bucketsOf(uses: readonly Use[]): RateLimitBucket[] {
  return uses.map(({ bucket }) => bucket);
}
