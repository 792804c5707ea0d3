import type { Reading } from './rpc-quorum.ts';

/** Work that claims share: a claim that comes while it runs waits for the same result. The work continues if one of them stops waiting. */
export class Shared<T> {
  readonly #limitMs: number;
  readonly #keptMs: number;
  readonly #known = new Map<string, { work: Promise<T>; until: number }>();

  /** The work may take `limitMs`. Its result is kept until `keptMs` after the start. */
  constructor(limitMs: number, keptMs = 0) {
    this.#limitMs = limitMs;
    this.#keptMs = keptMs;
  }

  /** The result of the work of that name. Rejects if the work does, or if the claim's time is over. */
  async get(name: string, { signal, logger }: Reading, begin: (shared: Reading) => Promise<T>): Promise<T> {
    const now = performance.now();
    for (const [key, { until }] of this.#known) if (until <= now) this.#known.delete(key);
    let known = this.#known.get(name);
    if (!known) {
      const work = begin({ signal: AbortSignal.timeout(this.#limitMs), logger });
      // Some runtimes stop what a request has started when the request ends: then the work never settles.
      known = { work, until: now + this.#limitMs };
      this.#known.set(name, known);
      const mine = known;
      const forget = (): void => {
        if (this.#known.get(name) === mine) this.#known.delete(name);
      };
      work.then(() => (this.#keptMs === 0 ? forget() : (mine.until = now + this.#keptMs)), forget);
    }
    return untilAborted(known.work, signal);
  }
}

/** The result of the work. Rejects with the signal's reason if that comes first. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: end, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([work, end]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
