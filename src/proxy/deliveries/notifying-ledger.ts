import { type Ledger, ledgerThrough } from '../../ledger/index.ts';

/** Methods that may record an event for receivers. Left out are those that are rare enough to wait for the sender's next poll. */
const NOTIFYING: ReadonlySet<keyof Ledger> = new Set(['settle', 'abandon', 'recover', 'resolve', 'adopt', 'sendAgain']);

/** The same ledger. Calls `notify` after each operation that may have recorded an event for receivers. */
export function notifyingLedger(ledger: Ledger, notify: () => void): Ledger {
  return ledgerThrough((method, ...args) => {
    const result: ReturnType<Ledger[typeof method]> = Reflect.apply(ledger[method], ledger, args);
    if (NOTIFYING.has(method)) result.then(notify, () => {});
    return result;
  });
}
