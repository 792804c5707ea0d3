import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../crash/random.ts';
import type { Choice } from './choice.ts';
import { explore, type Explored, play } from './explore.ts';
import { everythingIn, randomToy, ToyWorld } from './toy.ts';

describe('in worlds small enough to follow each order, the explorer', () => {
  it('comes to each state and each end, and to the shortest failure, by fewer orders', async () => {
    let [orders, schedules, failures] = [0, 0, 0];
    for (let seed = 0; seed < 60; seed += 1) {
      const toy = randomToy(seededRandom(seed));
      const begin = () => new ToyWorld(toy);
      /* oxlint-disable no-await-in-loop -- one world after the other */
      const all = await everythingIn(begin);
      const found = await explore(begin);
      /* oxlint-enable no-await-in-loop */
      const shortest = found.failure?.schedule.length ?? Infinity;
      assert.deepEqual(
        { states: found.states, ends: found.ends, shortest },
        { states: all.states.size, ends: all.ends.size, shortest: all.shortest },
        `${seed}: ${JSON.stringify(toy)}`,
      );
      orders += all.orders;
      schedules += found.schedules;
      failures += Number(found.failure !== null);
    }
    // It depends on nothing but the seeds. More schedules are a search that leaves out less than it could.
    assert.deepEqual([orders, schedules, failures], [8196, 3759, 57]);
  });
});

/** Two do two things each, and it is broken where B began before A was done. Before that there may be a nap and a call: a call without a nap mends it. */
class TwoByTwo implements Explored {
  readonly #done: string[] = [];

  choices(): Choice[] {
    const next = ['A', 'B'].flatMap((who) => {
      const at = this.#done.filter((name) => name.startsWith(who)).length;
      return at < 2 ? [{ name: `${who} ${at + 1}`, touches: ['*'] }] : [];
    });
    const last = this.#done.at(-1)?.[0] ?? 'B';
    const begun = this.#done.some((name) => /^[AB]/.test(name));
    const first = ['nap', 'call'].filter((name) => !begun && !this.#done.includes(name));
    return [
      ...first.map((name) => ({ name, touches: ['*'] })),
      ...next.toSorted((one) => (one.name.startsWith(last) ? 1 : -1)),
    ];
  }

  async take(choice: string): Promise<void> {
    assert.ok(
      this.choices().some(({ name }) => name === choice),
      choice,
    );
    this.#done.push(choice);
  }

  describe(): string {
    return this.#done.join();
  }

  async broken(): Promise<string[]> {
    const [a, b] = [this.#done.indexOf('A 2'), this.#done.indexOf('B 1')];
    const isSaved = this.#done.includes('call') && !this.#done.includes('nap');
    return b < a && !isSaved ? [`B began ${a - b} before A was done`] : [];
  }
}

describe('a failure', () => {
  const begin = () => new TwoByTwo();
  const failure = { schedule: ['B 1', 'B 2', 'A 1', 'A 2'], broken: ['B began 3 before A was done'] };

  it('is told without what it does not need, and one after the other', async () => {
    const found = await explore(begin, { isEnough: (so) => so.failure !== null });
    assert.deepEqual(found, { schedules: 1, steps: 6, states: 7, ends: 1, failure });
  });

  it('is found among all orders', async () => {
    // Six orders of the four, after five of what may happen at first. In each state it is known what came before.
    assert.deepEqual(await explore(begin), { schedules: 30, steps: 156, states: 95, ends: 30, failure });
  });

  it('is played again without what cannot happen, to the end', async () => {
    assert.deepEqual(await play(begin, ['A 2', 'B 1', 'nap', 'A 1']), {
      schedule: ['B 1', 'A 1', 'B 2', 'A 2'],
      broken: ['B began 3 before A was done'],
    });
  });
});
