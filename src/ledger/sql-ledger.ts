import { adopt } from './claims/adopt.ts';
import { audit, noteAudit } from './keeping/audit.ts';
import { consume, deleteFullBuckets } from './rate-limit.ts';
import { Check } from './keeping/check.ts';
import { type Clock, correctedTime, setAside, type StoreClock } from './keeping/clock.ts';
import { claimsNaming, exportMember } from './members/member-export.ts';
import { halt } from './keeping/halt.ts';
import { ledgerHistory } from './keeping/ledger-history.ts';
import { forgetLinks, linksOf, purgeLinks, releaseLink } from './members/links.ts';
import { BehindError, type HighWaterMark, Memory, type Sight } from './keeping/memory.ts';
import { throwFailure } from './keeping/newer-schema.ts';
import { forgetExpired, usedBefore, useNonce } from './claims/nonces.ts';
import { all, type Operation } from './operation.ts';
import { type Ledger, LedgerError, type Reservation, type ReserveRequest } from './port.ts';
import { forget, purge } from './members/purge.ts';
import { grantedTo, history, list, pointsHeld, retryable, standing, sums, unknown } from './claims/query.ts';
import { claimById } from './claims/records.ts';
import { replay, reserve, seatsTaken } from './claims/reserve.ts';
import { about, backedUp, glance, restored } from './keeping/restore.ts';
import { ruleChanges } from './periods/rules.ts';
import { MEMBER_INDEX } from './schema.ts';
import { deleteExpiredSessions, endSession, endSessions, isSessionOver, sessionsEndedAt } from './members/sessions.ts';
import { abandon, recover, resolve, send, settle } from './claims/settle.ts';
import { deleteExpiredDeliveries, isTold } from './deliveries/tell.ts';
import { RolledBack, tryToReserve, tryToWrite } from './keeping/trial.ts';
import { UnderWay } from './claims/under-way.ts';

/** `unhurried`: the operation may have to read the whole store, and gets the time for it. */
export type Pace = 'unhurried';

/**
 * Which operations may share a transaction with this one, with their statements interleaved: those of its group that have none of `touches`
 * in common with it. They use different rows, except for what a single statement reads and changes at once.
 */
export interface Batching {
  group: string;
  touches: readonly string[];
}

/** What a driver does for the ledger: it runs transactions, and closes the store. */
export interface Store {
  /** The store's own clock; left out where it has this machine's. */
  readonly clock?: StoreClock;
  /** Left out where it could only be kept in a place that is restored together with the store. */
  readonly mark?: HighWaterMark;
  /** Runs the operation in one transaction; what it resolves with is durable. Throws `LedgerError`. */
  transact<T>(operation: () => Operation<T>, how?: Pace | Batching): Promise<T>;
  /** Runs an operation that only reads, on one state of the store. Throws `LedgerError`. */
  read<T>(operation: () => Operation<T>, pace?: Pace): Promise<T>;
  close(): Promise<void>;
  /**
   * Called after `close`: opens the other copy of the same ledger that somebody has put in the store's place; null if there is none. Throws
   * `LedgerError`.
   */
  left?(): Store | null;
}

export interface LedgerOptions {
  /** Milliseconds that the clock may be behind the newest claim before claims are held back; one minute if left out. */
  clockToleranceMs?: number;
}

const RECOVERY_BATCH = 200;
const FORGET_BATCH = 100;

/** The ledger on any store that speaks the SQL of SQLite or PostgreSQL: `ON CONFLICT`, `RETURNING` and partial indexes. */
export function sqlLedger(driver: Store, { clockToleranceMs = 60_000 }: LedgerOptions = {}): Ledger {
  const explain = (error: unknown): Promise<never> => throwFailure(error, (operation) => driver.read(operation));
  const store: Pick<Store, 'transact' | 'read'> = {
    transact: (operation, how) => driver.transact(operation, how).catch(explain),
    read: (operation, pace) => driver.read(operation, pace).catch(explain),
  };
  const clock: Clock = { toleranceMs: clockToleranceMs, store: driver.clock ?? null };
  const memory = new Memory(driver.mark ?? null);
  const underWay = new UnderWay();
  const check = new Check();
  let memberIndex: Promise<unknown> | null = null;

  /** Runs a transaction on which claims depend: the next check knows of its failure, and a ledger that is too old is halted. */
  async function transact<T>(operation: () => Operation<T>, batching?: Batching): Promise<T> {
    try {
      return await store.transact(operation, batching);
    } catch (error) {
      if (error instanceof LedgerError && !(error instanceof RolledBack)) check.failed();
      // Every process has to stop, also those that start later: what this one remembers ends with it.
      if (error instanceof BehindError) await store.transact(() => halt(error.ledger, error.halt)).catch(() => {});
      throw error;
    }
  }

  async function makeClaim(request: ReserveRequest): Promise<Reservation> {
    let sight: Sight | null = null;
    const reservation = await transact(function* () {
      const reserved = yield* reserve(request, memory, clock);
      ({ sight } = reserved);
      return reserved.reservation;
    }, batchingOf(request));
    if (sight) memory.note(sight);
    if (reservation.kind !== 'reserved') return reservation;
    underWay.add(reservation.claim);
    if (reservation.claim.createdAt === request.now) memory.made(request.claimId);
    return reservation;
  }

  /** Tries what a claim needs: first its reads and writes, which are rolled back, and then whether a write becomes durable. */
  async function probe(now: number | undefined, hasFailed: boolean): Promise<void> {
    const trialClock = now === undefined ? { ...clock, toleranceMs: Infinity } : clock;
    const sight = await transact(() => tryToReserve(memory, trialClock, now ?? Date.now())).catch((error: unknown) => {
      if (error instanceof RolledBack) return error.sight;
      throw error;
    });
    const { newest: claim } = sight;
    const isThere = await transact(() => tryToWrite({ much: hasFailed, claim }));
    if (isThere || claim === null) memory.note(sight);
  }

  /** Stops claims in the ledger that somebody put in this one's place, if it lacks claims that this process has seen. */
  async function haltReplacement(): Promise<void> {
    const replacement = driver.left?.();
    if (!replacement) return;
    try {
      await replacement.transact(() => tryToReserve(memory, { ...clock, toleranceMs: Infinity }, Date.now()));
    } catch (error) {
      if (error instanceof BehindError) await replacement.transact(() => halt(error.ledger, error.halt));
    } finally {
      await replacement.close();
    }
  }

  /** Runs what reads a member's claims of all periods, once the store has an index for that. */
  async function withMemberIndex<T>(run: () => Promise<T>): Promise<T> {
    memberIndex ??= store.transact(createMemberIndex, 'unhurried');
    await memberIndex.catch((error: unknown) => {
      memberIndex = null;
      throw error;
    });
    return run();
  }

  return {
    reserve(request) {
      const run = () => makeClaim(request);
      const { caps, minimumGapMs, excludes = [] } = request;
      return caps.memberPoints || minimumGapMs || excludes.length > 0 ? withMemberIndex(run) : run();
    },
    ruleChanges: (rules) => store.transact(() => ruleChanges(rules)),
    abandon: (claim, evidence, now) => transact(() => abandon(claim, evidence, now)),
    send: (claimId, grant, at) => transact(() => send(claimId, grant, at), grantsOf(claimId)),
    settle(claimId, grant, settlement, now) {
      // A settlement that gives points or a seat back changes the tally of its action, which is not known yet: so it shares no transaction.
      const isHeld = settlement.state === 'granted' || settlement.state === 'unknown';
      const known = underWay.take(claimId);
      return transact(() => settle(claimId, grant, settlement, now, known), isHeld ? grantsOf(claimId) : undefined);
    },
    replay: (request) => store.read(() => replay(request)),
    find: (claimId) => store.read(() => claimById(claimId)),
    standing(query) {
      const run = () => store.read(() => standing(query));
      return query.minimumGapMs ? withMemberIndex(run) : run();
    },
    useNonce: (nonce) => store.transact(() => useNonce(nonce)),
    usedBefore: (shown) => store.read(() => usedBefore(shown)),
    consume: (buckets, now) => store.transact(() => consume(buckets, now), { group: 'buckets', touches: [] }),
    endSessions: (memberId, ended) => store.transact(() => endSessions(memberId, ended)),
    endSession: (id, expiresAt) => store.transact(() => endSession(id, expiresAt)),
    isSessionOver: (session) => store.read(() => isSessionOver(session)),
    sessionsEndedAt: (memberId) => store.read(() => sessionsEndedAt(memberId)),
    links: (of) => store.read(() => linksOf(of)),
    releaseLink: (link) => store.transact(() => releaseLink(link)),
    grantedTo: (member) => withMemberIndex(() => store.read(() => grantedTo(member))),
    seatsTaken: (action) => store.read(() => seatsTaken(action)),
    pointsHeld(by) {
      const run = () => store.read(() => pointsHeld(by));
      return 'memberId' in by ? withMemberIndex(run) : run();
    },
    unknown: () => store.read(() => unknown()),
    retryable: (maxAttempts, service) => store.read(() => retryable(maxAttempts, service)),
    list: (filter) => store.read(() => list(filter), 'unhurried'),
    history: (claimId) => store.read(() => history(claimId)),
    sums: (made) => store.read(() => sums(made), 'unhurried'),
    resolve: (claimId, decision, now) => store.transact(() => resolve(claimId, decision, now)),
    async recover(given) {
      const now = clock.store === null ? given : await store.read(() => correctedTime(given, clock));
      await store.transact(() => deleteExpired(now));
      const settled = [];
      for (;;) {
        const batch = await store.transact(() => recover(now, RECOVERY_BATCH));
        if (batch.length === 0) return settled;
        settled.push(...batch);
      }
    },
    async purge(made) {
      const purged = await store.transact(() => purge(made), 'unhurried');
      while ((await store.transact(() => purgeLinks({ ...made, limit: FORGET_BATCH }), 'unhurried')) === FORGET_BATCH);
      return purged;
    },
    exportMember: (memberId) => store.read(() => exportMember(memberId), 'unhurried'),
    async forget(memberId, now) {
      let forgotten = 0;
      for (;;) {
        const { settled, pending } = await store.read(() => claimsNaming(memberId), 'unhurried');
        if (settled.length === 0) {
          await store.transact(() => forgetLinks(memberId));
          return { forgotten, pending };
        }
        for (let at = 0; at < settled.length; at += FORGET_BATCH) {
          const some = settled.slice(at, at + FORGET_BATCH);
          await store.transact(() => forget(memberId, some, now), 'unhurried');
        }
        forgotten += settled.length;
      }
    },
    about: () => store.read(about, 'unhurried'),
    glance: () => store.read(glance),
    ledgerHistory: () => store.read(ledgerHistory),
    backedUp: (at) => store.transact(() => backedUp(at)),
    restored: (gap, by, now) => store.transact(() => restored(gap, by, now), 'unhurried'),
    setAside: (by, now) => store.transact(() => setAside(by, now, clock), 'unhurried'),
    noteAudit: (note) => store.transact(() => noteAudit(note)),
    audit: (page) => store.read(() => audit(page)),
    adopt: (claims, by, now, strays) => store.transact(() => adopt(claims, by, now, strays), 'unhurried'),
    async setReceivers(receivers, now) {
      if (receivers.length === 0 && !(await store.read(isTold))) return;
      const outbox = await loadOutbox();
      await store.transact(() => outbox.setReceivers(receivers, now));
    },
    takeDeliveries: (taking) => loadOutbox().then((outbox) => store.transact(() => outbox.takeDeliveries(taking))),
    noteDelivery: (key, result, now) =>
      loadOutbox().then((outbox) => store.transact(() => outbox.noteDelivery(key, result, now))),
    stopReceiver: (receiver, outcome, now) =>
      loadOutbox().then((outbox) => store.transact(() => outbox.stopReceiver(receiver, outcome, now))),
    deliveries: (filter) => loadOutbox().then((outbox) => store.read(() => outbox.deliveries(filter), 'unhurried')),
    deliveryCounts: () => loadOutbox().then((outbox) => store.read(() => outbox.deliveryCounts(), 'unhurried')),
    sendAgain: (which, who, now) =>
      loadOutbox().then((outbox) => store.transact(() => outbox.sendAgain(which, who, now))),
    check: (now) => check.run((hasFailed) => probe(now, hasFailed)),
    async close() {
      check.forget();
      await driver.close();
      // The next process that opens it meets the same error.
      await haltReplacement().catch(() => {});
    },
  };
}

const grantsOf = (claimId: string): Batching => ({ group: 'grants', touches: [claimId] });

/** Claims of one action count on one tally. Those that take other locks than their member's could keep others waiting. */
function batchingOf({ action, memberId, claimId, uses = [], links = [], caps }: ReserveRequest): Batching | undefined {
  if (links.length > 0 || caps.totalBudget !== undefined) return undefined;
  return { group: `reserve ${action}`, touches: [memberId, claimId, ...uses.map(({ id }) => id)] };
}

/** Loaded on first use: most sites have no receivers. */
const loadOutbox = () => import('./deliveries/outbox.ts');

function* createMemberIndex(): Operation<void> {
  yield* all(MEMBER_INDEX);
}

/** Deletes nonces, buckets, ended sessions and deliveries that no longer matter. */
function* deleteExpired(now: number): Operation<void> {
  yield* forgetExpired(now);
  yield* deleteFullBuckets(now);
  yield* deleteExpiredSessions(now);
  yield* deleteExpiredDeliveries(now);
}
