import { createHash } from 'node:crypto';
import { type Choice, conflict } from './choice.ts';

/** What is explored: a world in which nothing happens but what a schedule says, one step after the other. */
export interface Explored {
  /** What can happen now. */
  choices(): readonly Choice[];
  take(choice: string): Promise<void>;
  /** The same for two worlds in which the same can happen from here on. */
  describe(): string | Promise<string>;
  /** Lets everything come to its end, and says what is broken. */
  broken(): Promise<string[]>;
}

/** Makes the world before anything has happened. There is one at a time. */
export type Begin = () => Explored | Promise<Explored>;

export interface Exploration {
  /** Orders of events that were followed, to their end or to a state from which all is known. */
  schedules: number;
  steps: number;
  states: number;
  /** States in which nothing is left to happen. */
  ends: number;
  /** The shortest schedule found that breaks something; null where none does. */
  failure: Failure | null;
}

/** What happened, step by step, and what it broke. */
export interface Failure {
  schedule: string[];
  broken: string[];
}

/** A beginning that is to be followed, and what need not happen next, since it comes to the same as an order that is followed elsewhere. */
interface Beginning {
  way: readonly string[];
  asleep: readonly Choice[];
}

export interface ExploreOptions {
  /** Whether to stop here. */
  isEnough?: (found: Exploration) => boolean;
  /** Follows every order, also those that differ in nothing that could matter. */
  whole?: boolean;
}

/**
 * Follows every order of events that could matter: each state once, and of two orders of steps which have nothing to do with
 * each other one alone (sleep sets with state matching, after Godefroid, "Partial-Order Methods for the Verification of Concurrent
 * Systems", 1996, chapter 5).
 */
export async function explore(
  begin: Begin,
  { isEnough = () => false, whole = false }: ExploreOptions = {},
): Promise<Exploration> {
  const found: Exploration = { schedules: 0, steps: 0, states: 0, ends: 0, failure: null };
  const search = new Search(found, whole ? () => true : conflict);
  const open: Beginning[] = [{ way: [], asleep: [] }];
  for (let next = open.pop(); next && !isEnough(found); next = open.pop()) {
    found.schedules += 1;
    // oxlint-disable-next-line no-await-in-loop -- there is one world at a time
    open.push(...(await search.follow(next, await begin())));
  }
  if (found.failure) found.failure = await shortened(begin, found.failure);
  return found;
}

class Search {
  readonly #found: Exploration;
  readonly #conflict: typeof conflict;
  /** What was left out in each state that was come to. */
  readonly #leftOut = new Map<string, ReadonlySet<string>>();

  constructor(found: Exploration, conflicts: typeof conflict) {
    this.#found = found;
    this.#conflict = conflicts;
  }

  /** Follows the beginning until nothing new comes, and returns what is to be followed besides. */
  async follow({ way: begun, asleep: sleeping }: Beginning, world: Explored): Promise<Beginning[]> {
    const others: Beginning[] = [];
    let way = begun;
    let asleep = sleeping;
    // oxlint-disable no-await-in-loop -- one step after the other
    for (const choice of way) await world.take(choice);
    this.#found.steps += way.length;
    for (;;) {
      const choices = world.choices();
      const wanted = this.#wanted(choices, asleep, digest(await world.describe()));
      if (choices.length === 0) await this.#end(way, world);
      const [next, ...rest] = wanted.map((choice, index) => ({
        way: [...way, choice.name],
        asleep: [...asleep, ...wanted.slice(0, index)].filter((other) => !this.#conflict(other, choice)),
      }));
      if (!next) return others;
      others.push(...rest);
      ({ way, asleep } = next);
      await world.take(way.at(-1) ?? '');
      this.#found.steps += 1;
    }
    // oxlint-enable no-await-in-loop
  }

  /** What of the choices was not followed from this state yet, and has to be. */
  #wanted(choices: readonly Choice[], asleep: readonly Choice[], state: string): Choice[] {
    const names = new Set(asleep.map(({ name }) => name));
    const before = this.#leftOut.get(state);
    if (before === undefined) {
      this.#found.states += 1;
      if (choices.length === 0) this.#found.ends += 1;
    }
    this.#leftOut.set(state, new Set(before === undefined ? names : [...before].filter((name) => names.has(name))));
    return choices.filter(({ name }) => !names.has(name) && (before === undefined || before.has(name)));
  }

  async #end(way: readonly string[], world: Explored): Promise<void> {
    const broken = await world.broken();
    const { failure } = this.#found;
    if (broken.length > 0 && (!failure || isSimpler(way, failure.schedule)))
      this.#found.failure = { schedule: [...way], broken };
  }
}

/** Plays a schedule again, without what cannot happen there, and then whatever comes first. Returns what happened, and what it breaks. */
export async function play(begin: Begin, schedule: readonly string[]): Promise<Failure> {
  const world = await begin();
  const played: string[] = [];
  const left = [...schedule];
  // oxlint-disable no-await-in-loop -- one step after the other
  for (;;) {
    const names = new Set(world.choices().map(({ name }) => name));
    const at = left.findIndex((name) => names.has(name));
    const [first] = names;
    const next = at >= 0 ? left.splice(0, at + 1).at(-1) : first;
    if (next === undefined) return { schedule: played, broken: await world.broken() };
    played.push(next);
    await world.take(next);
  }
  // oxlint-enable no-await-in-loop
}

/** The same without what it does not need. */
async function shortened(begin: Begin, failure: Failure): Promise<Failure> {
  let shortest = failure;
  for (let at = 0; at < shortest.schedule.length; at += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each begins with what the one before it came to
    const tried = await play(begin, shortest.schedule.toSpliced(at, 1));
    if (tried.broken.length === 0 || !isSimpler(tried.schedule, shortest.schedule)) continue;
    shortest = tried;
    at = -1;
  }
  return shortest;
}

/** Whether a schedule has fewer steps, or as many and goes less often from one who does something to another. */
function isSimpler(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length ? switches(one) < switches(other) : one.length < other.length;
}

function switches(schedule: readonly string[]): number {
  const whose = schedule.map((name) => name.split(' ')[0]);
  return whose.filter((who, index) => who !== whose[index + 1]).length;
}

const digest = (text: string): string => createHash('sha1').update(text).digest('base64');
