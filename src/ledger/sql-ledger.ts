import { consume, forgetExpired } from './one-time.ts';
import { all, type Operation } from './operation.ts';
import type { Ledger } from './port.ts';
import { purge } from './purge.ts';
import { history, list, pointsHeld, retryable, standing, unknown } from './query.ts';
import { claimById } from './records.ts';
import { replay, reserve, seatsTaken } from './reserve.ts';
import { recover, resolve, send, settle } from './settle.ts';

/** What a driver does for the ledger: transactions, and the end. */
export interface Store {
  /** Runs the operation in one transaction; what it resolves with is durable. Throws `LedgerError`. */
  transact<T>(operation: () => Operation<T>): Promise<T>;
  /** Runs an operation that only reads, on one state of the store. Throws `LedgerError`. */
  read<T>(operation: () => Operation<T>): Promise<T>;
  close(): Promise<void>;
}

export interface LedgerOptions {
  /** Milliseconds that the clock may be behind the newest claim before claims are held back; one minute if left out. */
  clockToleranceMs?: number;
}

const RECOVERY_BATCH = 200;

/** The ledger on any store that speaks SQL. */
export function sqlLedger(store: Store, { clockToleranceMs = 60_000 }: LedgerOptions = {}): Ledger {
  return {
    reserve: (request) => store.transact(() => reserve(request, clockToleranceMs)),
    send: (claimId, grant, at) => store.transact(() => send(claimId, grant, at)),
    settle: (claimId, grant, settlement, now) => store.transact(() => settle(claimId, grant, settlement, now)),
    replay: (idempotency) => store.read(() => replay(idempotency)),
    find: (claimId) => store.read(() => claimById(claimId)),
    standing: (query) => store.read(() => standing(query)),
    consume: (use) => store.transact(() => consume(use)),
    seatsTaken: (action) => store.read(() => seatsTaken(action)),
    pointsHeld: (by) => store.read(() => pointsHeld(by)),
    unknown: () => store.read(() => unknown()),
    retryable: (maxAttempts) => store.read(() => retryable(maxAttempts)),
    list: (filter) => store.read(() => list(filter)),
    history: (claimId) => store.read(() => history(claimId)),
    resolve: (claimId, decision, now) => store.transact(() => resolve(claimId, decision, now)),
    async recover(now) {
      await store.transact(() => forgetExpired(now));
      const settled = [];
      for (;;) {
        const batch = await store.transact(() => recover(now, RECOVERY_BATCH));
        if (batch.length === 0) return settled;
        settled.push(...batch);
      }
    },
    purge: (made) => store.transact(() => purge(made)),
    async check() {
      await store.transact(touch);
    },
    close: () => store.close(),
  };
}

/** Asks for the right to write, and writes nothing. */
function* touch(): Operation<void> {
  yield* all('UPDATE tallies SET claims = claims WHERE 1 = 0');
}
