import type { Hold, Pass, Upstream } from '../upstream/index.ts';

/** Seconds until the proxy may be back that is being closed. */
export const RESTART_RETRY_S = 5;

/** A claim's way to the service: where its grants go, and the leave to call there, which is given back as soon as it is not used. */
export class Way {
  readonly upstream: Upstream;
  readonly #client: string | null;
  readonly #isShut: () => boolean;
  #pass: Pass | null;

  /** `isShut`: whether nobody enters any more. */
  constructor(upstream: Upstream, pass: Pass, isShut: () => boolean) {
    this.upstream = upstream;
    this.#pass = pass;
    this.#client = pass.client;
    this.#isShut = isShut;
  }

  /** The leave to call, as it was given, or anew after it was given back; or why there is none. */
  async enter(): Promise<Pass | Hold> {
    if (this.#pass) return this.#pass;
    if (this.#isShut()) return { reason: 'busy', retryAfter: RESTART_RETRY_S };
    const entry = await this.upstream.gate.enter(this.#client);
    if (!('reason' in entry)) this.#pass = entry;
    return entry;
  }

  leave(): void {
    this.#pass?.leave();
    this.#pass = null;
  }
}
