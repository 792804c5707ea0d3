import type { AwardEvent, RewardEvent, RoleEvent } from '../control/events.ts';

const CAPACITY = 500;

/** The last 500 awards and assignments, each with a number of its own. */
export class Rewards {
  readonly #entries: RewardEvent[] = [];
  #count = 0;

  /** Oldest first. */
  list(): RewardEvent[] {
    return structuredClone(this.#entries);
  }

  award(data: Omit<AwardEvent, 'id'>): RewardEvent {
    return this.#keep({ type: 'award', data: { id: this.#next(), ...data } });
  }

  role(data: Omit<RoleEvent, 'id'>): RewardEvent {
    return this.#keep({ type: 'role', data: { id: this.#next(), ...data } });
  }

  /** The numbers go on. */
  clear(): void {
    this.#entries.length = 0;
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }

  #keep(event: RewardEvent): RewardEvent {
    this.#entries.push(event);
    if (this.#entries.length > CAPACITY) this.#entries.shift();
    return event;
  }
}
