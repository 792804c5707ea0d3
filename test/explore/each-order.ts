import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { exploreInThread } from './in-thread.ts';
import type { Scene } from './world.ts';

/** The same as the test says it, and how to see it again. */
export const told = (scene: string, schedule: readonly string[], bug = '') =>
  `npm run explore -- --scene '${scene}'${bug && ` --bug '${bug}'`} --play '${JSON.stringify(schedule)}'`;

/** Declares that no order of events breaks anything in a scene, or in a part of the one that has that name. */
export function holdsInEachOrder(title: string, name: string, scene: Scene): void {
  it(title, async (t: TestContext) => {
    const { failure, schedules, states, ends } = await exploreInThread(scene);
    t.diagnostic(`${schedules} schedules, ${states} states, ${ends} ends`);
    if (failure) assert.deepEqual(failure.broken, [], told(name, failure.schedule));
    assert.ok(ends > 1, 'several ends');
  });
}
