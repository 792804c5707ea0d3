import { type Ledger, LedgerError, ledgerThrough } from '../../ledger/index.ts';
import type { ClockWatch } from './clock-watch.ts';

/**
 * The same ledger, but while the clock is set far ahead nothing is claimed and nothing passes its deadline. Its check fails too, so that the proxy's
 * health shows it.
 */
export function steadyLedger(ledger: Ledger, watch: ClockWatch): Ledger {
  function requireSteady(now: number): void {
    const problem = watch.problem(now);
    if (!problem) return;
    const [by, wait] = [problem.byMs, problem.forMs].map((ms) => Math.ceil(ms / 1000));
    throw new LedgerError(
      `this machine's clock was set ahead by ${by} seconds, so it makes no claims for another ${wait}: set it right, or restart the site if it is right now`,
      { code: 'clock-ahead' },
    );
  }
  return {
    ...ledgerThrough((method, ...args) => Reflect.apply(ledger[method], ledger, args)),
    async reserve(request) {
      requireSteady(request.now);
      return ledger.reserve(request);
    },
    async recover(now) {
      return watch.problem(now) ? [] : ledger.recover(now);
    },
    async check(now) {
      if (now !== undefined) requireSteady(now);
      return ledger.check(now);
    },
  };
}
