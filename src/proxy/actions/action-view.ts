import type { ActionState, ActionView, FieldView, GrantView, MemberStanding } from '../../contract/index.ts';
import { type Ledger, periodAt, type Standing } from '../../ledger/index.ts';
import { type Action, announcedPoints, type AskedField, nextPoints, nextStep } from './action.ts';
import { memberPointsEndAt, overBudget, windowState } from '../claims/index.ts';
import { textIn } from '../config/visitor-text.ts';
import { isoTime } from '../../common/iso-time.ts';

/** The action as a widget needs it, for the member if one is known, in the best of the languages. `now` is in epoch milliseconds. */
export async function viewAction(
  action: Action,
  { memberId, languages }: { memberId: string | null; languages: readonly string[] },
  ledger: Ledger,
  now: number,
): Promise<ActionView> {
  const [standing, seatsLeft] = await Promise.all([
    memberId === null ? null : standingOf(action, memberId, ledger, now),
    countSeatsLeft(action, ledger),
  ]);
  const points = nextPoints(action, standing?.streakIfClaimed ?? null);
  const [unpayable, pointsAgainAt] = await Promise.all([
    overBudget(action, points, ledger),
    memberId === null ? null : memberPointsEndAt(action, { memberId, points, now }, ledger),
  ]);
  const window = windowState(action, now);
  const state = window === 'open' && (seatsLeft === 0 || unpayable) ? 'full' : window;
  const {
    name,
    title,
    description,
    repeats,
    timeZone,
    opens,
    closes,
    identity,
    challenge,
    fields,
    answers,
    onchain,
    memberIdExample,
    memberIdLabel,
  } = action;
  return {
    action: name,
    title: textIn(title, languages),
    description: description === null ? null : textIn(description, languages),
    repeats,
    timeZone,
    state,
    seatsLeft,
    identity,
    ...(memberIdExample !== undefined && { memberIdExample }),
    ...(memberIdLabel !== null && { memberIdLabel: textIn(memberIdLabel, languages) }),
    grants: grantViews(action, standing?.streakIfClaimed ?? null),
    opens: opens === null ? null : isoTime(opens),
    closes: closes === null ? null : isoTime(closes),
    challenge,
    ...(onchain && { onchain }),
    fields: [...fields, ...answers].map((field) => fieldView(field, languages)),
    member:
      memberId === null || standing === null
        ? null
        : { ...memberView(memberId, { ...standing, pointsAgainAt }, state, now), ...stepView(action, standing) },
  };
}

function fieldView({ label, options, ...field }: AskedField, languages: readonly string[]): FieldView {
  return {
    ...field,
    label: textIn(label, languages),
    options: options.map((option) => ({ value: option.value, label: textIn(option.label, languages) })),
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
  { claim, streak, pointsAgainAt, ...standing }: Standing & { pointsAgainAt: number | null },
  state: ActionState,
  now: number,
): MemberStanding {
  const isForEver = claim !== null && standing.nextClaimAt === null;
  const nextClaimAt = isForEver ? null : later(standing.nextClaimAt, pointsAgainAt);
  // A claim that was refused or released in part can be completed, and keeps its seat.
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

function stepView(action: Action, { claim, streak, streakIfClaimed }: Standing): Pick<MemberStanding, 'nextStep'> {
  // If the member waits until after the end of the period, a new streak begins.
  const before = claim || streakIfClaimed === null ? streak : streakIfClaimed - 1;
  const step = before === null ? undefined : nextStep(action, before);
  return step ? { nextStep: step } : {};
}

/** The later of the two. Null is earlier than any time. */
function later(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
