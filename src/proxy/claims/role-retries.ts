import type { ClaimRecord, GrantRecord } from '../../ledger/index.ts';
import { type InFlight, slotName } from './in-flight.ts';
import { assignAgain, type GrantContext } from './claim-grants.ts';
import type { Upstream } from '../upstream/index.ts';
import { CallPermit } from './call-permit.ts';

/** What retries need besides carrying out a claim. */
export interface RoleRetryContext extends GrantContext {
  upstreams: ReadonlyMap<string, Upstream>;
}

/** Milliseconds to wait before each assignment of a role. One with no attempt so far waits next to points that an operator has to decide on. */
const BACKOFF_MS = [0, 5_000, 60_000];
const MAX_ATTEMPTS = BACKOFF_MS.length;

/**
 * Assigns roles with an unknown outcome again, at most twice. This is safe because a member has a role or does not have it: twice is the same as
 * once. Points are never awarded again. Whatever is still unknown after that is left to an operator.
 */
export class RoleRetries {
  readonly #context: RoleRetryContext;
  readonly #inFlight: InFlight;
  #running = false;
  #stopped = false;

  constructor(context: RoleRetryContext, inFlight: InFlight) {
    this.#context = context;
    this.#inFlight = inFlight;
  }

  /** Begins no more retries. */
  stop(): void {
    this.#stopped = true;
  }

  /**
   * Retries all roles that are due, one after the other, unless it is already running. The ledger is asked for each service separately: a service
   * that fails, or is no longer in the config, does not delay the others. Never rejects.
   */
  async run(): Promise<void> {
    if (this.#running || this.#stopped) return;
    this.#running = true;
    const { upstreams, logger, secrets } = this.#context;
    try {
      // oxlint-disable-next-line no-await-in-loop -- they are not urgent, and a service is in trouble
      for (const [service, upstream] of upstreams) await this.#retryOf(service, upstream);
    } catch (error) {
      logger.error({ error: secrets.describe(error) }, 'roles whose outcome is unknown could not be assigned again');
    } finally {
      this.#running = false;
    }
  }

  async #retryOf(service: string, upstream: Upstream): Promise<void> {
    if (this.#stopped) return;
    for (const claim of await this.#context.ledger.retryable(MAX_ATTEMPTS, service)) {
      if (this.#stopped) return;
      // A ledger of somebody's own may not know that argument.
      if (claim.service !== service) continue;
      // oxlint-disable-next-line no-await-in-loop -- see above
      await this.#inFlight.track(slotName(claim.memberId, claim.action), () => this.#retry(claim, upstream));
    }
  }

  async #retry(claim: ClaimRecord, upstream: Upstream): Promise<void> {
    const { now } = this.#context;
    for (const grant of claim.grants) {
      const pass = !this.#stopped && isDue(grant, claim.updatedAt, now()) ? upstream.admission.tryEnter() : null;
      if (!pass) continue;
      // oxlint-disable-next-line no-await-in-loop -- each grant is settled before the next begins
      await this.#assign(claim, grant, new CallPermit(upstream, pass, () => false));
    }
  }

  async #assign(claim: ClaimRecord, grant: GrantRecord, permit: CallPermit): Promise<void> {
    const done = await this.#inFlight.untilDelayed((delayed: (soFar: ClaimRecord | null) => void) =>
      assignAgain(claim, grant, permit, this.#context, delayed),
    );
    if (!done) return;
    const { id, action, state } = done;
    this.#context.logger.info({ claim: id, action, state, attempt: grant.attempts + 1 }, 'a role was assigned again');
  }
}

/** Uses the absolute time difference, so that a clock that is set back does not delay it. */
function isDue({ order, state, attempts }: GrantRecord, since: number, now: number): boolean {
  const wait = BACKOFF_MS[attempts];
  return order.kind === 'role' && state === 'unknown' && wait !== undefined && Math.abs(now - since) >= wait;
}
