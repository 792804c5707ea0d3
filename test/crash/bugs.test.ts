import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { allOr } from '../support/thorough.ts';
import { bundleProxyProcess } from './bundle.ts';
import { crashLoop } from './loop.ts';
import { createStore } from './store.ts';
import { BUGS } from './seeded-bugs.ts';

const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 31);
/** A bug that is not caught in so many rounds of so many kills is not caught. */
const ROUNDS = 24;
const KILLS = 6;

/** All of them are caught by `crash-points` as well, which dies at each step in turn. */
const BUGS_TRIED = allOr(Object.keys(BUGS).slice(0, 1), Object.keys(BUGS));

const home = mkdtempSync(join(tmpdir(), 'rewards-bugs-'));
let script: string;
before(async () => {
  script = await bundleProxyProcess();
});
after(() => rmSync(home, { recursive: true, force: true }));

describe('the loop of crashes catches a proxy in which', () => {
  for (const [index, bug] of BUGS_TRIED.entries()) {
    it(bug, async (t) => {
      const seed = SEED + index * ROUNDS;
      for (let round = 0; round < ROUNDS; round += 1) {
        const store = await createStore(join(home, `bug-${index}-${round}.db`));
        const { broken, summary } = await crashLoop({ store, kills: KILLS, seed: seed + round, bug, script });
        if (broken.length === 0) continue;
        t.diagnostic(`round ${round + 1}: ${summary}; ${broken[0]}`);
        return;
      }
      assert.fail(`not caught in ${ROUNDS} rounds, seed ${seed}`);
    });
  }
});
