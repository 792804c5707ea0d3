import { type ClaimRecord, type Ledger, newClaimId, periodAt, type Reservation } from '../../ledger/index.ts';
import type { SuspicionWatch } from '../abuse/index.ts';
import { type Action, dependsOnStreak, grantCount, ordersOf } from '../action.ts';
import { ClaimFlights, slotName } from './claim-flights.ts';
import { capsOf, usedUp } from './claim-caps.ts';
import { carryOut, grantsLimitMs, type Way } from './claim-grants.ts';
import { type ClaimVerdict, verdictOn } from './claim-verdict.ts';
import { windowProblem } from './claim-window.ts';
import { readEvidence } from '../evidence.ts';
import type { ClaimOutcome, Metrics } from '../metrics.ts';
import { INTERNAL_DETAIL, invalidRequest, type ProblemReply, throttled, tryAgainIn } from '../problem.ts';
import { RoleRetries, type RoleRetryContext } from './role-retries.ts';
import type { Hold, Upstream } from '../upstream/index.ts';

/** A claim as a visitor asks for it, checked. */
export interface ClaimRequest {
  action: Action;
  memberId: string;
  fields: ClaimRecord['fields'];
  idempotency: { key: string; fingerprint: string } | null;
  /** Why the member may not claim, if that is so. What was answered before is answered again all the same. */
  barred: ProblemReply | null;
  requestId: string;
}

/** Where claims are made. */
export interface ClaimDesk {
  /** Makes a claim, or says why not. Rejects where the ledger fails before anything was sent. */
  claim(request: ClaimRequest): Promise<ClaimVerdict>;
  /** Has the roles assigned again whose outcome is unknown, in the background. */
  retryRoles(): void;
  /** Takes no further claims, and waits for those under way. */
  close(): Promise<void>;
}

export interface ClaimDeskContext extends RoleRetryContext {
  metrics: Metrics;
  watch: SuspicionWatch;
}

/** What a claim came to: what the ledger says, or a rejection with nothing written. `at` is when it was tried, in epoch milliseconds. */
type Attempt = (Answerable & { at: number }) | { kind: 'rejected'; problem: ProblemReply };

/** A reservation that is the last word. */
type Answerable = Exclude<Reservation, { kind: 'other-streak' }>;

const RESTART_RETRY_S = 5;

/** See `ClaimDesk`. */
export function createClaimDesk(context: ClaimDeskContext): ClaimDesk {
  const { ledger, upstreams, metrics, watch, now } = context;
  const flights = new ClaimFlights();
  const roleRetries = new RoleRetries(context, flights);
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
    return flights.track(slotOf(request), () => admitAndCarryOut(request, upstream));
  }

  /** Has the claim reserved and carried out if the service may be called; nothing is written if not. */
  async function admitAndCarryOut(request: ClaimRequest, upstream: Upstream): Promise<Attempt> {
    const entry = await upstream.gate.enter();
    const at = now();
    if ('reason' in entry) {
      const earlier = (await replayed(request, at)) ?? (await taken(request, at));
      return earlier ?? { kind: 'rejected', problem: heldBack(entry) };
    }
    try {
      return { ...(await reserveAndCarryOut(request, { upstream, pass: entry }, at)), at };
    } finally {
      entry.leave();
    }
  }

  async function replayed({ idempotency }: ClaimRequest, at: number): Promise<Attempt | null> {
    const earlier = idempotency && (await ledger.replay(idempotency));
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
      case 'clock-behind':
        return { problem: clockBehind(attempt.byMs, request) };
    }
  }

  /** Reserves, and if the slot was won also has the grants executed. */
  async function reserveAndCarryOut(request: ClaimRequest, way: Way, at: number): Promise<Answerable> {
    const reservation = await reserve(request, way.upstream, ledger, at);
    if (reservation.kind !== 'reserved') return reservation;
    const done = await carryOut(reservation.claim, way, context);
    logClaim(done, request);
    watch.ended(request.action, done);
    return { kind: 'reserved', claim: done };
  }

  /** The claim once this process is done with it, or as it stands if another process has it or nobody. */
  async function outcomeOf(claim: ClaimRecord, slot: string): Promise<ClaimRecord> {
    if (claim.state !== 'pending') return claim;
    await flights.settled(slot);
    return (await ledger.find(claim.id)) ?? claim;
  }

  function shut(): ProblemReply | null {
    if (!closing) return null;
    return throttled(`The site is restarting. ${tryAgainIn(RESTART_RETRY_S)}`, RESTART_RETRY_S);
  }

  function clockBehind(byMs: number, { action, requestId }: ClaimRequest): ProblemReply {
    const details = { requestId, action: action.name, behindMs: byMs };
    context.logger.error(
      details,
      "the server's clock is behind the newest claim, so no claims are made: set the clock right",
    );
    return { code: 'internal', detail: INTERNAL_DETAIL };
  }

  function logClaim({ id, action, state, grants }: ClaimRecord, { requestId }: ClaimRequest): void {
    // Not the service's own words: they may name the member.
    const outcomes = grants.map((grant) => {
      const { status, code, durationMs } = readEvidence(grant.evidence);
      return { kind: grant.order.kind, state: grant.state, status, code, ms: durationMs };
    });
    context.logger.info({ requestId, claim: id, action, state, grants: outcomes }, 'claim');
  }

  return {
    claim: makeClaim,
    retryRoles() {
      if (!closing) void roleRetries.run();
    },
    close() {
      closing = true;
      return flights.drained();
    },
  };
}

function slotOf({ memberId, action }: ClaimRequest): string {
  return slotName(memberId, action.name);
}

/** Reserves with the orders for the member's streak, which the ledger alone knows. */
async function reserve(request: ClaimRequest, upstream: Upstream, ledger: Ledger, now: number): Promise<Answerable> {
  const { action, memberId, fields, idempotency } = request;
  const period = periodAt(action.rule, now);
  const claimId = newClaimId(now);
  const reserveFor = (streak: number | null) =>
    ledger.reserve({
      claimId,
      action: action.name,
      memberId,
      service: action.service,
      idempotency,
      fields,
      now,
      period,
      orders: ordersOf(action, streak, claimId),
      ...(streak !== null && { ordersStreak: streak }),
      caps: capsOf(action, now),
      minimumGapMs: action.minimumGapMs,
      deadline: now + grantsLimitMs(upstream, grantCount(action)),
    });
  let reservation = await reserveFor(period.previousKey !== null && dependsOnStreak(action) ? 1 : null);
  // oxlint-disable-next-line no-await-in-loop -- only what the ledger says tells the streak to ask for
  while (reservation.kind === 'other-streak') reservation = await reserveFor(reservation.streak);
  return reservation;
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
