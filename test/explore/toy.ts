import type { Random } from '../crash/random.ts';
import { type Choice, EVERYTHING } from './choice.ts';
import type { Begin, Explored } from './explore.ts';

/** What one who takes part does next: it comes to one of its outcomes, after the last of which that one does nothing more. */
interface Step {
  /** The numbers that it depends on and changes, or everything. */
  touches: readonly string[];
  outcomes: number;
}

/** Who takes part, and what each does, one step after the other. */
export type Toy = Readonly<Record<string, readonly Step[]>>;

const NUMBERS = ['x', 'y', 'z'];

export function randomToy(random: Random): Toy {
  const step = (): Step => ({
    touches: random.chance(0.1)
      ? [EVERYTHING]
      : [random.pick(NUMBERS), ...(random.chance(0.3) ? [random.pick(NUMBERS)] : [])],
    outcomes: 1 + random.below(2),
  });
  const steps = () => Array.from({ length: 1 + random.below(2) }, step);
  return { A: steps(), B: steps(), C: steps() };
}

/** A world of a few small numbers, so that all its orders can be followed, and many come to the same state. */
export class ToyWorld implements Explored {
  readonly #toy: Toy;
  readonly #at = new Map<string, number>();
  readonly #numbers = new Map(NUMBERS.map((name) => [name, 1]));

  constructor(toy: Toy) {
    this.#toy = toy;
  }

  choices(): Choice[] {
    return Object.keys(this.#toy).flatMap((who) => {
      const { touches = [], outcomes = 0 } = this.#next(who) ?? {};
      return Array.from({ length: outcomes }, (_, outcome) => ({
        name: `${who} ${this.#at.get(who) ?? 0}: ${outcome}`,
        touches: [who, ...touches],
      }));
    });
  }

  async take(choice: string): Promise<void> {
    const [who = '', at, outcome] = choice.split(/:? /);
    const { touches, outcomes } = this.#next(who) ?? { touches: [], outcomes: 0 };
    const touched = NUMBERS.filter((name) => touches.includes(name) || touches.includes(EVERYTHING));
    const sum = touched.reduce((so, name) => so + (this.#numbers.get(name) ?? 0), who.charCodeAt(0) + Number(outcome));
    for (const name of touched) this.#numbers.set(name, ((this.#numbers.get(name) ?? 0) * 3 + sum) % 7);
    this.#at.set(who, outcomes > 1 && Number(outcome) === outcomes - 1 ? Infinity : Number(at) + 1);
  }

  describe(): string {
    return JSON.stringify([Object.keys(this.#toy).map((who) => String(this.#at.get(who))), [...this.#numbers]]);
  }

  async broken(): Promise<string[]> {
    const x = this.#numbers.get('x') ?? 0;
    return x % 3 === 0 ? [`x is ${x}`] : [];
  }

  #next(who: string): Step | undefined {
    return this.#toy[who]?.[this.#at.get(who) ?? 0];
  }
}

/** What there is, found by nothing but following each order from its beginning to its end. */
export interface Everything {
  orders: number;
  states: Set<string>;
  ends: Set<string>;
  /** Of the ways that break something. */
  shortest: number;
}

export async function everythingIn(begin: Begin): Promise<Everything> {
  const all: Everything = { orders: 0, states: new Set(), ends: new Set(), shortest: Infinity };
  const ways: string[][] = [[]];
  // oxlint-disable no-await-in-loop -- one step after the other
  for (let way = ways.pop(); way; way = ways.pop()) {
    const world = await begin();
    for (const choice of way) await world.take(choice);
    const state = await world.describe();
    const choices = world.choices();
    all.states.add(state);
    for (const { name } of choices) ways.push([...way, name]);
    if (choices.length > 0) continue;
    all.orders += 1;
    all.ends.add(state);
    if ((await world.broken()).length > 0) all.shortest = Math.min(all.shortest, way.length);
  }
  // oxlint-enable no-await-in-loop
  return all;
}
