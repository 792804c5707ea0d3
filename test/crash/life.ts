import type { Ledger } from '../../src/ledger/index.ts';

/** A step that was reached. `past` names what the calls of the service had come to by then. */
export interface Step {
  name: string;
  past: string;
}

/** What the proxy looks up on the side, after a claim whose outcome is unknown. */
const LOOK: keyof Ledger = 'unknown';

type Method = (...parameters: unknown[]) => Promise<unknown>;

/**
 * One life of a proxy, in which every step has a name. It ends at the named step: from then on nothing that was begun
 * comes back, and nothing new begins.
 */
export class Life {
  /** The steps that were reached, in order. */
  readonly steps: Step[] = [];
  /** What the calls came to, in order; their caller adds to it. */
  readonly past: string[] = [];
  /** Resolves when it ends. */
  readonly ended: Promise<void>;
  readonly #endsAt: string | null;
  readonly #counts = new Map<string, number>();
  readonly #grave = Promise.withResolvers<never>();
  readonly #end: () => void;
  readonly #inStore = new Set<Promise<unknown>>();
  #over = false;
  #buried = false;
  #underWay = 0;
  #rest: PromiseWithResolvers<void> | null = null;

  /** Of a life that ends at no step, `endsAt` is null. */
  constructor(endsAt: string | null) {
    this.#endsAt = endsAt;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = resolve;
    this.#grave.promise.catch(() => {});
  }

  get over(): boolean {
    return this.#over;
  }

  /** Passes a step, or ends at it. Where a step comes again its name is `step 2`. */
  async reach(step: string): Promise<void> {
    // A caller that was let go, and tries again, waits in vain.
    if (this.#buried) return new Promise(() => {});
    if (this.#over) return this.#grave.promise;
    const count = (this.#counts.get(step) ?? 0) + 1;
    this.#counts.set(step, count);
    const name = count === 1 ? step : `${step} ${count}`;
    this.steps.push({ name, past: this.past.join(', ') });
    if (name !== this.#endsAt) return;
    this.#over = true;
    this.#end();
    await this.#grave.promise;
  }

  /** Work that takes a while, with a step before and a step after it. */
  async work<T>(name: string, run: () => Promise<T>): Promise<T> {
    await this.reach(`before ${name}`);
    this.#underWay += 1;
    try {
      const value = await run();
      await this.reach(`after ${name}`);
      return value;
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#rest?.resolve();
    }
  }

  /** The ledger as this life has it: each of its calls is work, but for looks that nobody waits for. */
  ledger(real: Ledger): Ledger {
    const methods = Object.entries(real).map(([name, method]: [string, Method]): [string, Method] => {
      const call = (...parameters: unknown[]) => this.#landing(method(...parameters));
      return [name, name === LOOK ? call : (...parameters) => this.work(name, () => call(...parameters))];
    });
    return Object.fromEntries(methods) as unknown as Ledger;
  }

  /** Waits until all that was begun has come to its end, or the life has. */
  async quiet(): Promise<void> {
    for (let turns = 0; turns < 3 && !this.#over; turns += 1) {
      // oxlint-disable-next-line no-await-in-loop -- what comes next is begun within a turn of the event loop
      await new Promise(setImmediate);
      if (this.#underWay === 0) continue;
      turns = 0;
      this.#rest = Promise.withResolvers();
      // oxlint-disable-next-line no-await-in-loop
      await Promise.race([this.#rest.promise, this.ended]);
    }
  }

  /** Waits until what was begun in the store has been done there, of which a life that is over never hears. */
  async landed(): Promise<void> {
    await Promise.allSettled(this.#inStore);
  }

  /** Lets go of what waits for ever after the end, so that none of its timers stay behind. */
  bury(): void {
    this.#over = true;
    this.#buried = true;
    this.#grave.reject(new Error('the process is dead'));
  }

  #landing<T>(call: Promise<T>): Promise<T> {
    this.#inStore.add(call);
    const forget = () => this.#inStore.delete(call);
    call.then(forget, forget);
    return call;
  }
}
