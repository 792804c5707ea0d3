import { type Caps, type Ledger, periodAt, type PeriodRule } from '../../ledger/index.ts';
import { type Action, nextPoints } from '../actions/action.ts';
import type { ProblemReply } from '../http/problem.ts';

/** The caps for a claim of the action that was made at `madeAt` (epoch milliseconds). Budgets apply only to claims that give points. */
export function capsOf({ capacity, points, budget, totalBudget, memberPoints }: Action, madeAt: number): Caps {
  return {
    ...(capacity !== null && { capacity }),
    ...(points !== null && {
      ...(budget !== null && { actionBudget: budget }),
      ...(totalBudget !== null && { totalBudget }),
      ...(memberPoints !== null && {
        memberPoints: { points: memberPoints.points, ...spanOf(memberPoints.rule, madeAt) },
      }),
    }),
  };
}

function spanOf(rule: PeriodRule, at: number): { since: number; until?: number } {
  const { startsAt, endsAt } = periodAt(rule, at);
  return { since: startsAt ?? 0, ...(endsAt !== null && { until: endsAt }) };
}

/** The problem for a visitor whose claim at `now` would exceed the cap. */
export function usedUp(cap: keyof Caps, { memberPoints }: Action, now: number): ProblemReply {
  switch (cap) {
    case 'capacity':
      return { code: 'full', detail: 'Everything has been given out: there is no place left.' };
    case 'actionBudget':
    case 'totalBudget':
      return { code: 'full', detail: 'All points set aside for this have been given out.' };
    case 'memberPoints':
      return {
        code: 'already-claimed',
        detail: 'You have received as many points as one member can for now. Come back when you can get more.',
        nextClaimAt: memberPoints && periodAt(memberPoints.rule, now).endsAt,
      };
  }
}

/** Whether a budget is too small for one more claim of so many points. */
export async function overBudget(action: Action, points: number, ledger: Ledger): Promise<boolean> {
  const { name, budget, totalBudget } = action;
  if (action.points === null) return false;
  const [ofAction, ofAll] = await Promise.all([
    budget === null ? 0 : ledger.pointsHeld({ action: name }),
    totalBudget === null ? 0 : ledger.pointsHeld({}),
  ]);
  return ofAction + points > (budget ?? Infinity) || ofAll + points > (totalBudget ?? Infinity);
}

/** When the member can get so many points again, in epoch milliseconds; null if they can now. */
export async function memberPointsEndAt(
  { memberPoints, ...action }: Action,
  { memberId, points, now }: { memberId: string; points: number; now: number },
  ledger: Ledger,
): Promise<number | null> {
  if (memberPoints === null || action.points === null) return null;
  const { startsAt, endsAt } = periodAt(memberPoints.rule, now);
  const held = await ledger.pointsHeld({ memberId, since: startsAt ?? 0 });
  return held + points > memberPoints.points ? endsAt : null;
}

/** When a member can claim again by the action's own rule. */
export interface NextClaim {
  nextClaimAt: number | null;
  streak: number | null;
}

/** The same, but not before `memberPoints` allows the member so many points. */
export async function delayedByPoints<T extends NextClaim>(
  next: T,
  action: Action,
  { memberId, now }: { memberId: string; now: number },
  ledger: Ledger,
): Promise<T> {
  const { nextClaimAt, streak } = next;
  if (nextClaimAt === null || action.memberPoints === null) return next;
  const points = nextPoints(action, streak);
  const pointsAgainAt = await memberPointsEndAt(action, { memberId, points, now }, ledger);
  return pointsAgainAt !== null && pointsAgainAt > nextClaimAt ? { ...next, nextClaimAt: pointsAgainAt } : next;
}
