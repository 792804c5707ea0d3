import { Slab } from '../../common/slab.ts';

/**
 * The claims that this process works on, by their slot (member and action). So a claim whose slot is taken can wait for the outcome instead of
 * answering "pending", and a shutdown can wait for all of them.
 */
export class InFlight {
  readonly #claims = new Slab<{ slot: string; ended: Promise<void> }>();
  readonly #background = new Slab<Promise<unknown>>();

  /** Counts work for the slot as in flight until the returned function is called, once. */
  begin(slot: string): () => void {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const number = this.#claims.add({ slot, ended });
    return () => {
      this.#claims.take(number);
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
    const ofSlot = this.#claims.values().filter((claim) => claim.slot === slot);
    await Promise.all(ofSlot.map(({ ended }) => ended));
  }

  /** Waits until the work ends or is delayed. If it is delayed, this resolves with the result so far, and the work continues in the background. */
  untilDelayed<T>(work: (delayed: (soFar: T) => void) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const working = work(resolve);
      const number = this.#background.add(working);
      const forget = (): void => void this.#background.take(number);
      working.then(forget, forget);
      working.then(resolve, reject);
    });
  }

  /** Waits until the work in the background has ended. */
  async backgroundDone(): Promise<void> {
    while (this.#background.size > 0) {
      // oxlint-disable-next-line no-await-in-loop -- what began meanwhile is waited for in the next round
      await Promise.allSettled(this.#background.values());
    }
  }

  /** Waits until no slot has work in flight. */
  async drained(): Promise<void> {
    while (this.#claims.size > 0) {
      // oxlint-disable-next-line no-await-in-loop -- what began meanwhile is waited for in the next round
      await Promise.all(this.#claims.values().map(({ ended }) => ended));
    }
  }
}

/** Identifies a member's claims of an action. */
export function slotName(memberId: string, action: string): string {
  return JSON.stringify([memberId, action]);
}
