import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { Exploration } from './explore.ts';
import { openThread } from './in-thread.ts';
import type { SentScene } from './thread.ts';
import type { Scene } from './world.ts';

/** The same as the test says it, and how to see it again. */
export const told = (scene: string, schedule: readonly string[], bug = '') =>
  `npm run explore -- --scene '${scene}'${bug && ` --bug '${bug}'`} --play '${JSON.stringify(schedule)}'`;

/** Explores scenes for the tests of a file, once they run. */
export const openScenes = (): ((sent: SentScene) => Promise<Exploration>) =>
  openThread(new URL('thread.ts', import.meta.url));

/** Declares that no order of events breaks anything in a scene, or in a part of the one that has that name. */
export function holdsInEachOrder(
  { title, name, scene }: { title: string; name: string; scene: Scene },
  exploreScene: ReturnType<typeof openScenes>,
): void {
  it(title, async (t: TestContext) => {
    const { failure, schedules, states, ends } = await exploreScene({ scene });
    t.diagnostic(`${schedules} schedules, ${states} states, ${ends} ends`);
    if (failure) assert.deepEqual(failure.broken, [], told(name, failure.schedule));
    assert.ok(ends > 1, 'several ends');
  });
}
