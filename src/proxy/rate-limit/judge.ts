import type { Logger } from '../monitoring/logger.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import { type ProblemReply, rateLimited, tryAgainIn } from '../http/problem.ts';
import type { AddressPattern } from './address-pattern.ts';
import { MemoryBuckets } from './memory-buckets.ts';
import type { LimitName, Policy } from './policy.ts';
import type { Standing } from './standing.ts';

export interface JudgeContext {
  logger: Logger;
  metrics: Metrics;
  /** Is told of what one address does, once in the limit's span. */
  report: (pattern: AddressPattern) => void;
  /** Epoch milliseconds. */
  now: () => number;
}

/** What was too much, and of whom. */
export interface Excess {
  standing: Standing;
  requestId: string;
  /** The client's name; null where no address is known. */
  client: string | null;
  /** Null for what is no claim. */
  action: string | null;
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

/** Says what comes of an excess, and tells the owner. */
export class Judge {
  readonly #context: JudgeContext;
  readonly #told = new MemoryBuckets();

  constructor(context: JudgeContext) {
    this.#context = context;
  }

  /** Why the request is refused, or null where the policy refuses nothing. */
  problem(excess: Excess): ProblemReply | null {
    const { logger, metrics } = this.#context;
    const { policy, resetSeconds } = excess.standing;
    const { name, refuses } = policy;
    if (this.#isNews(excess)) this.#report(excess, policy);
    if (!refuses) {
      logger.info({ requestId: excess.requestId, limit: name }, 'this request would be refused: it is over a limit');
      return null;
    }
    metrics.limited(name);
    return rateLimited(`${DETAILS[name]} ${tryAgainIn(resetSeconds)}`, resetSeconds);
  }

  #isNews({ standing: { policy }, client }: Excess): boolean {
    const { name, spanMs } = policy;
    const [told] = this.#told.consume([{ id: `${name} ${client}`, everyMs: spanMs, spanMs }], this.#context.now());
    return told?.allowed === true;
  }

  #report({ client, action }: Excess, { name, max, perSeconds, refuses }: Policy): void {
    const kind = PATTERNS[name];
    if (kind === undefined || action === null || client === null) return;
    this.#context.report({ kind, action, address: client, count: max + 1, spanSeconds: perSeconds, dryRun: !refuses });
  }
}
