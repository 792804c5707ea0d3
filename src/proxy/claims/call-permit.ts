import type { Hold, Pass, Upstream } from '../upstream/index.ts';

/** Seconds until a proxy that is being closed may be back. */
export const RESTART_RETRY_S = 5;

/** A claim's permit to call the service. It is given back as soon as it is not used, and can be asked for again. */
export class CallPermit {
  readonly upstream: Upstream;
  readonly #client: string | null;
  readonly #isShut: () => boolean;
  #pass: Pass | null;

  /** `isShut`: whether no more calls are allowed. */
  constructor(upstream: Upstream, pass: Pass, isShut: () => boolean) {
    this.upstream = upstream;
    this.#pass = pass;
    this.#client = pass.client;
    this.#isShut = isShut;
  }

  /** The pass, as it was given, or a new one after it was given back; or why there is none. */
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
