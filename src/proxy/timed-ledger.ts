import type { Ledger } from '../ledger/index.ts';
import type { Metrics } from './metrics.ts';

/** The same ledger, each of whose operations is timed. */
export function timedLedger(ledger: Ledger, metrics: Metrics): Ledger {
  function timed<T>(operation: string, run: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const note = (failed: boolean): void => metrics.store(operation, performance.now() - startedAt, failed);
    const result = run();
    result.then(
      () => note(false),
      () => note(true),
    );
    return result;
  }
  return {
    reserve: (request) => timed('reserve', () => ledger.reserve(request)),
    send: (claimId, grant, at) => timed('send', () => ledger.send(claimId, grant, at)),
    settle: (claimId, grant, settlement, now) => timed('settle', () => ledger.settle(claimId, grant, settlement, now)),
    replay: (idempotency) => timed('replay', () => ledger.replay(idempotency)),
    find: (claimId) => timed('find', () => ledger.find(claimId)),
    standing: (query) => timed('standing', () => ledger.standing(query)),
    seatsTaken: (action) => timed('seatsTaken', () => ledger.seatsTaken(action)),
    pointsHeld: (by) => timed('pointsHeld', () => ledger.pointsHeld(by)),
    unknown: () => timed('unknown', () => ledger.unknown()),
    recover: (now) => timed('recover', () => ledger.recover(now)),
    retryable: (maxAttempts) => timed('retryable', () => ledger.retryable(maxAttempts)),
    list: (filter) => timed('list', () => ledger.list(filter)),
    history: (claimId) => timed('history', () => ledger.history(claimId)),
    resolve: (claimId, decision, now) => timed('resolve', () => ledger.resolve(claimId, decision, now)),
    check: () => timed('check', () => ledger.check()),
    close: () => ledger.close(),
  };
}
