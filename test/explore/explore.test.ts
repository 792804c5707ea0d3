import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { allOr } from '../support/thorough.ts';
import { holdsInEachOrder, openScenes } from './each-order.ts';
import { LONGEST, SCENES, SHORT } from './scenes.ts';
import type { Scene } from './world.ts';

/** Parts of the shortest scene that together take a fraction of its time: what the owner decides is in the second, what waits in the first. */
const PARTS = [SHORT].flatMap((name) => {
  const scene = SCENES[name] ?? assert.fail();
  const outcomes: Scene['outcomes'] = ['granted', 'lost, and done'];
  return [
    {
      name,
      title: `${name} whom the service gives all, whether they hear of it or not`,
      scene: { ...scene, outcomes, decisions: 0 },
    },
    { name, title: `${name} whom the service answers at once`, scene: { ...scene, waits: 0 } },
  ];
});
/** But for what takes longest, which has a file of its own. */
const WHOLE = Object.entries(SCENES)
  .filter(([name]) => name !== LONGEST)
  .map(([name, scene]) => ({ name, title: name, scene }));

describe('no order of events breaks an invariant with', () => {
  const exploreScene = openScenes();
  for (const each of allOr(PARTS, WHOLE)) holdsInEachOrder(each, exploreScene);
});
