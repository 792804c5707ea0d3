import { forgetWhole, spend } from './allowance.ts';
import { claimsNaming, dossier } from './dossier.ts';
import { consume, forgetExpired } from './one-time.ts';
import { all, type Operation } from './operation.ts';
import type { Ledger } from './port.ts';
import { forget, purge } from './purge.ts';
import { history, list, pointsHeld, retryable, standing, unknown } from './query.ts';
import { claimById } from './records.ts';
import { replay, reserve, seatsTaken } from './reserve.ts';
import { MEMBER_INDEX } from './schema.ts';
import { endSessions, forgetEnds, sessionsEndedAt } from './sessions.ts';
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
const FORGET_BATCH = 100;

/** The ledger on any store that speaks SQL. */
export function sqlLedger(store: Store, { clockToleranceMs = 60_000 }: LedgerOptions = {}): Ledger {
  let membersIndexed: Promise<unknown> | null = null;

  /** Runs what looks at a member's claims over all periods, on a store that has an index for it. */
  async function overPeriods<T>(run: () => Promise<T>): Promise<T> {
    membersIndexed ??= store.transact(indexMembers);
    await membersIndexed.catch((error: unknown) => {
      membersIndexed = null;
      throw error;
    });
    return run();
  }

  return {
    reserve(request) {
      const run = () => store.transact(() => reserve(request, clockToleranceMs));
      return request.caps.memberPoints || request.minimumGapMs ? overPeriods(run) : run();
    },
    send: (claimId, grant, at) => store.transact(() => send(claimId, grant, at)),
    settle: (claimId, grant, settlement, now) => store.transact(() => settle(claimId, grant, settlement, now)),
    replay: (idempotency) => store.read(() => replay(idempotency)),
    find: (claimId) => store.read(() => claimById(claimId)),
    standing(query) {
      const run = () => store.read(() => standing(query));
      return query.minimumGapMs ? overPeriods(run) : run();
    },
    consume: (use) => store.transact(() => consume(use)),
    spend: (allowances, now) => store.transact(() => spend(allowances, now)),
    endSessions: (memberId, ended) => store.transact(() => endSessions(memberId, ended)),
    sessionsEndedAt: (memberId) => store.read(() => sessionsEndedAt(memberId)),
    seatsTaken: (action) => store.read(() => seatsTaken(action)),
    pointsHeld(by) {
      const run = () => store.read(() => pointsHeld(by));
      return 'memberId' in by ? overPeriods(run) : run();
    },
    unknown: () => store.read(() => unknown()),
    retryable: (maxAttempts) => store.read(() => retryable(maxAttempts)),
    list: (filter) => store.read(() => list(filter)),
    history: (claimId) => store.read(() => history(claimId)),
    resolve: (claimId, decision, now) => store.transact(() => resolve(claimId, decision, now)),
    async recover(now) {
      await store.transact(() => forgetUseless(now));
      const settled = [];
      for (;;) {
        const batch = await store.transact(() => recover(now, RECOVERY_BATCH));
        if (batch.length === 0) return settled;
        settled.push(...batch);
      }
    },
    purge: (made) => store.transact(() => purge(made)),
    dossier: (memberId) => store.read(() => dossier(memberId)),
    async forget(memberId, now) {
      let forgotten = 0;
      for (;;) {
        const { settled, pending } = await store.read(() => claimsNaming(memberId));
        if (settled.length === 0) return { forgotten, pending };
        for (let at = 0; at < settled.length; at += FORGET_BATCH) {
          const some = settled.slice(at, at + FORGET_BATCH);
          await store.transact(() => forget(memberId, some, now));
        }
        forgotten += settled.length;
      }
    },
    async check() {
      await store.transact(touch);
    },
    close: () => store.close(),
  };
}

function* indexMembers(): Operation<void> {
  yield* all(MEMBER_INDEX);
}

/** Forgets what is of no use any more. */
function* forgetUseless(now: number): Operation<void> {
  yield* forgetExpired(now);
  yield* forgetWhole(now);
  yield* forgetEnds(now);
}

/** Asks for the right to write, and writes nothing. */
function* touch(): Operation<void> {
  yield* all('UPDATE tallies SET claims = claims WHERE 1 = 0');
}
