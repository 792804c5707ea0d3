import { once } from '../../common/once.ts';
import type { Ledger } from '../../ledger/index.ts';
import { receiversIn } from './config.ts';
import type { SenderContext } from './sender.ts';
import { notifyingLedger } from './notifying-ledger.ts';

/** Sends the config's receivers events about claims. Does nothing if there are no receivers. */
export interface Deliveries {
  /** The given ledger. Events that are recorded through it are sent to the receivers. */
  readonly ledger: Ledger;
  /** Tells the ledger who the receivers are, and sends what an earlier process left. Rejects if the ledger fails. */
  start(): Promise<void>;
  /** Waits some seconds for events that are being sent. The others stay in the ledger for the next process. */
  close(): Promise<void>;
}

/** See `Deliveries`. */
export function createDeliveries(context: SenderContext): Deliveries {
  const { receivers, ledger, logger, secrets, now } = context;
  const known = receiversIn(receivers);
  // Most sites have no receivers.
  const loadSender = once(async () => {
    const { createSender } = await import('./sender.ts');
    return createSender(context);
  });
  const wake = (): void => {
    loadSender().then(
      (sender) => sender.wake(),
      (error: unknown) => logger.error({ error: secrets.describe(error) }, NOT_LOADED),
    );
  };
  const isNeeded = known.length > 0;
  return {
    ledger: isNeeded ? notifyingLedger(ledger, wake) : ledger,
    async start() {
      await ledger.setReceivers(known, now());
      if (isNeeded) wake();
    },
    async close() {
      if (isNeeded) await (await loadSender().catch(() => null))?.close();
    },
  };
}

/** A likely reason is that the process had no file descriptors left for a moment. */
const NOT_LOADED =
  'what tells the receivers of claims could not be loaded, which is tried again with the next claim: start the proxy again if this goes on';
