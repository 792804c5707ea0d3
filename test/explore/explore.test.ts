import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allOr } from '../support/thorough.ts';
import { explore } from './explore.ts';
import { holdsInEachOrder } from './each-order.ts';
import { LONGEST, SCENES, SHORT } from './scenes.ts';
import { World } from './world.ts';

/** Parts of the shortest scene that together take half the time of the whole: a service that never refuses, and one that answers at once. */
const PARTS = [SHORT].flatMap((name) => {
  const scene = SCENES[name] ?? assert.fail();
  const outcomes = scene.outcomes.filter((outcome) => outcome !== 'refused');
  return [
    { name, title: `${name} whom the service never refuses`, scene: { ...scene, outcomes } },
    { name, title: `${name} whom the service answers at once`, scene: { ...scene, waits: 0 } },
  ];
});
/** But for what takes longest, which has a file of its own. */
const WHOLE = Object.entries(SCENES)
  .filter(([name]) => name !== LONGEST)
  .map(([name, scene]) => ({ name, title: name, scene }));

describe('no order of events breaks an invariant with', () => {
  for (const { name, title, scene } of allOr(PARTS, WHOLE)) {
    holdsInEachOrder(title, name, scene);
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
});
