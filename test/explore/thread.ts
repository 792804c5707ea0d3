/** Explores the scene that it is given, and posts what was found. See `exploreInThread`. */
import { parentPort, workerData } from 'node:worker_threads';
import { explore } from './explore.ts';
import { type Scene, World } from './world.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `exploreInThread` gives
const scene = workerData as Scene;
const found = await explore(() => World.begin(scene));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a worker
parentPort?.postMessage(found);
