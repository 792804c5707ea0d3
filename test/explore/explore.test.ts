import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { allOr } from '../support/thorough.ts';
import { BUGS } from './bugs.ts';
import { explore, play } from './explore.ts';
import { SCENES, SHORT } from './scenes.ts';
import { World } from './world.ts';

/** The same as the test says it, and how to see it again. */
const told = (scene: string, schedule: readonly string[], bug = '') =>
  `npm run explore -- --scene '${scene}'${bug && ` --bug '${bug}'`} --play '${JSON.stringify(schedule)}'`;

/** Parts of the shortest scene that together take half the time of the whole: a service that never refuses, and one that answers at once. */
const PARTS = [SHORT].flatMap((name) => {
  const scene = SCENES[name] ?? assert.fail();
  const outcomes = scene.outcomes.filter((outcome) => outcome !== 'refused');
  return [
    { name, title: `${name} whom the service never refuses`, scene: { ...scene, outcomes } },
    { name, title: `${name} whom the service answers at once`, scene: { ...scene, waits: 0 } },
  ];
});
const WHOLE = Object.entries(SCENES).map(([name, scene]) => ({ name, title: name, scene }));

describe('no order of events breaks an invariant with', () => {
  for (const { name, title, scene } of allOr(PARTS, WHOLE)) {
    it(title, async (t: TestContext) => {
      const { failure, schedules, states, ends } = await explore(() => World.begin(scene));
      t.diagnostic(`${schedules} schedules, ${states} states, ${ends} ends`);
      if (failure) assert.deepEqual(failure.broken, [], told(name, failure.schedule));
      assert.ok(ends > 1, 'several ends');
    });
  }
});

describe('the explorer', () => {
  const scene = SCENES[SHORT] ?? assert.fail();
  /** Two presses and what the service makes of them. */
  const small = () => World.begin({ ...scene, waits: 0, decisions: 0 });

  it('comes to all states and ends, though it leaves out most orders', async () => {
    const some = await explore(small);
    const all = await explore(small, { whole: true });
    assert.ok(some.schedules < all.schedules);
    assert.equal(some.ends, all.ends);
  });

  it('finds the same each time', async () => {
    assert.deepEqual(await explore(small), await explore(small));
  });

  for (const [name, bug] of allOr(Object.entries(BUGS).slice(0, 3), Object.entries(BUGS))) {
    it(`finds that ${name}`, async (t: TestContext) => {
      for (const [title, each] of Object.entries(SCENES)) {
        const begin = () => World.begin(each, bug);
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
