/**
 * The claims that this process works on, by their slot (member and action). So a claim whose slot is taken can wait for the outcome instead of
 * answering "pending", and a shutdown can wait for all of them.
 */
export class InFlight {
  readonly #bySlot = new Map<string, Set<Promise<unknown>>>();
  readonly #background = new Set<Promise<unknown>>();

  /** Counts work for the slot as in flight until the returned function is called. */
  begin(slot: string): () => void {
    const siblings = this.#bySlot.get(slot) ?? new Set();
    this.#bySlot.set(slot, siblings);
    const { promise, resolve } = Promise.withResolvers<void>();
    siblings.add(promise);
    return () => {
      siblings.delete(promise);
      if (siblings.size === 0) this.#bySlot.delete(slot);
      resolve();
    };
  }

  /** Counts the work as in flight until it ends. */
  async track<T>(slot: string, work: () => Promise<T>): Promise<T> {
    const end = this.begin(slot);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Waits until all present work for the slot has ended. */
  async settled(slot: string): Promise<void> {
    const inFlight = this.#bySlot.get(slot);
    if (inFlight) await Promise.allSettled(inFlight);
  }

  /** Waits until the work ends or is delayed. If it is delayed, this resolves with the result so far, and the work continues in the background. */
  untilDelayed<T>(work: (delayed: (soFar: T) => void) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const working = work(resolve);
      this.#background.add(working);
      const forget = (): void => void this.#background.delete(working);
      working.then(forget, forget);
      working.then(resolve, reject);
    });
  }

  /** Waits until the work in the background has ended. */
  async backgroundDone(): Promise<void> {
    while (this.#background.size > 0) {
      // oxlint-disable-next-line no-await-in-loop -- what began meanwhile is waited for in the next round
      await Promise.allSettled(this.#background);
    }
  }

  /** Waits until no slot has work in flight. */
  async drained(): Promise<void> {
    while (this.#bySlot.size > 0) {
      const inFlight = Array.from(this.#bySlot.values(), (siblings) => [...siblings]).flat();
      // oxlint-disable-next-line no-await-in-loop -- what began meanwhile is waited for in the next round
      await Promise.allSettled(inFlight);
    }
  }
}

/** Identifies a member's claims of an action. */
export function slotName(memberId: string, action: string): string {
  return JSON.stringify([memberId, action]);
}
