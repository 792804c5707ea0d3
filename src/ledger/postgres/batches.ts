import type { Operation } from '../operation.ts';
import { Execution } from './execution.ts';

/** An operation that waits to share a transaction with others. */
export interface Waiting {
  /** Names that no other operation in the transaction may touch. */
  readonly touches: readonly string[];
  /** Until when it may be retried, by `performance.now`. */
  readonly deadline: number;
  begin(): Execution<unknown>;
  /** It is done, with the result of the execution that was begun last. */
  end(): void;
  /** It is to be run in a transaction of its own. */
  runAlone(): void;
  reject(error: unknown): void;
}

/** Few enough that others do not wait for long. */
const MAX_TOGETHER = 64;

/**
 * Has operations of one kind share transactions: those that are asked for while one runs go into the next. They share round trips to the
 * server, and one flush of its disk.
 */
export class Batches {
  readonly #run: (group: string, some: readonly Waiting[]) => Promise<unknown>;
  readonly #queues = new Map<string, Waiting[]>();

  /** `run` runs some in one transaction, and ends or rejects each. It resolves with why the transaction failed, or null, and does not reject. */
  constructor(run: (group: string, some: readonly Waiting[]) => Promise<unknown>) {
    this.#run = run;
  }

  /** Has the operation share a transaction with others of its group, or calls `runAlone` where that is not possible. */
  share<T>(
    operation: () => Operation<T>,
    { group, touches, deadline }: { group: string; touches: readonly string[]; deadline: number },
    runAlone: () => Promise<T>,
  ): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let execution: Execution<T> | null = null;
    const waiting: Waiting = {
      touches,
      deadline,
      begin: () => (execution = new Execution(operation(), { shares: true })),
      end: () => execution && resolve(execution.value),
      runAlone: () => resolve(runAlone()),
      reject,
    };
    const queue = this.#queues.get(group);
    if (queue) queue.push(waiting);
    else void this.#serve(group, [waiting]);
    return promise;
  }

  async #serve(group: string, queue: Waiting[]): Promise<void> {
    this.#queues.set(group, queue);
    while (queue.length > 0) {
      // oxlint-disable no-await-in-loop -- one transaction at a time
      await new Promise(setImmediate);
      const failure = await this.#run(group, takeDisjoint(queue));
      if (failure !== null) giveUp(queue, failure);
      // oxlint-enable no-await-in-loop
    }
    this.#queues.delete(group);
  }
}

/**
 * Rejects those whose deadline has passed while they waited for a transaction that failed: if the database does not answer, they would wait
 * as long again.
 */
function giveUp(queue: Waiting[], failure: unknown): void {
  const now = performance.now();
  for (const waiting of take(queue, ({ deadline }) => now > deadline)) waiting.reject(failure);
}

/** Takes from the queue, in order, operations that touch nothing in common. */
function takeDisjoint(queue: Waiting[]): Waiting[] {
  const touched = new Set<string>();
  let room = MAX_TOGETHER;
  return take(queue, ({ touches }) => {
    if (room === 0 || touches.some((name) => touched.has(name))) return false;
    for (const name of touches) touched.add(name);
    room -= 1;
    return true;
  });
}

/** Takes from the queue those for which the test is true, and keeps the others in order. */
function take(queue: Waiting[], isTaken: (waiting: Waiting) => boolean): Waiting[] {
  const taken: Waiting[] = [];
  for (const waiting of queue.splice(0)) (isTaken(waiting) ? taken : queue).push(waiting);
  return taken;
}
