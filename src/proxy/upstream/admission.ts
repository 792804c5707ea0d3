import type { Outcome } from '../../service/index.ts';
import type { Alerts } from '../alerts/index.ts';
import { type BreakerState, CircuitBreaker, type Ticket } from './circuit-breaker.ts';
import { ClientSet } from './client-set.ts';
import { type KeyWatch, REJECTED_HOLD_S, REJECTED_PAUSE_S } from './key-watch.ts';
import type { Logger } from '../monitoring/logger.ts';
import { Permits } from '../../common/permits.ts';
import { Pause } from './pause.ts';
import { ReturnTimes } from './return-times.ts';

const THROTTLED_PAUSE_S = 30;
const MAX_PAUSE_S = 3600;

/** What the owner can do about a key that the service does not accept. */
export const KEY_ADVICE =
  'check that it is the key of this community server and was not revoked, that the server still has its tier, and that the bot is still in it; /api-key create makes a new key';

/** Stands for the client in calls that the proxy makes by itself. */
const BACKGROUND = 'the proxy itself';

/** Whole seconds to pause after a 429: as many as the service asked for, within limits. */
export function throttledSeconds(retryAfter: number | undefined): number {
  return Math.min(Math.max(1, Math.ceil(retryAfter ?? THROTTLED_PAUSE_S)), MAX_PAUSE_S);
}

/**
 * Why a service may not be called now, and after how many whole seconds to ask again.
 * - `paused`: it did not accept the key, or asked for fewer calls.
 * - `in-trouble`: the circuit breaker is open.
 * - `busy`: the most claims that it may have at the same time are in flight, and enough others wait.
 */
export interface Hold {
  reason: 'paused' | 'in-trouble' | 'busy';
  retryAfter: number;
}

/** One claim's permission to call the service, for all its grants. */
export interface Pass {
  readonly ticket: Ticket;
  /** The client that claims: the name under which it is counted, or null if it is not known. */
  readonly client: string | null;
  /** Gives the pass back. Its owner calls this once, whatever happens. */
  readonly leave: () => void;
}

export interface AdmissionOptions {
  service: string;
  key: Pick<KeyWatch, 'accepted' | 'refused' | 'replaced'>;
  /** The most claims that may have a pass at the same time. */
  maxConcurrency: number;
  /** Milliseconds after which a call that probes a service in trouble is no longer waited for. */
  probeLimitMs: number;
  logger: Logger;
  alerts: Alerts;
  /** Epoch milliseconds. */
  now: () => number;
}

/**
 * Decides whether a service may be called. `enter` is called before a claim is reserved, so that no claim of the day is used up if the service cannot
 * be called, and `hold` before each call.
 *
 * After 401 or 403 it pauses calls for a minute, because the key is wrong and not the visitor, or until there is another key. The clients with whose
 * claims the key was refused wait for one minute more, unless a claim is granted by then. So if the key is good after all, one client can cause such
 * a pause only once, and several clients each leave a minute to others before the next pause. After 429 it pauses for as long as the service asks. A
 * circuit breaker stops claims while the service does not answer, or answers in a form that cannot be read, because an operator would have to settle
 * each of them. The number of claims in flight is limited.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #breaker: CircuitBreaker;
  readonly #permits: Permits;
  readonly #returns: ReturnTimes;
  readonly #pause = new Pause();
  readonly #keyPause = new Pause();
  /** The longer pause for clients with whose claims the key was refused since it was last accepted. */
  readonly #keyHold = new Pause();
  readonly #refusedTo = new ClientSet();

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#breaker = new CircuitBreaker(options.probeLimitMs);
    this.#permits = new Permits(options.maxConcurrency);
    this.#returns = new ReturnTimes(options.maxConcurrency);
  }

  get breaker(): BreakerState {
    return this.#breaker.state(this.#options.now());
  }

  /** How many claims wait for others to end. */
  get waiting(): number {
    return this.#permits.waiting;
  }

  /** Milliseconds left of a pause after a 401, 403 or 429. */
  get pausedMs(): number {
    const now = this.#options.now();
    return Math.max(this.#pause.left(now), this.#keyPause.left(now));
  }

  /** A pass, after a short wait if many claims are in flight. */
  async enter(client: string | null): Promise<Pass | Hold> {
    if (this.#keyPausedMs(client) > 0 && (await this.#options.key.replaced())) {
      this.#keyPause.end();
      this.#keyHold.end();
    }
    const hold = this.#held(client);
    if (hold) return hold;
    return (await this.#permits.take()) ? this.#admit(client) : this.#busy();
  }

  /** The same without waiting, for work that is not urgent and does not come from a client. */
  tryEnter(): Pass | null {
    if (this.#held(BACKGROUND) || !this.#permits.tryTake()) return null;
    const entry = this.#admit(BACKGROUND);
    return 'reason' in entry ? null : entry;
  }

  /** Why the service may no longer be called with this pass; null if it may. */
  hold({ ticket, client }: Pass): Hold | null {
    return this.#paused(client) ?? (this.#breaker.allows(ticket) ? null : this.#inTrouble(client));
  }

  /** Call with the result of each call. */
  observe(pass: Pass, outcome: Outcome): void {
    const { kind, evidence } = outcome;
    const { key, now } = this.#options;
    this.#updateBreaker(pass, outcome);
    if (kind === 'granted') {
      key.accepted(now());
      this.#refusedTo.clear();
    }
    if (kind !== 'refused') return;
    if (evidence.status === 401 || evidence.status === 403) this.#keyRefused(pass.client, evidence.status);
    if (evidence.status === 429) this.#throttled(evidence.retryAfter);
  }

  #updateBreaker({ ticket, client }: Pass, { kind, evidence: { failure } }: Outcome): void {
    const { service, logger, alerts, now } = this.#options;
    const call = {
      failed: kind === 'unknown' || kind === 'released',
      // If nothing was written, it does not matter which client it was.
      client: kind === 'released' ? null : client,
    };
    const change = this.#breaker.observe(ticket, call, now());
    if (change === 'closed') logger.info({ service }, 'the service answers again: claims are taken');
    if (change === 'opened' || change === 'reopened') {
      const details = { service, failure, retryAfter: this.#inTrouble(null).retryAfter };
      const message = 'too many calls to the service fail: claims are put off until one gets through';
      if (change === 'opened') {
        logger.warn(details, message);
        alerts.report({ kind: 'breaker-opened', service });
      } else logger.debug(details, message);
    }
  }

  #keyRefused(client: string | null, status: number): void {
    const { service, key, logger, alerts, now } = this.#options;
    if (!key.refused(client, now())) {
      logger.warn(
        { service, status },
        'the service answers one client as if the key were wrong, and takes it from others',
      );
      return;
    }
    this.#keyPause.begin(REJECTED_PAUSE_S * 1000, now());
    this.#keyHold.begin(REJECTED_HOLD_S * 1000, now());
    this.#refusedTo.add(client);
    alerts.report({ kind: 'key-refused', service });
    logger.error(
      { service, status, pausedSeconds: REJECTED_PAUSE_S },
      `the service does not accept the API key: ${KEY_ADVICE}`,
    );
  }

  #throttled(retryAfter: number | undefined): void {
    const { service, logger, now } = this.#options;
    const seconds = throttledSeconds(retryAfter);
    this.#pause.begin(seconds * 1000, now());
    logger.warn(
      { service, status: 429, pausedSeconds: seconds },
      'the service asks for fewer calls: claims are put off until then',
    );
  }

  /** Called with a permit in hand. Returns the pass, or what has stopped calls while it waited. */
  #admit(client: string | null): Pass | Hold {
    const ticket = this.#paused(client) ? null : this.#breaker.enter(this.#options.now(), client);
    if (ticket === null) {
      this.#permits.giveBack();
      return this.#paused(client) ?? this.#inTrouble(client);
    }
    const { now } = this.#options;
    const stay = this.#returns.entered(now());
    return {
      ticket,
      client,
      leave: () => {
        this.#returns.left(stay, now());
        this.#breaker.leave(ticket);
        this.#permits.giveBack();
      },
    };
  }

  #held(client: string | null): Hold | null {
    return (
      this.#paused(client) ?? (this.#breaker.waitMs(this.#options.now(), client) > 0 ? this.#inTrouble(client) : null)
    );
  }

  #paused(client: string | null): Hold | null {
    const pausedMs = Math.max(this.#pause.left(this.#options.now()), this.#keyPausedMs(client));
    return pausedMs > 0 ? { reason: 'paused', retryAfter: Math.ceil(pausedMs / 1000) } : null;
  }

  #keyPausedMs(client: string | null): number {
    return (this.#refusedTo.has(client) ? this.#keyHold : this.#keyPause).left(this.#options.now());
  }

  #inTrouble(client: string | null): Hold {
    const waitMs = this.#breaker.waitMs(this.#options.now(), client);
    return { reason: 'in-trouble', retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) };
  }

  #busy(): Hold {
    return { reason: 'busy', retryAfter: this.#returns.next(this.#permits.waiting, this.#options.now()) };
  }
}
