import { type ClaimRecord, type Ledger, periodAt, type Reservation } from '../ledger/index.ts';
import { type Action, grantCount, ordersOf } from './action.ts';
import { ClaimFlights, slotName } from './claim-flights.ts';
import { capsOf, usedUp } from './claim-caps.ts';
import { carryOut, grantsLimitMs } from './claim-grants.ts';
import { type ClaimVerdict, tryAgainIn, verdictOn } from './claim-verdict.ts';
import { windowProblem } from './claim-window.ts';
import { readEvidence } from './evidence.ts';
import { INTERNAL_DETAIL, invalidRequest, type ProblemReply, throttled } from './problem.ts';
import { RoleRetries, type RoleRetryContext } from './role-retries.ts';
import type { Upstream } from './upstream.ts';

/** A claim as a visitor asks for it, checked. */
export interface ClaimRequest {
  action: Action;
  memberId: string;
  fields: ClaimRecord['fields'];
  idempotency: { key: string; fingerprint: string } | null;
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

export type ClaimDeskContext = RoleRetryContext;

const RESTART_RETRY_S = 5;

/** See `ClaimDesk`. */
export function createClaimDesk(context: ClaimDeskContext): ClaimDesk {
  const { ledger, upstreams, now } = context;
  const flights = new ClaimFlights();
  const roleRetries = new RoleRetries(context, flights);
  let closing = false;

  async function makeClaim(request: ClaimRequest): Promise<ClaimVerdict> {
    const { action } = request;
    const upstream = upstreams.get(action.service);
    if (!upstream) throw new Error(`action ${action.name} names the service ${action.service}, which there is not`);

    const problem = shut() ?? windowProblem(action, now()) ?? paused(upstream);
    if (!problem)
      return answer(await flights.track(slotOf(request), () => reserveAndCarryOut(request, upstream)), request);
    // Whoever asks again for what was answered before gets that answer, whatever has closed since.
    const earlier = request.idempotency && (await ledger.replay(request.idempotency));
    return earlier ? answer(earlier, request) : { problem };
  }

  async function answer(reservation: Reservation, request: ClaimRequest): Promise<ClaimVerdict> {
    const slot = slotOf(request);
    switch (reservation.kind) {
      case 'reserved':
        return verdictOn(reservation.claim);
      case 'replayed':
        return verdictOn(await outcomeOf(reservation.claim, slot));
      case 'held':
        return verdictForLatecomer(await outcomeOf(reservation.claim, slot));
      case 'too-early':
        return { problem: alreadyClaimed(reservation.nextClaimAt) };
      case 'capped':
        return { problem: usedUp(reservation.cap, request.action, now()) };
      case 'key-reused':
        return { problem: invalidRequest('This Idempotency-Key came with another request before. Use a new one.') };
      case 'clock-behind':
        return { problem: clockBehind(reservation.byMs, request) };
    }
  }

  /** Reserves, and if the slot was won also has the grants executed. */
  async function reserveAndCarryOut(request: ClaimRequest, upstream: Upstream): Promise<Reservation> {
    const reservation = await reserve(request, upstream, ledger, now());
    if (reservation.kind !== 'reserved') return reservation;
    const done = await carryOut(reservation.claim, upstream, context);
    logClaim(done, request);
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

  function paused({ gate }: Upstream): ProblemReply | null {
    const seconds = gate.secondsUntilOpen(now());
    if (seconds === 0) return null;
    return throttled(`The community takes no requests at the moment. ${tryAgainIn(seconds)}`, seconds);
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
      const { status, code } = readEvidence(grant.evidence);
      return { kind: grant.order.kind, state: grant.state, status, code };
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

function reserve(request: ClaimRequest, upstream: Upstream, ledger: Ledger, now: number): Promise<Reservation> {
  const { action, memberId, fields, idempotency } = request;
  return ledger.reserve({
    action: action.name,
    memberId,
    service: action.service,
    idempotency,
    fields,
    now,
    period: periodAt(action.rule, now),
    orders: (streak) => ordersOf(action, streak),
    caps: capsOf(action, now),
    minimumGapMs: action.minimumGapMs,
    deadline: now + grantsLimitMs(upstream, grantCount(action)),
  });
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
