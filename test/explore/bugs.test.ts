import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { allOr } from '../support/thorough.ts';
import { BUGS, SHOWN_IN } from './bugs.ts';
import { told } from './each-order.ts';
import { explore, play } from './explore.ts';
import { SCENES, SHORT } from './scenes.ts';
import { World } from './world.ts';

describe('the explorer', () => {
  for (const [name, bug] of allOr(Object.entries(BUGS).slice(0, 3), Object.entries(BUGS))) {
    it(`finds that ${name}`, async (t: TestContext) => {
      for (const title of new Set([SHOWN_IN[name] ?? SHORT, ...Object.keys(SCENES)])) {
        const scene = SCENES[title] ?? assert.fail(`there is no ${title}`);
        const begin = () => World.begin(scene, bug);
        // oxlint-disable-next-line no-await-in-loop -- the next scene is of no interest where this one shows it
        const found = await explore(begin, { isEnough: ({ failure }) => failure !== null });
        if (!found.failure) continue;
        const { schedule, broken } = found.failure;
        t.diagnostic(`after ${found.schedules} schedules: ${broken[0]}: ${told(title, schedule, name)}`);
        // oxlint-disable-next-line no-await-in-loop -- see above
        assert.deepEqual(await play(begin, schedule), { schedule, broken });
        return;
      }
      assert.fail('no order of events shows it');
    });
  }
});
