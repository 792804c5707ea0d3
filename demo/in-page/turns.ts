/**
 * Lets one page of a site after the other work on what they share. A page that is left lets go of its turn and asks for none, since a
 * browser may keep it for the way back with all that it waits for; what it has begun goes on without. Where a browser has no locks, each
 * page works as if it were the only one.
 */
export class Turns {
  readonly #name: string;
  #page = new AbortController();

  /** `page` tells when it is left, and when somebody is back. */
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
