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

/** What to do about a key that the service does not accept. */
export const KEY_ADVICE =
  'check that it is the key of this community server and was not revoked, that the server still has its tier, and that the bot is still in it; /api-key create makes a new key';

/** Stands for the client where the proxy does something by itself. */
const BACKGROUND = 'the proxy itself';

/** Whole seconds to leave a service alone that answered 429: what it asked for, within reason. */
export function throttledSeconds(retryAfter: number | undefined): number {
  return Math.min(Math.max(1, Math.ceil(retryAfter ?? THROTTLED_PAUSE_S)), MAX_PAUSE_S);
}

/**
 * Why a service may not be called now, and after how many whole seconds to ask again.
 * - `paused`: it did not accept the key, or asked for fewer calls.
 * - `in-trouble`: the circuit breaker is open.
 * - `busy`: as many claims as it may have at once are under way, and enough wait already.
 */
export interface Hold {
  reason: 'paused' | 'in-trouble' | 'busy';
  retryAfter: number;
}

/** One claim's permit to call the service, for all its grants. */
export interface Pass {
  readonly ticket: Ticket;
  /** The client that claims: the name by which it is counted, or null if none is known. */
  readonly client: string | null;
  /** Gives it back. The owner of a pass calls this once, whatever happens. */
  readonly leave: () => void;
}

export interface AdmissionOptions {
  service: string;
  key: Pick<KeyWatch, 'accepted' | 'refused' | 'replaced'>;
  /** Most claims that have a pass at once. */
  maxConcurrency: number;
  /** Milliseconds after which a call that tries out a service in trouble is not waited for any more. */
  probeLimitMs: number;
  logger: Logger;
  alerts: Alerts;
  /** Epoch milliseconds. */
  now: () => number;
}

/**
 * Decides whether a service may be called: `enter` is asked before a claim is reserved, so that nobody's claim of the day is used
 * up in vain, and `hold` before each call. After 401 or 403 it pauses calls for a minute, because the key is at fault and not the
 * visitor, or until there is another key; the clients whose calls it was wait for a minute more, unless one is granted by then. So
 * one client brings that about once only, if the key then turns out to be good, and of several each leaves others that minute before
 * it can do so again. After 429 it pauses for as long as the service asks. A circuit breaker keeps claims from a service that does
 * not answer or answers what nobody can read: each would be one more that an operator must settle. And it bounds how many are
 * under way at once.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #breaker: CircuitBreaker;
  readonly #permits: Permits;
  readonly #returns: ReturnTimes;
  readonly #pause = new Pause();
  readonly #keyPause = new Pause();
  /** Keeps out for longer the clients with whose claims the key was refused since it was last taken. */
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

  /** Claims that wait for others to end. */
  get waiting(): number {
    return this.#permits.waiting;
  }

  /** Milliseconds left of a pause that the service's answers brought about. */
  get pausedMs(): number {
    const now = this.#options.now();
    return Math.max(this.#pause.left(now), this.#keyPause.left(now));
  }

  /** Leave to call, after a short wait where many are under way. */
  async enter(client: string | null): Promise<Pass | Hold> {
    if (this.#keyPausedMs(client) > 0 && (await this.#options.key.replaced())) {
      this.#keyPause.end();
      this.#keyHold.end();
    }
    const hold = this.#held(client);
    if (hold) return hold;
    return (await this.#permits.take()) ? this.#admit(client) : this.#busy();
  }

  /** The same without waiting, for what is not urgent and no client's. */
  tryEnter(): Pass | null {
    if (this.#held(BACKGROUND) || !this.#permits.tryTake()) return null;
    const entry = this.#admit(BACKGROUND);
    return 'reason' in entry ? null : entry;
  }

  /** What has come in the way since the pass was given, if anything. */
  hold({ ticket, client }: Pass): Hold | null {
    return this.#paused(client) ?? (this.#breaker.allows(ticket) ? null : this.#inTrouble(client));
  }

  /** Takes note of how a call ended. */
  observe({ ticket, client }: Pass, { kind, evidence: { status, retryAfter, failure } }: Outcome): void {
    const { service, key, logger, alerts, now } = this.#options;
    const call = {
      failed: kind === 'unknown' || kind === 'released',
      // Of what was never written nothing depends on whose it was.
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
    if (kind === 'granted') {
      key.accepted(now());
      this.#refusedTo.clear();
    }
    if (kind !== 'refused') return;
    if ((status === 401 || status === 403) && !key.refused(client, now())) {
      logger.warn(
        { service, status },
        'the service answers one client as if the key were wrong, and takes it from others',
      );
    } else if (status === 401 || status === 403) {
      this.#keyPause.begin(REJECTED_PAUSE_S * 1000, now());
      this.#keyHold.begin(REJECTED_HOLD_S * 1000, now());
      this.#refusedTo.add(client);
      alerts.report({ kind: 'key-refused', service });
      logger.error(
        { service, status, pausedSeconds: REJECTED_PAUSE_S },
        `the service does not accept the API key: ${KEY_ADVICE}`,
      );
    }
    if (status === 429) {
      const seconds = throttledSeconds(retryAfter);
      this.#pause.begin(seconds * 1000, now());
      logger.warn(
        { service, status, pausedSeconds: seconds },
        'the service asks for fewer calls: claims are put off until then',
      );
    }
  }

  /** With a permit in hand: the pass, or what came up while waiting. */
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
