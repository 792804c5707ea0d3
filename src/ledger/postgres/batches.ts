import type { Operation } from '../operation.ts';
import { Execution } from './execution.ts';

/** An operation that waits to share a transaction with others. */
export interface Waiting {
  /** What it touches, which no other in the transaction may. */
  readonly touches: readonly string[];
  /** Until when somebody waits for it, by `performance.now`. */
  readonly latest: number;
  begin(): Execution<unknown>;
  /** It is done, as the execution that it began last ended. */
  end(): void;
  /** It is to be run in a transaction of its own. */
  runAlone(): void;
  reject(error: unknown): void;
}

/** As many as keep no others waiting for long. */
const MAX_TOGETHER = 64;

/**
 * Has operations of one kind share transactions: those that are asked for while one is under way make up the next. A statement that many
 * have in common is told to the server with all their values at once, and they are written to its disk together.
 */
export class Batches {
  readonly #run: (group: string, some: readonly Waiting[]) => Promise<unknown>;
  readonly #queues = new Map<string, Waiting[]>();

  /** `run` runs some in one transaction, and says to each what came of it. It resolves with why that failed, or null, and does not reject. */
  constructor(run: (group: string, some: readonly Waiting[]) => Promise<unknown>) {
    this.#run = run;
  }

  /** Has the operation share a transaction with others of its group, or has it run by `runAlone` where that cannot be. */
  share<T>(
    operation: () => Operation<T>,
    { group, touches, latest }: { group: string; touches: readonly string[]; latest: number },
    runAlone: () => Promise<T>,
  ): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let execution: Execution<T> | null = null;
    const waiting: Waiting = {
      touches,
      latest,
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
      const failure = await this.#run(group, takeApart(queue));
      if (failure !== null) giveUp(queue, failure);
      // oxlint-enable no-await-in-loop
    }
    this.#queues.delete(group);
  }
}

/** Rejects those that have waited too long behind what failed: where the database is silent, they would wait as long again. */
function giveUp(queue: Waiting[], failure: unknown): void {
  const now = performance.now();
  for (const waiting of take(queue, ({ latest }) => now > latest)) waiting.reject(failure);
}

/** Takes those from the queue that touch nothing in common. */
function takeApart(queue: Waiting[]): Waiting[] {
  const touched = new Set<string>();
  let room = MAX_TOGETHER;
  return take(queue, ({ touches }) => {
    if (room === 0 || touches.some((name) => touched.has(name))) return false;
    for (const name of touches) touched.add(name);
    room -= 1;
    return true;
  });
}

/** Takes from the queue those that the test, asked in their order, is true of. The others stay in theirs. */
function take(queue: Waiting[], isTaken: (waiting: Waiting) => boolean): Waiting[] {
  const taken: Waiting[] = [];
  for (const waiting of queue.splice(0)) (isTaken(waiting) ? taken : queue).push(waiting);
  return taken;
}
