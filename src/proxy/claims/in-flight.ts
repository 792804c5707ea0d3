/**
 * The claims that this process is busy with, by the slot (member and action) that they try for. So a claim that finds the slot
 * taken can wait for the outcome instead of answering "pending", and a shutdown can wait for all of them.
 */
export class InFlight {
  readonly #bySlot = new Map<string, Set<Promise<unknown>>>();
  readonly #landing = new Set<Promise<unknown>>();

  /** Follows what is done for the slot from here on, until what is returned is called. */
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

  /** Follows the work to its end. */
  async track<T>(slot: string, work: () => Promise<T>): Promise<T> {
    const end = this.begin(slot);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Waits until what is now under way for the slot has ended. */
  async settled(slot: string): Promise<void> {
    const inFlight = this.#bySlot.get(slot);
    if (inFlight) await Promise.allSettled(inFlight);
  }

  /**
   * Waits for work until it ends or is delayed. If it is delayed, it resolves with what there is so far, and the work goes on in the
   * background.
   */
  untilDelayed<T>(work: (delayed: (soFar: T) => void) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const landing = work(resolve);
      this.#landing.add(landing);
      const forget = (): void => void this.#landing.delete(landing);
      landing.then(forget, forget);
      landing.then(resolve, reject);
    });
  }

  /** Waits until what goes on behind those who asked for it has ended, too. */
  async landed(): Promise<void> {
    while (this.#landing.size > 0) {
      // oxlint-disable-next-line no-await-in-loop -- what began meanwhile is waited for in the next round
      await Promise.allSettled(this.#landing);
    }
  }

  /** Waits until nothing is under way that somebody waits for. */
  async drained(): Promise<void> {
    while (this.#bySlot.size > 0) {
      const inFlight = Array.from(this.#bySlot.values(), (siblings) => [...siblings]).flat();
      // oxlint-disable-next-line no-await-in-loop -- what began meanwhile is waited for in the next round
      await Promise.allSettled(inFlight);
    }
  }
}

/** The name under which a member's claims of an action are followed. */
export function slotName(memberId: string, action: string): string {
  return JSON.stringify([memberId, action]);
}
