import { type CallEnd, CallSample } from './call-sample.ts';
import { ClientSet } from './client-set.ts';

/** `closed`: calls are made. `open`: no calls are made for some time. `half-open`: one call, due or in flight, decides. */
export type BreakerState = (typeof BREAKER_STATES)[number];

export const BREAKER_STATES = ['closed', 'half-open', 'open'] as const;

/** Permission to call: for the time that the breaker stays closed, or for the one probe after it was open. */
export type Ticket = object;

const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 60_000;

/**
 * Stops calls to a service that is in trouble. It opens after 5 failures in a row, or 10 among the last 20 calls, of which each client has at most
 * two. Five seconds later only the next claim is let through, as the probe: its result closes the breaker, or keeps it open for twice as long as
 * before, at most a minute. The next probe must be of a client whose probe has not failed since the breaker was last closed, unless no such client
 * has come for another minute. So a client keeps the breaker open only once, and cannot do so in turn with others. A probe that is given back without
 * a call, or that takes longer than `probeLimitMs`, makes way for the next.
 *
 * It has no timer. Permission is separate from the call, because it is needed before a claim is reserved. The libraries (cockatiel, opossum) wrap the
 * call itself, and read their own clock. Times are epoch milliseconds.
 */
export class CircuitBreaker {
  readonly #probeLimitMs: number;
  #sample = new CallSample();
  /** The ticket whose results count; null while the breaker is open. */
  #valid: Ticket | null = {};
  /** How long the breaker stays open; 0 while it is closed. */
  #waitMs = 0;
  #openedAt = 0;
  #probedAt = 0;
  /** The clients whose probes have failed since the breaker was last closed. */
  readonly #failedProbers = new ClientSet();

  constructor(probeLimitMs: number) {
    this.#probeLimitMs = probeLimitMs;
  }

  state(now: number): BreakerState {
    if (this.#waitMs === 0) return 'closed';
    return this.#probing(now) || this.#waitedFor(now) >= this.#waitMs ? 'half-open' : 'open';
  }

  /** Milliseconds until calls may be allowed again; 0 if they are allowed now. */
  waitMs(now: number, client: string | null): number {
    if (this.#waitMs === 0) return 0;
    if (this.#probing(now)) return FIRST_WAIT_MS;
    const more = this.#failedProbers.has(client) ? MAX_WAIT_MS : 0;
    return Math.max(0, this.#waitMs + more - this.#waitedFor(now));
  }

  /** A ticket, or null if calls are stopped. Its owner gives it back with `leave`. */
  enter(now: number, client: string | null): Ticket | null {
    if (this.waitMs(now, client) > 0) return null;
    if (this.#waitMs > 0) {
      this.#valid = {};
      this.#probedAt = now;
    }
    return this.#valid;
  }

  /** Whether calls with this ticket are still allowed: the breaker may have opened since. */
  allows(ticket: Ticket): boolean {
    return this.#waitMs === 0 || ticket === this.#valid;
  }

  /** Call with the result of each call. Calls from before the breaker last opened do not count. */
  observe(ticket: Ticket, call: CallEnd, now: number): 'opened' | 'reopened' | 'closed' | null {
    if (ticket !== this.#valid) return null;
    if (this.#waitMs > 0) {
      if (!call.failed) return this.#close();
      this.#failedProbers.add(call.client);
      return this.#open(now, 'reopened');
    }
    this.#sample.add(call);
    return this.#sample.inTrouble ? this.#open(now, 'opened') : null;
  }

  leave(ticket: Ticket): void {
    if (this.#waitMs > 0 && ticket === this.#valid) this.#valid = null;
  }

  #probing(now: number): boolean {
    return this.#valid !== null && Math.abs(now - this.#probedAt) < this.#probeLimitMs;
  }

  /** Uses the absolute time difference, so that a clock that is set back does not keep the breaker open. */
  #waitedFor(now: number): number {
    return Math.abs(now - this.#openedAt);
  }

  #open<How>(now: number, how: How): How {
    this.#valid = null;
    this.#waitMs = this.#waitMs === 0 ? FIRST_WAIT_MS : Math.min(2 * this.#waitMs, MAX_WAIT_MS);
    this.#openedAt = now;
    return how;
  }

  #close(): 'closed' {
    this.#waitMs = 0;
    this.#failedProbers.clear();
    this.#sample = new CallSample();
    return 'closed';
  }
}
