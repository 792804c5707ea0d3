import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from '../../proxy/index.ts';
import { UsageError } from '../command.ts';
import { stopSignal } from './stop-signal.ts';

const MAX_WORKERS = 64;
/** Tells a worker its number, from 1 on. */
const NUMBER = 'REWARDS_WORKER';
/** For whatever ended a worker to be over, before another takes its place. */
const PAUSE_MS = 1000;

const OF_OTHERS =
  'another program, such as PM2, runs this in a cluster of its own, where the log goes astray and nobody has the desk: have it start one process (in PM2 exec_mode "fork"), and this several with --workers';

/** The number of this process among those that serve together; null where it is none of them. Throws where it is of another program's cluster. */
export function workerNumber(): number | null {
  if (!cluster.isWorker) return null;
  const number = process.env[NUMBER];
  if (number === undefined) throw new Error(OF_OTHERS);
  return Number(number);
}

/** Resolves once the process that began this worker is gone, and with it the port that they share. Never does in another process. */
export function primaryGone(): Promise<void> {
  return new Promise((resolve) => {
    const { worker } = cluster;
    if (!worker) return;
    // What cannot be sent to it is told here first, and would end the process.
    worker.on('error', () => {});
    worker.once('disconnect', () => {
      // Otherwise Node ends the process at once, with what is in flight.
      worker.exitedAfterDisconnect = true;
      resolve();
    });
  });
}

/** Lets a worker end by itself once it has nothing more to do. Does nothing in another process. */
export function leaveWorkers(): void {
  cluster.worker?.disconnect();
}

/** The text as a number of processes. Throws `UsageError`. */
export function readWorkers(text: string): number {
  const count = /^[1-9]\d?$/.test(text) ? Number(text) : Infinity;
  if (count <= MAX_WORKERS) return count;
  throw new UsageError(`--workers must be a whole number from 1 to ${MAX_WORKERS}, not ${text}`);
}

/**
 * Has so many processes run the command that this one was started with; they share its port. One that ends before its time is
 * replaced. Resolves once all have ended after a signal. Throws where one of them cannot start, which has said why, or does not end well.
 */
export async function serveTogether(count: number, logger: Logger): Promise<void> {
  const workers = new Map<number, Worker>();
  const listening = new Set<Worker>();
  const stopped = stopSignal();
  let isStopping = false;

  async function begin(number: number): Promise<boolean> {
    const worker = cluster.fork({ [NUMBER]: String(number) });
    workers.set(number, worker);
    const listens = once(worker, 'listening').then(() => {
      listening.add(worker);
      return true;
    });
    return Promise.race([listens, ended(worker).then(() => false)]);
  }

  /** Resolves when the worker of that number has ended and no other is to take its place. */
  async function keep(number: number): Promise<void> {
    for (;;) {
      const worker = workers.get(number);
      if (!worker) return;
      await ended(worker);
      listening.delete(worker);
      if (isStopping) return;
      logger.error(
        { worker: number, ...howEnded(worker) },
        'a worker ended before its time, and another takes its place',
      );
      await setTimeout(PAUSE_MS);
      if (isStopping) return;
      await begin(number);
    }
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    isStopping = true;
    for (const { process: child } of workers.values()) child.kill(signal);
    await Promise.all(Array.from(workers.values(), ended));
  }

  shareSecret();
  process.on('SIGHUP', () => {
    // The others read everything just now, and the signal would end them.
    for (const { process: child } of listening) child.kill('SIGHUP');
  });
  const asked = stopped.then(() => 'asked to stop' as const);
  for (let number = 1; number <= count; number += 1) {
    const begun = await Promise.race([begin(number), asked]);
    if (begun === 'asked to stop') break;
    // What is wrong with a config is said once, by the first.
    if (begun) continue;
    await stop('SIGTERM');
    throw new Error(`worker ${number} did not start`);
  }
  const kept = Array.from(workers.keys(), keep);
  const signal = await stopped;
  await stop(signal);
  await Promise.all(kept);
  for (const [number, { process: child }] of workers) {
    // One that had not begun to serve is ended by the signal itself.
    if (child.exitCode !== 0 && child.signalCode !== signal) throw new Error(`worker ${number} did not end well`);
  }
}

async function ended(worker: Worker): Promise<void> {
  if (!worker.isDead()) await once(worker, 'exit');
}

function howEnded({ process: { exitCode, signalCode } }: Worker): object {
  return signalCode === null ? { code: exitCode } : { signal: signalCode };
}

/** What one of them signs, another is shown. */
function shareSecret(): void {
  process.env['REWARDS_CHALLENGE_SECRET'] ||= crypto.randomUUID() + crypto.randomUUID();
}
