import type { ActionState, ActionView, GrantView, MemberStanding } from '../contract/index.ts';
import { type Ledger, periodAt, type Standing } from '../ledger/index.ts';
import { type Action, announcedPoints } from './action.ts';
import { windowState } from './claim-window.ts';
import { isoTime } from './problem.ts';

/** What a widget needs to draw the action, for the member if one is known. `now` is in epoch milliseconds. */
export async function viewAction(
  action: Action,
  memberId: string | null,
  ledger: Ledger,
  now: number,
): Promise<ActionView> {
  const [standing, seatsLeft] = await Promise.all([
    memberId === null ? null : standingOf(action, memberId, ledger, now),
    countSeatsLeft(action, ledger),
  ]);
  const window = windowState(action, now);
  const state = window === 'open' && seatsLeft === 0 ? 'full' : window;
  const { name, title, description, repeats, timeZone, opens, closes, identity, fields } = action;
  return {
    action: name,
    title,
    description,
    repeats,
    timeZone,
    state,
    seatsLeft,
    identity,
    grants: grantViews(action, standing?.streakIfClaimed ?? null),
    opens: opens === null ? null : isoTime(opens),
    closes: closes === null ? null : isoTime(closes),
    challenge: null,
    fields: [...fields],
    member: memberId === null || standing === null ? null : memberView(memberId, standing, state, now),
  };
}

function standingOf(
  { name, rule, minimumGapMs }: Action,
  memberId: string,
  ledger: Ledger,
  now: number,
): Promise<Standing> {
  return ledger.standing({ action: name, memberId, period: periodAt(rule, now), minimumGapMs, now });
}

async function countSeatsLeft({ name, capacity }: Action, ledger: Ledger): Promise<number | null> {
  return capacity === null ? null : Math.max(0, capacity - (await ledger.seatsTaken(name)));
}

function grantViews(action: Action, streak: number | null): GrantView[] {
  const { points, role } = action;
  return [
    ...(points === null ? [] : [{ type: 'points' as const, points: announcedPoints(action, streak) }]),
    ...(role === null ? [] : [roleView(role)]),
  ];
}

function roleView({ id, name, color }: NonNullable<Action['role']>): GrantView {
  return { type: 'role', roleId: id, roleName: name, ...(color !== undefined && { roleColor: color }) };
}

function memberView(
  memberId: string,
  { claim, nextClaimAt, streak }: Standing,
  state: ActionState,
  now: number,
): MemberStanding {
  // A claim that was refused or released in part is taken up again, and keeps the seat that it has.
  const canClaim = claim
    ? (state === 'open' || state === 'full') && (claim.state === 'refused' || claim.state === 'released')
    : state === 'open' && (nextClaimAt === null || nextClaimAt <= now);
  return {
    memberId,
    streak,
    canClaim,
    nextClaimAt: nextClaimAt === null ? null : isoTime(nextClaimAt),
    pendingClaimId: claim?.state === 'pending' ? claim.id : null,
  };
}
