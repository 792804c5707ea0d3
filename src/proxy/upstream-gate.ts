import type { Outcome } from '../service/index.ts';
import type { Logger } from './logger.ts';

const REJECTED_PAUSE_S = 60;
const THROTTLED_PAUSE_S = 30;
const LONGEST_PAUSE_S = 3600;

/** Whole seconds to leave a service alone that answered 429: what it asked for, within reason. */
export function throttledSeconds(retryAfter: number | undefined): number {
  return Math.min(Math.max(1, Math.ceil(retryAfter ?? THROTTLED_PAUSE_S)), LONGEST_PAUSE_S);
}

/**
 * Decides whether a service may be called now. After 401 or 403 it pauses calls for a minute, since the key is at fault and
 * not the visitor; after 429 for as long as the service asks. What else holds calls back (a circuit breaker, a bound on
 * calls at once) belongs here too: `secondsUntilOpen` is asked before a claim is reserved and before each call.
 */
export class UpstreamGate {
  readonly #service: string;
  readonly #logger: Logger;
  #opensAt = 0;

  constructor(service: string, logger: Logger) {
    this.#service = service;
    this.#logger = logger;
  }

  /** Whole seconds until the service may be called again; 0 if it may be called now. */
  secondsUntilOpen(now: number): number {
    return Math.max(0, Math.ceil((this.#opensAt - now) / 1000));
  }

  /** Takes note of how a call ended. */
  observe({ kind, evidence: { status, retryAfter } }: Outcome, now: number): void {
    if (kind !== 'refused') return;
    if (status === 401 || status === 403) {
      this.#pause(REJECTED_PAUSE_S, now);
      this.#logger.error(
        { service: this.#service, status, pausedSeconds: REJECTED_PAUSE_S },
        'the service does not accept the API key: check that it is the key of this community server and was not revoked, that the server still has its tier, and that the bot is still in it; /api-key create makes a new key',
      );
    }
    if (status === 429) {
      const seconds = throttledSeconds(retryAfter);
      this.#pause(seconds, now);
      this.#logger.warn(
        { service: this.#service, status, pausedSeconds: seconds },
        'the service asks for fewer calls: claims are put off until then',
      );
    }
  }

  #pause(seconds: number, now: number): void {
    this.#opensAt = Math.max(this.#opensAt, now + seconds * 1000);
  }
}
