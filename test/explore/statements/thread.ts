/** Explores each pair whose name it is sent in the database whose URL it has, and posts what was found. See `openThread`. */
import { parentPort, workerData } from 'node:worker_threads';
import { explore } from '../explore.ts';
import { Ground } from './ground.ts';
import { pairOf } from './pairs.ts';
import { beginningOf } from './transactions.ts';

const ground = await Ground.open(String(workerData));

async function answer(name: string): Promise<void> {
  const found = await explore(await beginningOf(ground, pairOf(name)));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a worker
  parentPort?.postMessage(found);
}

parentPort?.on('message', (name: string) => void answer(name));
