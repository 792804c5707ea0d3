/** Explores each scene that it is sent, and posts what was found. See `openThread`. */
import { parentPort } from 'node:worker_threads';
import { BUGS } from './bugs.ts';
import { type Exploration, explore } from './explore.ts';
import { type Scene, World } from './world.ts';

/** With a mistake, it is explored until that is found. */
export interface SentScene {
  scene: Scene;
  bug?: string;
}

async function answer({ scene, bug }: SentScene): Promise<void> {
  const isEnough = ({ failure }: Exploration) => bug !== undefined && failure !== null;
  const found = await explore(() => World.begin(scene, BUGS[bug ?? '']), { isEnough });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a worker
  parentPort?.postMessage(found);
}

parentPort?.on('message', (sent: SentScene) => void answer(sent));
