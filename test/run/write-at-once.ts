/**
 * Imported before a test file. What it tells the runner is written when it is told: otherwise a process that ends with its tests
 * takes with it what still waits to be written. Its workers, which import this too, write through it.
 */
import { isMainThread } from 'node:worker_threads';
import { isRecord } from '../../src/contract/guard.ts';

if (isMainThread) {
  const handle: unknown = Reflect.get(process.stdout, '_handle');
  if (!isRecord(handle) || typeof handle['setBlocking'] !== 'function')
    throw new Error('stdout cannot be made to wait');
  Reflect.apply(handle['setBlocking'], handle, [true]);
}
