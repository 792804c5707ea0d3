import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { allOr } from '../support/thorough.ts';
import { BUGS, SHOWN_IN } from './bugs.ts';
import { openScenes, told } from './each-order.ts';
import { play } from './explore.ts';
import { SCENES, SHORT } from './scenes.ts';
import { World } from './world.ts';

describe('the explorer', () => {
  const exploreScene = openScenes();
  for (const [name, bug] of allOr(Object.entries(BUGS).slice(0, 3), Object.entries(BUGS))) {
    it(`finds that ${name}`, async (t: TestContext) => {
      for (const title of new Set([SHOWN_IN[name] ?? SHORT, ...Object.keys(SCENES)])) {
        const scene = SCENES[title] ?? assert.fail(`there is no ${title}`);
        // oxlint-disable-next-line no-await-in-loop -- the next scene is of no interest where this one shows it
        const found = await exploreScene({ scene, bug: name });
        if (!found.failure) continue;
        const { schedule, broken } = found.failure;
        t.diagnostic(`after ${found.schedules} schedules: ${broken[0]}: ${told(title, schedule, name)}`);
        // oxlint-disable-next-line no-await-in-loop -- see above
        assert.deepEqual(await play(() => World.begin(scene, bug), schedule), { schedule, broken });
        return;
      }
      assert.fail('no order of events shows it');
    });
  }
});
