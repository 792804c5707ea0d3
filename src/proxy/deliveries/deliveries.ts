import { once } from '../../common/once.ts';
import type { Ledger } from '../../ledger/index.ts';
import { receiversIn } from './config.ts';
import type { SenderContext } from './sender.ts';
import { tellingLedger } from './telling-ledger.ts';

/** Tells the receivers of the config what becomes of claims. Without receivers it does nothing. */
export interface Deliveries {
  /** The given ledger; what is recorded in it is sent to the receivers. */
  readonly ledger: Ledger;
  /** Tells the ledger who the receivers are, and sends what an earlier process left. Rejects if the ledger fails. */
  start(): Promise<void>;
  /** Waits some seconds for what is being sent. The rest stays in the ledger, for the next process. */
  close(): Promise<void>;
}

/** See `Deliveries`. */
export function createDeliveries(context: SenderContext): Deliveries {
  const { receivers, ledger, logger, secrets, now } = context;
  const told = receiversIn(receivers);
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
  const isNeeded = told.length > 0;
  return {
    ledger: isNeeded ? tellingLedger(ledger, wake) : ledger,
    async start() {
      await ledger.setReceivers(told, now());
      if (isNeeded) wake();
    },
    async close() {
      if (isNeeded) await (await loadSender().catch(() => null))?.close();
    },
  };
}

/** Perhaps no more files could be opened for a moment. */
const NOT_LOADED =
  'what tells the receivers of claims could not be loaded, which is tried again with the next claim: start the proxy again if this goes on';
