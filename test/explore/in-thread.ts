import { once as onceEmitted } from 'node:events';
import { after } from 'node:test';
import { Worker } from 'node:worker_threads';
import { once } from '../../src/common/once.ts';
import type { Exploration } from './explore.ts';

/**
 * A thread of its own for what the tests of a file have explored, one after the other. There is no test in it: Node follows each promise to
 * the test that it belongs to, and there are so many here that this takes a quarter of the time. It begins with what `dataFor` opens.
 */
export function openThread(
  file: URL,
  dataFor: (open: AsyncDisposableStack) => Promise<unknown> = async () => null,
): (sent: unknown) => Promise<Exploration> {
  const open = new AsyncDisposableStack();
  const begin = once(async () => {
    const thread = new Worker(file, { workerData: await dataFor(open) });
    open.defer(async () => void (await thread.terminate()));
    return thread;
  });
  after(() => open.disposeAsync());
  return async (sent) => {
    const thread = await begin();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a worker
    thread.postMessage(sent);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that such a thread posts
    const [found] = (await onceEmitted(thread, 'message')) as [Exploration];
    return found;
  };
}
