import type { ReceiverSettings } from './config.ts';
import { Queue, type QueueContext } from './queue.ts';

export interface SenderContext extends QueueContext {
  receivers: Readonly<Record<string, ReceiverSettings>>;
}

/** Tells the receivers of claims, for as long as it is open. */
export interface Sender {
  /** Looks for what is due, at once. */
  wake(): void;
  /** Lets what is under way come to something, for five seconds. What waits stays in the ledger, for the next process. */
  close(): Promise<void>;
}

/** Between two looks for what another process has noted, or what is to be tried again. */
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
  keepsNothingAlive(timer);
  wake();
  return {
    wake,
    async close() {
      clearInterval(timer);
      await Promise.all(queues.map((queue) => queue.close(CLOSE_LIMIT_MS)));
    },
  };
}

/** On Node a timer is an object that would keep the process alive; elsewhere it is a number. */
function keepsNothingAlive(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref();
}
