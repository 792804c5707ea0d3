import type { ClaimRecord, GrantRecord } from '../../ledger/index.ts';
import { type InFlight, slotName } from './in-flight.ts';
import { assignAgain, type GrantContext } from './claim-grants.ts';
import type { Upstream } from '../upstream/index.ts';
import { CallPermit } from './call-permit.ts';

/** What retrying needs beside carrying out a claim. */
export interface RoleRetryContext extends GrantContext {
  upstreams: ReadonlyMap<string, Upstream>;
}

/** Milliseconds to wait before each time that a role is assigned. One that never was waits beside points that an operator has to decide on. */
const BACKOFF_MS = [0, 5_000, 60_000];
const MAX_ATTEMPTS = BACKOFF_MS.length;

/**
 * Assigns roles with an unknown outcome again, at most twice, because a member has a role or has it not: twice is the same as
 * once. Points are never awarded again. What is left unknown after that is for an operator.
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

  /** Begins none any more. */
  stop(): void {
    this.#stopped = true;
  }

  /** Tries all that are due, one after the other, unless it is at that already. Never rejects. */
  async run(): Promise<void> {
    if (this.#running || this.#stopped) return;
    this.#running = true;
    const { ledger, logger, secrets } = this.#context;
    try {
      for (const claim of await ledger.retryable(MAX_ATTEMPTS)) {
        if (this.#stopped) break;
        // oxlint-disable-next-line no-await-in-loop -- they are not urgent, and the service is in trouble
        await this.#inFlight.track(slotName(claim.memberId, claim.action), () => this.#retry(claim));
      }
    } catch (error) {
      logger.error({ error: secrets.describe(error) }, 'roles whose outcome is unknown could not be assigned again');
    } finally {
      this.#running = false;
    }
  }

  async #retry(claim: ClaimRecord): Promise<void> {
    const { upstreams, now } = this.#context;
    const upstream = upstreams.get(claim.service);
    for (const grant of claim.grants) {
      const pass = upstream && !this.#stopped && isDue(grant, claim.updatedAt, now()) ? upstream.gate.tryEnter() : null;
      if (!upstream || !pass) continue;
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

function isDue({ order, state, attempts }: GrantRecord, since: number, now: number): boolean {
  const wait = BACKOFF_MS[attempts];
  return order.kind === 'role' && state === 'unknown' && wait !== undefined && now >= since + wait;
}
