/**
 * Lets the pages of a site work on what they share one at a time (Web Locks). A page that is left releases its lock and requests none,
 * since a browser may keep it in its back/forward cache, locks included; what it has begun goes on without. In a browser without locks,
 * each page works as if it were the only one.
 */
export class Turns {
  readonly #name: string;
  #page = new AbortController();

  /** `page` emits `pagehide` and `pageshow`. */
  constructor(name: string, page: EventTarget = globalThis) {
    this.#name = name;
    page.addEventListener('pagehide', () => this.#page.abort());
    page.addEventListener('pageshow', () => {
      if (this.#page.signal.aborted) this.#page = new AbortController();
    });
  }

  /** Runs it in a turn of its own. Rejects where the page is left meanwhile. */
  async alone<T>(run: () => Promise<T>): Promise<T> {
    const { signal } = this.#page;
    if (!('locks' in navigator)) return run();
    return navigator.locks.request(this.#name, { signal }, () => Promise.race([run(), aborted(signal)]));
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
