import type { Hold, Pass, Upstream } from '../upstream/index.ts';

/** Seconds after which a proxy that is closing may have restarted. */
export const RESTART_RETRY_S = 5;

/** A claim's permission to call the service. It is given back when it is not needed, and can be requested again. */
export class CallPermit {
  readonly upstream: Upstream;
  readonly #client: string | null;
  readonly #isShut: () => boolean;
  #pass: Pass | null;

  /** `isShut` tells whether calls are no longer allowed. */
  constructor(upstream: Upstream, pass: Pass, isShut: () => boolean) {
    this.upstream = upstream;
    this.#pass = pass;
    this.#client = pass.client;
    this.#isShut = isShut;
  }

  /** The current pass, or a new one if it was given back; or why there is none. */
  async enter(): Promise<Pass | Hold> {
    if (this.#pass) return this.#pass;
    if (this.#isShut()) return { reason: 'busy', retryAfter: RESTART_RETRY_S };
    const entry = await this.upstream.admission.enter(this.#client);
    if (!('reason' in entry)) this.#pass = entry;
    return entry;
  }

  leave(): void {
    this.#pass?.leave();
    this.#pass = null;
  }
}
