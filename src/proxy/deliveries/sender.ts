import type { ReceiverSettings } from './config.ts';
import { Queue, type QueueContext } from './queue.ts';

export interface SenderContext extends QueueContext {
  receivers: Readonly<Record<string, ReceiverSettings>>;
}

/** Sends the receivers their events until it is closed. */
export interface Sender {
  /** Sends what is due, without waiting for the next poll. */
  wake(): void;
  /** Waits up to five seconds for attempts that are under way. Other events stay in the ledger for the next process. */
  close(): Promise<void>;
}

/** How often the ledger is asked for events of other processes, and for those that are due again. */
const LOOK_MS = 5_000;
const CLOSE_LIMIT_MS = 5_000;

/** Begins to send what is due. */
export function createSender({ receivers, ...context }: SenderContext): Sender {
  const queues = Object.entries(receivers).map(([name, settings]) => new Queue(name, settings, context));
  const wake = (): void => {
    for (const queue of queues) queue.look();
  };
  // Processes that start together need not look together.
  const timer = setInterval(wake, LOOK_MS * (0.8 + 0.4 * Math.random()));
  unrefTimer(timer);
  wake();
  return {
    wake,
    async close() {
      clearInterval(timer);
      await Promise.all(queues.map((queue) => queue.close(CLOSE_LIMIT_MS)));
    },
  };
}

/** On Node a timer is an object that would keep the process alive. On other runtimes it is a number. */
function unrefTimer(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref();
}
