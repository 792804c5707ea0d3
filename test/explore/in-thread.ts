import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Exploration } from './explore.ts';
import type { Scene } from './world.ts';

/**
 * Explores a scene in a thread of its own, where there is no test: Node follows each promise to the test that it belongs to, and
 * there are so many here that this takes a quarter of the time.
 */
export async function exploreInThread(scene: Scene): Promise<Exploration> {
  const thread = new Worker(new URL('thread.ts', import.meta.url), { workerData: scene });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one message of that thread
  const [found] = (await once(thread, 'message')) as [Exploration];
  return found;
}
