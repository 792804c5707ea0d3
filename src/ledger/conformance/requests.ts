import { type Grant, newClaimId, type PeriodRule, periodAt, type KeyedRequest, type ReserveRequest } from '../index.ts';

export const NOON = Date.parse('2026-11-20T12:00:00Z');
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export const DAILY: PeriodRule = { repeats: 'daily', timeZone: 'Europe/London' };
export const POINTS: Grant = points(10);
export const ROLE: Grant = { kind: 'role', roleId: '998877665544332211', roleName: 'Attendee', remark: 'Signed up' };

/** Who decides on what a ledger has lost, and from when to when it has: from two hours before noon to one hour before. */
export const BY = { who: 'Wren', why: 'the disk died' };
export const GAP = { since: NOON - 2 * HOUR, until: NOON - HOUR };

export function points(number: number): Grant {
  return { kind: 'points', points: number, remark: 'Daily check-in' };
}

/** A request for ten points by one member, with what a test cares for put in its place. */
export function request(change: Partial<Omit<ReserveRequest, 'period'>> & { rule?: PeriodRule } = {}): ReserveRequest {
  const { rule = DAILY, ...rest } = change;
  const now = rest.now ?? NOON;
  return {
    claimId: newClaimId(now),
    action: 'daily',
    memberId: '123456789012345678',
    service: 'default',
    period: periodAt(rule, now),
    idempotency: null,
    grants: [POINTS],
    caps: {},
    fields: null,
    now,
    deadline: now + 15_000,
    ...rest,
  };
}

/** What the idempotency key of such a request is asked about. */
export function keyedRequestOf({ action, memberId, idempotency }: ReserveRequest): KeyedRequest {
  if (!idempotency) throw new TypeError('the request has no idempotency key');
  return { action, memberId, ...idempotency };
}

/** The part of a request that says what it gives, whatever the member's streak. */
export function giving(...grants: Grant[]): Pick<ReserveRequest, 'grants'> {
  return { grants };
}
