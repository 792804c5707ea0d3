import {
  type ClaimRecord,
  InDoubtError,
  type Ledger,
  newClaimId,
  periodAt,
  type Replay,
  type Reservation,
} from '../../ledger/index.ts';
import type { AlertMonitor } from '../alerts/index.ts';
import { type Action, dependsOnStreak, grantKinds, ordersOf } from '../actions/action.ts';
import { InFlight, slotName } from './in-flight.ts';
import { capsOf, usedUp } from './claim-caps.ts';
import { carryOut, type Delayed, grantsLimitMs } from './claim-grants.ts';
import { type ClaimVerdict, verdictOn } from './claim-verdict.ts';
import { windowProblem } from './gates/window.ts';
import { readEvidence } from './evidence.ts';
import type { ClaimOutcome, Metrics } from '../monitoring/metrics.ts';
import { INTERNAL_DETAIL, invalidRequest, type ProblemReply, throttled, tryAgainIn } from '../http/problem.ts';
import { RoleRetries, type RoleRetryContext } from './role-retries.ts';
import { type Hold, notCalled, type Upstream } from '../upstream/index.ts';
import type { SingleUse } from './single-use.ts';
import { RESTART_RETRY_S, Way } from './way.ts';
import { within } from '../../common/within.ts';

/** A claim as a visitor asks for it, checked. */
export interface WantedClaim {
  action: Action;
  memberId: string;
  fields: ClaimRecord['fields'];
  idempotency: { key: string; fingerprint: string } | null;
  /** By what name the client is counted; null where no address is known. */
  client: string | null;
  requestId: string;
}

/** A claim that may be made as far as what came with it tells. */
export interface ClaimRequest extends WantedClaim {
  /** What was shown and is good for one claim, which is this one if it is made. */
  uses: readonly SingleUse[];
  /** Why the claim may not be made, if that is so. What was answered before is answered again all the same. */
  barred: ProblemReply | null;
}

/** Where claims are made. */
export interface Claims {
  /** Makes a claim, or says why not. Rejects where the ledger fails before anything was sent. */
  claim(request: ClaimRequest): Promise<ClaimVerdict>;
  /** The first answer once more, where exactly this was asked for before under the same key; else null. */
  repeat(wanted: WantedClaim): Promise<ClaimVerdict | null>;
  /** Has the roles assigned again whose outcome is unknown, in the background. */
  retryRoles(): void;
  /** Takes no further claims, and waits for those under way; ten seconds more where the ledger is away. */
  close(): Promise<void>;
}

export interface ClaimsContext extends RoleRetryContext {
  metrics: Metrics;
  monitor: AlertMonitor;
}

/** What a claim came to: what the ledger says, or a rejection with nothing written. `at` is when it was tried, in epoch milliseconds. */
type Attempt = (Answerable & { at: number }) | { kind: 'rejected'; problem: ProblemReply };

/** A reservation that is the last word. */
type Answerable = Exclude<Reservation, { kind: 'other-streak' | 'incomplete' }>;
type Reserved = Extract<Reservation, { kind: 'reserved' }>;

/** Outcomes that wait for the ledger, beyond which no more are risked. */
const MOST_KEPT = 200;
const LEDGER_RETRY_S = 5;
/** For the ledger to come back, once the calls in flight have ended. */
const CLOSE_LIMIT_MS = 10_000;

/** See `Claims`. */
export function createClaims(context: ClaimsContext): Claims {
  const { ledger, kept, upstreams, metrics, monitor, now } = context;
  const inFlight = new InFlight();
  const roleRetries = new RoleRetries(context, inFlight);
  let closing = false;

  async function makeClaim(request: ClaimRequest): Promise<ClaimVerdict> {
    let outcome: ClaimOutcome = 'internal';
    try {
      const attempt = await tryFor(request);
      const verdict = await answer(attempt, request);
      outcome = attempt.kind === 'replayed' ? 'replayed' : outcomeName(verdict);
      return verdict;
    } finally {
      metrics.claim(request.action.name, outcome);
    }
  }

  /** What the claim comes to, with `at`, the time that it was tried. */
  async function tryFor(request: ClaimRequest): Promise<Attempt> {
    const { action } = request;
    const upstream = upstreams.get(action.service);
    if (!upstream) throw new Error(`action ${action.name} names the service ${action.service}, which there is not`);

    const at = now();
    const problem = shut() ?? request.barred ?? windowProblem(action, at);
    // Whoever asks again for what was answered before gets that answer, whatever has closed since.
    if (problem) return (await replayed(request, at)) ?? { kind: 'rejected', problem };
    return inFlight.track(slotOf(request), () => admitAndCarryOut(request, upstream));
  }

  /** Has the claim reserved and carried out if the service may be called; nothing is written if not. */
  async function admitAndCarryOut(request: ClaimRequest, upstream: Upstream): Promise<Attempt> {
    const entry = await upstream.gate.enter(request.client);
    const at = now();
    if ('reason' in entry) {
      const earlier = (await replayed(request, at)) ?? (await taken(request, at));
      return earlier ?? { kind: 'rejected', problem: heldBack(entry) };
    }
    const way = new Way(upstream, entry, () => closing);
    try {
      const reservation = await reserve(request, upstream, ledger, at);
      if (reservation.kind === 'in-doubt') noteDoubt(reservation.claim, request);
      if (reservation.kind !== 'reserved') return { ...reservation, at };
      const carry = (delayed: Delayed) => carryOutAndNote(reservation, way, request, delayed);
      return { kind: 'reserved', claim: await inFlight.untilDelayed(carry), at };
    } catch (error) {
      if (error instanceof InDoubtError) giveBack(error);
      throw error;
    } finally {
      way.leave();
    }
  }

  async function repeat(wanted: WantedClaim): Promise<ClaimVerdict | null> {
    const earlier = await replay(wanted);
    if (earlier?.kind !== 'replayed') return null;
    metrics.claim(wanted.action.name, 'replayed');
    return verdictOn(await outcomeOf(earlier.claim, slotOf(wanted)));
  }

  async function replay({ action, memberId, idempotency }: WantedClaim): Promise<Replay | null> {
    return idempotency && ledger.replay({ action: action.name, memberId, ...idempotency });
  }

  async function replayed(request: ClaimRequest, at: number): Promise<Attempt | null> {
    const earlier = await replay(request);
    return earlier && { ...earlier, at };
  }

  /** What a reservation would find in its way, without one: the member's own claim, or the time since the last. */
  async function taken({ action, memberId }: ClaimRequest, at: number): Promise<Attempt | null> {
    const { name, rule, minimumGapMs } = action;
    const query = { action: name, memberId, period: periodAt(rule, at), minimumGapMs, now: at };
    const { claim, nextClaimAt } = await ledger.standing(query);
    if (claim?.state === 'granted' || claim?.state === 'pending') return { kind: 'held', claim, at };
    return !claim && nextClaimAt !== null && nextClaimAt > at ? { kind: 'too-early', nextClaimAt, at } : null;
  }

  async function answer(attempt: Attempt, request: ClaimRequest): Promise<ClaimVerdict> {
    const slot = slotOf(request);
    switch (attempt.kind) {
      case 'rejected':
        return { problem: attempt.problem };
      case 'reserved':
      case 'in-doubt':
        return verdictOn(attempt.claim);
      case 'replayed':
        return verdictOn(await outcomeOf(attempt.claim, slot));
      case 'held':
        return verdictForLatecomer(await outcomeOf(attempt.claim, slot));
      case 'too-early':
        return { problem: alreadyClaimed(attempt.nextClaimAt) };
      case 'capped':
        return { problem: usedUp(attempt.cap, request.action, attempt.at) };
      case 'key-reused':
        return { problem: invalidRequest('This Idempotency-Key came with another request before. Use a new one.') };
      case 'used':
        return { problem: usedBefore(attempt.id, request) };
      case 'clock-behind':
        return { problem: clockBehind(attempt.byMs, request) };
    }
  }

  async function carryOutAndNote(
    { claim, trace }: Reserved,
    way: Way,
    request: ClaimRequest,
    delayed: Delayed,
  ): Promise<ClaimRecord> {
    const done = await carryOut(claim, way, context, delayed);
    logClaim(done, request, trace);
    monitor.ended(request.action, done);
    return done;
  }

  /** Nothing is sent for a reservation of which it is not known whether it was made. Where it was, the slot is free again. */
  function giveBack({ value }: InDoubtError<Reservation>): void {
    if (value.kind !== 'reserved') return;
    const { claim } = value;
    const { evidence } = notCalled('it was not known in time whether the claim was on record');
    const details = { claim: claim.id, action: claim.action, settlement: { state: 'released' } };
    const given = inFlight.untilDelayed(() =>
      kept.record(details, () => ledger.abandon(claim, evidence, now()), ignore),
    );
    given.catch(ignore);
  }

  /** The claim once this process is done with it, or as it stands if another process has it or nobody. */
  async function outcomeOf(claim: ClaimRecord, slot: string): Promise<ClaimRecord> {
    if (claim.state !== 'pending') return claim;
    await inFlight.settled(slot);
    return (await ledger.find(claim.id)) ?? claim;
  }

  function shut(): ProblemReply | null {
    if (closing) return throttled(`The site is restarting. ${tryAgainIn(RESTART_RETRY_S)}`, RESTART_RETRY_S);
    if (kept.count < MOST_KEPT) return null;
    return throttled(`The site can record nothing at the moment. ${tryAgainIn(LEDGER_RETRY_S)}`, LEDGER_RETRY_S);
  }

  function clockBehind(byMs: number, { action, requestId }: ClaimRequest): ProblemReply {
    const details = { requestId, action: action.name, behindMs: byMs };
    context.logger.error(
      details,
      "the server's clock is behind the newest claim, so no claims are made: set the clock right, or if that claim was made by a clock that was ahead, see rewards ledger set-aside --help",
    );
    return { code: 'internal', detail: INTERNAL_DETAIL };
  }

  function noteDoubt({ id, action }: ClaimRecord, { requestId }: ClaimRequest): void {
    context.logger.warn(
      { requestId, claim: id, action },
      'a claim waits for an operator: the ledger was put back to an older state, and may have lost that it was made',
    );
    monitor.unknown();
  }

  /** Enough for the claim to be brought back from the log, should the ledger lose it; and who the member is, for the ledger alone. */
  function logClaim(claim: ClaimRecord, { requestId }: ClaimRequest, trace: string | undefined): void {
    const { id, action, state, service, period, nextClaimAt, streak } = claim;
    // Not the service's own words: they may name the member.
    const grants = claim.grants.map(({ order, state: became, evidence }) => {
      const { status, code, durationMs } = readEvidence(evidence);
      const what = order.kind === 'points' ? { points: order.points } : { role: order.roleId };
      return { kind: order.kind, state: became, ...what, status, code, ms: durationMs };
    });
    context.logger.info(
      { requestId, claim: id, action, state, grants, service, period, nextClaimAt, streak, trace },
      'claim',
    );
  }

  return {
    claim: makeClaim,
    repeat,
    retryRoles() {
      void roleRetries.run();
    },
    async close() {
      closing = true;
      roleRetries.stop();
      await inFlight.drained();
      await within(CLOSE_LIMIT_MS, inFlight.landed(), 'the ledger').catch(ignore);
      kept.giveUp();
    },
  };
}

const ignore = (): void => {};

function slotOf({ memberId, action }: WantedClaim): string {
  return slotName(memberId, action.name);
}

function usedBefore(id: string, { uses }: ClaimRequest): ProblemReply {
  const used = uses.find((use) => use.id === id);
  if (used) return used.ifUsed;
  throw new Error('the ledger names something as used that was not shown');
}

/** Reserves with the orders for the member's streak, or for the claim to be taken up again, which the ledger alone knows. */
async function reserve(request: ClaimRequest, upstream: Upstream, ledger: Ledger, now: number): Promise<Answerable> {
  const { action, memberId, fields, idempotency } = request;
  const uses = request.uses.map(({ id, expiresAt }) => ({ id, expiresAt }));
  const period = periodAt(action.rule, now);
  const newId = newClaimId(now);
  const reserveFor = (claimId: string, streak: number | null, madeAt = now) =>
    ledger.reserve({
      claimId,
      action: action.name,
      memberId,
      service: action.service,
      idempotency,
      uses,
      fields,
      now,
      period,
      orders: ordersOf(action, streak, claimId),
      ...(streak !== null && { ordersStreak: streak }),
      caps: capsOf(action, madeAt),
      minimumGapMs: action.minimumGapMs,
      deadline: now + grantsLimitMs(upstream, grantKinds(action).length),
    });
  let reservation = await reserveFor(newId, period.previousKey !== null && dependsOnStreak(action) ? 1 : null);
  /* oxlint-disable no-await-in-loop -- only what the ledger says tells what to ask for */
  for (;;) {
    if (reservation.kind === 'other-streak') reservation = await reserveFor(newId, reservation.streak);
    else if (reservation.kind === 'incomplete') {
      const { id, streak, createdAt } = reservation.claim;
      reservation = await reserveFor(id, streak, createdAt);
    } else return reservation;
  }
  /* oxlint-enable no-await-in-loop */
}

/** For whoever came second: the same answer as the first got, except that what is granted is granted once. */
function verdictForLatecomer(claim: ClaimRecord): ClaimVerdict {
  return claim.state === 'granted' ? { problem: alreadyClaimed(claim.nextClaimAt) } : verdictOn(claim);
}

function alreadyClaimed(nextClaimAt: number | null): ProblemReply {
  const detail =
    nextClaimAt === null
      ? 'You have already claimed this.'
      : 'You have already claimed this. Come back when it can be claimed again.';
  return { code: 'already-claimed', detail, nextClaimAt };
}

function heldBack({ reason, retryAfter }: Hold): ProblemReply {
  return throttled(`${HELD_BACK[reason]} ${tryAgainIn(retryAfter)}`, retryAfter);
}

const HELD_BACK: Record<Hold['reason'], string> = {
  paused: 'The community takes no requests at the moment.',
  'in-trouble': 'The community does not answer at the moment.',
  busy: 'Very many are claiming at the moment.',
};

function outcomeName(verdict: ClaimVerdict): ClaimOutcome {
  if ('problem' in verdict) return verdict.problem.code;
  return verdict.claim.state === 'granted' ? 'granted' : 'pending';
}
