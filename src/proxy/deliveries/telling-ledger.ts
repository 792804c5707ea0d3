import { type Ledger, ledgerThrough } from '../../ledger/index.ts';

/** What may give somebody something to tell, except what is rare enough to wait for the next look. */
const TELLING: ReadonlySet<keyof Ledger> = new Set(['settle', 'abandon', 'recover', 'resolve', 'adopt', 'sendAgain']);

/** The same ledger. `told` is called after what may have given the receivers something to be told. */
export function tellingLedger(ledger: Ledger, told: () => void): Ledger {
  return ledgerThrough((method, ...args) => {
    const result: ReturnType<Ledger[typeof method]> = Reflect.apply(ledger[method], ledger, args);
    if (TELLING.has(method)) result.then(told, () => {});
    return result;
  });
}
