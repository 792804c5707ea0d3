import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { allOr } from '../support/thorough.ts';
import { crashLoop } from './loop.ts';
import { setScene } from './scene.ts';
import { BUGS } from './seeded-bugs.ts';
import { createStore } from './store.ts';

const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 31);
/** A bug that is not caught in so many rounds of so many kills is not caught. */
const ROUNDS = 24;
const KILLS = 6;

/** All of them are caught by `crash-points` as well, which dies at each step in turn. */
const BUGS_TRIED = allOr(Object.keys(BUGS).slice(0, 1), Object.keys(BUGS));

const scene = setScene('bugs');

describe('the loop of crashes catches a proxy in which', () => {
  for (const [index, bug] of BUGS_TRIED.entries()) {
    it(bug, async (t) => {
      const seed = SEED + index * ROUNDS;
      for (let round = 0; round < ROUNDS; round += 1) {
        const store = await createStore(join(scene.home, `bug-${index}-${round}.db`));
        const { broken, summary } = await crashLoop({
          store,
          kills: KILLS,
          seed: seed + round,
          bug,
          script: scene.script,
        });
        if (broken.length === 0) continue;
        t.diagnostic(`round ${round + 1}: ${summary}; ${broken[0]}`);
        return;
      }
      assert.fail(`not caught in ${ROUNDS} rounds, seed ${seed}`);
    });
  }
});
