import { isPromise } from '../../common/is-promise.ts';
import { within } from '../../common/within.ts';
import { type ClaimRecord, InDoubtError, type Reservation, SEE_SET_ASIDE } from '../../ledger/index.ts';
import type { AlertMonitor } from '../alerts/index.ts';
import { INTERNAL_DETAIL, invalidRequest, type ProblemReply, RequestProblem } from '../http/problem.ts';
import { logRefusal } from '../identity/identify.ts';
import type { ClaimOutcome, Metrics } from '../monitoring/metrics.ts';
import { notCalled } from '../upstream/index.ts';
import { type NextClaim, delayedByPoints, usedUp } from './claim-caps.ts';
import { ClaimContext, type ClaimAttempt } from './claim-context.ts';
import { carryOut, type Delayed } from './claim-grants.ts';
import { logClaim } from './claim-log.ts';
import { alreadyClaimed, excludedBy, linkedElsewhere, usedBefore } from './claim-problems.ts';
import { type ClaimVerdict, verdictOn } from './claim-verdict.ts';
import type { ReadyGate } from './gates/gate.ts';
import type { Intake } from './gates/intake.ts';
import type { InFlight } from './in-flight.ts';
import { type Answerable, type Reserved, reserveFor } from './reservation.ts';
import { RoleRetries, type RoleRetryContext } from './role-retries.ts';
import type { CallPermit } from './call-permit.ts';

/** Makes claims. */
export interface Claims {
  /** Makes a claim if all gates let it pass, otherwise says why not. Rejects if the ledger fails before anything was sent. */
  claim(request: ClaimAttempt): Promise<ClaimVerdict>;
  /** The current state of the answer that this request has had before; null if its key has made no claim. */
  earlier(request: ClaimAttempt): Promise<ClaimVerdict | null>;
  /** Assigns roles with an unknown outcome again, in the background. */
  retryRoles(): void;
  /** Takes no new claims, and waits for those in flight; ten seconds longer if the ledger is away. */
  close(): Promise<void>;
}

export interface ClaimsContext extends RoleRetryContext {
  /** In the order of the checks. */
  gates: readonly ReadyGate[];
  intake: Intake;
  inFlight: InFlight;
  metrics: Metrics;
  monitor: AlertMonitor;
}

/**
 * The result of a claim: an answer of the ledger, or the problem of a gate, with nothing written. `at` is when it was tried, in epoch milliseconds.
 */
type Attempt = (Answerable & { at: number }) | { kind: 'stopped'; problem: ProblemReply };

/** How long to wait for the ledger after the calls in flight have ended. */
const CLOSE_LIMIT_MS = 10_000;

/** See `Claims`. */
export function createClaims(context: ClaimsContext): Claims {
  const { gates, intake, inFlight, ledger, kept, metrics, monitor, now } = context;
  const roleRetries = new RoleRetries(context, inFlight);

  async function makeClaim(request: ClaimAttempt): Promise<ClaimVerdict> {
    const claim = new ClaimContext(request);
    let verdict: ClaimVerdict | null = null;
    try {
      const attempt = await tryFor(claim);
      verdict = await answer(attempt, claim);
      note(claim, attempt.kind === 'replayed' ? 'replayed' : outcomeName(verdict));
      await count(claim, verdict);
      return verdict;
    } catch (error) {
      if (verdict === null) note(claim, 'internal');
      throw error;
    } finally {
      claim.ended(verdict);
    }
  }

  /** Counts the outcome against the limits. The visitor is answered even if the ledger, which counts, fails now. */
  async function count(claim: ClaimContext, verdict: ClaimVerdict): Promise<void> {
    try {
      await claim.judged(verdict);
    } catch (error) {
      const details = { requestId: claim.exchange.requestId, action: claim.action.name };
      const message = 'what a claim came to could not be counted against the limits';
      context.logger.error({ ...details, error: context.secrets.describe(error) }, message);
    }
  }

  /** Counts the outcome of a claim in the metrics, except those that the limits count. */
  function note(claim: ClaimContext, outcome: ClaimOutcome): void {
    if (claim.stage === 'claiming' || outcome === 'replayed') metrics.claim(claim.action.name, outcome);
  }

  async function tryFor(claim: ClaimContext): Promise<Attempt> {
    try {
      for (const gate of gates) {
        if (!mustPass(gate, claim)) continue;
        claim.stage = gate.stage;
        // oxlint-disable no-await-in-loop -- each gate sees what the ones before it found out
        const earlier = gate.isCostly ? await firstAnswer(claim) : null;
        if (earlier) return earlier;
        let problem: ProblemReply | null;
        try {
          const found = gate.check(claim);
          // A result that is there already is not awaited.
          problem = isPromise(found) ? await found : found;
        } catch (error) {
          problem = problemOf(error);
        }
        if (problem) return await stopped(gate, problem, claim);
        // oxlint-enable no-await-in-loop
      }
      return await reserveAndCarryOut(claim);
    } finally {
      claim.tried();
    }
  }

  /** The result of a claim that a gate stops. A repeated request gets its first answer. */
  async function stopped({ yieldsToClaim }: ReadyGate, problem: ProblemReply, claim: ClaimContext): Promise<Attempt> {
    const earlier = claim.stage === 'reading' ? null : await firstAnswer(claim);
    return earlier ?? (yieldsToClaim ? await taken(claim) : null) ?? { kind: 'stopped', problem };
  }

  /** The claim of the idempotency key, if it was used before. A member who exceeds a limit does not learn that the key came with another request. */
  async function firstAnswer({ action, memberId, idempotency, stage }: ClaimContext): Promise<Attempt | null> {
    const earlier = idempotency && (await ledger.replay({ action: action.name, memberId, ...idempotency }));
    return earlier && (stage === 'claiming' || earlier.kind === 'replayed') ? { ...earlier, at: now() } : null;
  }

  /** The claim that the member has already: in this period, or too short a time ago. */
  async function taken(claiming: ClaimContext): Promise<Attempt | null> {
    const { action, memberId } = claiming;
    const { name, minimumGapMs } = action;
    const at = now();
    const query = { action: name, memberId, period: claiming.periodAt(at), minimumGapMs, now: at };
    const { claim, nextClaimAt, streakIfClaimed: streak } = await ledger.standing(query);
    if (claim?.state === 'granted' || claim?.state === 'pending') return { kind: 'held', claim, at };
    return !claim && nextClaimAt !== null && nextClaimAt > at ? { kind: 'too-early', nextClaimAt, streak, at } : null;
  }

  async function reserveAndCarryOut(claim: ClaimContext): Promise<Attempt> {
    const { permit } = claim;
    if (!permit) throw new Error('no gate has got a permit to call the service');
    const at = now();
    try {
      const reservation = await reserveFor(claim, permit.upstream, ledger, at);
      if (reservation.kind === 'in-doubt') noteDoubt(reservation.claim, claim);
      // A member who has claimed with a code may type it again.
      const before = reservation.kind === 'used' && returns(reservation.id, claim) ? await taken(claim) : null;
      if (before) return before;
      if (reservation.kind !== 'reserved') return { ...reservation, at };
      const carry = (delayed: Delayed) => carryOutAndNote(reservation, permit, claim, delayed);
      return { kind: 'reserved', claim: await inFlight.untilDelayed(carry), at };
    } catch (error) {
      if (error instanceof InDoubtError) releaseInDoubt(error);
      throw error;
    }
  }

  async function answer(attempt: Attempt, claim: ClaimContext): Promise<ClaimVerdict> {
    switch (attempt.kind) {
      case 'stopped':
        return { problem: attempt.problem };
      case 'reserved':
      case 'in-doubt':
        return verdictOn(await withPointsDelay(attempt.claim, claim));
      case 'replayed':
        return verdictOn(await withPointsDelay(await outcomeOf(attempt.claim, claim.slot), claim));
      case 'held':
        return verdictForDuplicate(await withPointsDelay(await outcomeOf(attempt.claim, claim.slot), claim));
      case 'too-early':
        return { problem: alreadyClaimed(await withPointsDelay(attempt, claim)) };
      case 'capped':
        return { problem: usedUp(attempt.cap, claim.action, attempt.at) };
      case 'key-reused':
        return { problem: invalidRequest('This Idempotency-Key came with another request before. Use a new one.') };
      case 'used': {
        const { ifUsed, refusalIfUsed } = usedBefore(attempt.id, claim);
        if (refusalIfUsed !== undefined) logRefusal(context.logger, claim.exchange, claim.action, refusalIfUsed);
        return { problem: ifUsed };
      }
      case 'linked':
        return { problem: linkedElsewhere(attempt) };
      case 'excluded':
        return { problem: excludedBy(attempt.action, claim) };
      case 'clock-behind':
        return { problem: clockBehind(attempt.byMs, claim) };
    }
  }

  /** With `nextClaimAt` delayed until the member can get points again. If the ledger fails, it stays as it is. */
  async function withPointsDelay<T extends NextClaim>(next: T, claim: ClaimContext): Promise<T> {
    const { action, isOfVisitor, memberId, exchange } = claim;
    if (!isOfVisitor || action.memberPoints === null) return next;
    try {
      return await delayedByPoints(next, action, { memberId, now: now() }, ledger);
    } catch (error) {
      const details = { requestId: exchange.requestId, action: action.name };
      const message = 'when a member can have points again could not be looked up';
      context.logger.error({ ...details, error: context.secrets.describe(error) }, message);
      return next;
    }
  }

  async function carryOutAndNote(
    { claim, trace }: Reserved,
    permit: CallPermit,
    { action, exchange }: ClaimContext,
    delayed: Delayed,
  ): Promise<ClaimRecord> {
    const done = await carryOut(claim, permit, context, delayed);
    logClaim(context.logger, done, { requestId: exchange.requestId, trace });
    monitor.ended(action, done);
    return done;
  }

  /** Frees the slot of a reservation of which it is not known whether the ledger has it. Nothing was sent for it. */
  function releaseInDoubt({ value }: InDoubtError<Reservation>): void {
    if (value.kind !== 'reserved') return;
    const { claim } = value;
    const { evidence } = notCalled('it was not known in time whether the claim was on record');
    const details = () => ({ claim: claim.id, action: claim.action, settlement: { state: 'released' } });
    const given = inFlight.untilDelayed(() =>
      kept.record(details, () => ledger.abandon(claim, evidence, now()), ignore),
    );
    given.catch(ignore);
  }

  /** The claim after this process has finished it. If no work of this process is under way, its current state. */
  async function outcomeOf(claim: ClaimRecord, slot: string): Promise<ClaimRecord> {
    if (claim.state !== 'pending') return claim;
    await inFlight.settled(slot);
    return (await ledger.find(claim.id)) ?? claim;
  }

  function clockBehind(byMs: number, { action, exchange }: ClaimContext): ProblemReply {
    const details = { requestId: exchange.requestId, action: action.name, behindMs: byMs };
    context.logger.error(
      details,
      `the server's clock is behind the newest claim, so no claims are made: set the clock right, or if that claim was made by a clock that was ahead, ${SEE_SET_ASIDE}`,
    );
    return { code: 'internal', detail: INTERNAL_DETAIL };
  }

  function noteDoubt({ id, action }: ClaimRecord, { exchange: { requestId } }: ClaimContext): void {
    context.logger.warn(
      { requestId, claim: id, action },
      'a claim waits for an operator: the ledger was put back to an older state, and may have lost that it was made',
    );
    monitor.unknown();
  }

  return {
    claim: makeClaim,
    async earlier(request) {
      const claim = new ClaimContext(request);
      claim.stage = 'claiming';
      const attempt = await firstAnswer(claim);
      return attempt && answer(attempt, claim);
    },
    retryRoles() {
      void roleRetries.run();
    },
    async close() {
      intake.close();
      roleRetries.stop();
      await inFlight.drained();
      await within(CLOSE_LIMIT_MS, inFlight.backgroundDone(), 'the ledger').catch(ignore);
      kept.giveUp();
    },
  };
}

const ignore = (): void => {};

/** The problem that a gate has thrown instead of returning it. */
function problemOf(error: unknown): ProblemReply {
  if (error instanceof RequestProblem) return error.problem;
  throw error;
}

/** Whether the claim has to pass the gate. */
function mustPass(
  { ofVisitors, notOfGifts, concerns }: ReadyGate,
  { isOfVisitor, isGift, action }: ClaimContext,
): boolean {
  return !(ofVisitors && !isOfVisitor) && !(notOfGifts && isGift) && (concerns?.(action) ?? true);
}

function returns(id: string, { singleUses }: ClaimContext): boolean {
  return singleUses.some((use) => use.id === id && use.returns);
}

/** The verdict for a second request of the same claim: that of the first, but a granted claim becomes `already-claimed`. */
function verdictForDuplicate(claim: ClaimRecord): ClaimVerdict {
  return claim.state === 'granted' ? { problem: alreadyClaimed(claim) } : verdictOn(claim);
}

function outcomeName(verdict: ClaimVerdict): ClaimOutcome {
  if ('problem' in verdict) return verdict.problem.code;
  return verdict.claim.state === 'granted' ? 'granted' : 'pending';
}
