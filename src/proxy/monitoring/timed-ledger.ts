import { type Ledger, ledgerThrough } from '../../ledger/index.ts';
import type { Metrics } from './metrics.ts';

/** The same ledger, with each operation timed. `onFailure` gets the error of an operation that fails. */
export function timedLedger(ledger: Ledger, metrics: Metrics, onFailure: (error: unknown) => void): Ledger {
  return ledgerThrough((method, ...args) => {
    const startedAt = performance.now();
    const note = (failed: boolean): void => metrics.store(method, performance.now() - startedAt, failed);
    const result: ReturnType<Ledger[typeof method]> = Reflect.apply(ledger[method], ledger, args);
    result.then(
      () => note(false),
      (error: unknown) => {
        note(true);
        onFailure(error);
      },
    );
    return result;
  });
}
