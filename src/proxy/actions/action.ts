import type {
  ActionView,
  ChallengeView,
  FieldView,
  IdentityMode,
  OnchainView,
  Repeats,
  StreakStep,
} from '../../contract/index.ts';
import type { VisitorText } from '../config/visitor-text.ts';
import { claimReference, type Grant, type PeriodRule } from '../../ledger/index.ts';

/** A field of the action's form, with its texts by language. */
export interface AskedField extends Omit<FieldView, 'label' | 'options'> {
  label: VisitorText;
  options: readonly { value: string; label: VisitorText }[];
}

/** Something that the owner rewards, ready for use. Times are epoch milliseconds. */
export interface Action {
  name: string;
  title: VisitorText;
  description: VisitorText | null;
  /** Who makes claims of the action. */
  by: 'visitors' | 'events' | 'both';
  repeats: Repeats;
  timeZone: string;
  rule: PeriodRule;
  /** The name of the service, and so of the community server, that gives the grants. */
  service: string;
  /** A number, numbers by streak, or a function of the streak. */
  points: number | readonly number[] | ((streak: number) => number) | null;
  role: { id: string; name: string; color?: string | undefined } | null;
  /** The text that the service records with each grant. */
  remark: string;
  /** The same text for visitors. */
  remarkShown: VisitorText;
  /** Whether the remark ends with the claim's reference. */
  remarkReference: boolean;
  identity: IdentityMode;
  /** In the form of the contract. */
  memberIdExample: ActionView['memberIdExample'];
  /** What visitors call an id; null if there is no special name. */
  memberIdLabel: VisitorText | null;
  challenge: ChallengeView | null;
  opens: number | null;
  closes: number | null;
  capacity: number | null;
  /** The most points that its claims may give together. */
  budget: number | null;
  /** The most points that the claims of all actions may give together. */
  totalBudget: number | null;
  /** The most points for one member in each period, over all actions. */
  memberPoints: { points: number; rule: PeriodRule } | null;
  minimumGapMs: number;
  fields: readonly AskedField[];
  /** Fields that its proofs add. Their values are not stored. */
  answers: readonly AskedField[];
  /** What it requires on chain. */
  onchain: OnchainView | null;
  /** Whether it needs a ticket, which says since when the page has been open. */
  asksForTicket: boolean;
  /** Whether it has proofs: something must have happened before it can be claimed. */
  isProved: boolean;
}

/** The defaults of an action. */
export const PLAIN_ACTION = {
  description: null,
  remarkReference: false,
  memberIdExample: undefined,
  memberIdLabel: null,
  challenge: null,
  opens: null,
  closes: null,
  capacity: null,
  budget: null,
  minimumGapMs: 0,
  fields: [],
  answers: [],
  onchain: null,
  asksForTicket: false,
  isProved: false,
} satisfies Partial<Action>;

/** The kinds of the action's grants, in order. */
export function grantKinds({ points, role }: Action): Grant['kind'][] {
  return [...(points === null ? [] : ['points' as const]), ...(role === null ? [] : ['role' as const])];
}

/** Whether the points of a claim depend on how many were made in a row. */
export function dependsOnStreak({ points }: Action): boolean {
  return points !== null && typeof points !== 'number';
}

/** The grants of a claim. `streak` is the member's streak including that claim. Points come before the role. */
export function grantsOf(action: Action, streak: number | null, claimId: string): Grant[] {
  const { role } = action;
  const remark = action.remarkReference ? `${action.remark} [${claimReference(claimId)}]` : action.remark;
  const grants: Grant[] = [];
  if (action.points !== null) grants.push({ kind: 'points', points: pointsFor(action, streak ?? 1), remark });
  if (role !== null) grants.push({ kind: 'role', roleId: role.id, roleName: role.name, remark });
  return grants;
}

/** The least points of a claim, as far as the config says. */
function leastPoints({ points }: Action): number {
  return typeof points === 'function' ? 1 : Math.min(...[points ?? 0].flat());
}

/** The points that a claim now would give; null if they depend on an unknown streak. */
export function announcedPoints(action: Action, streak: number | null): number | null {
  return typeof action.points === 'number' || streak !== null ? pointsFor(action, streak ?? 1) : null;
}

/** The points that a claim now would give; the least possible if the streak is unknown. */
export function nextPoints(action: Action, streak: number | null): number {
  return action.points === null ? 0 : (announcedPoints(action, streak) ?? leastPoints(action));
}

/** How many claims ahead the next step is looked for. */
const LOOK_AHEAD = 31;

/** The next claim after `streak` in a row that gives more than the one before it. */
export function nextStep(action: Action, streak: number): StreakStep | undefined {
  if (!dependsOnStreak(action)) return undefined;
  const first = Math.max(streak, 1) + 1;
  try {
    for (let next = first; next < first + LOOK_AHEAD; next += 1) {
      const points = pointsFor(action, next);
      if (points > pointsFor(action, next - 1)) return { streak: next, points };
    }
  } catch {
    // An error of the owner's function for a later streak must not prevent a claim now.
  }
  return undefined;
}

/**
 * The points for a streak. After the end of a list its last number counts. Throws `RangeError` if the owner's function returns something other than a
 * positive whole number.
 */
function pointsFor({ name, points }: Action, streak: number): number {
  const given =
    typeof points === 'function'
      ? points(streak)
      : Array.isArray(points)
        ? points[Math.min(streak, points.length) - 1]
        : points;
  if (typeof given === 'number' && Number.isSafeInteger(given) && given > 0) return given;
  throw new RangeError(
    `actions.${name}.points gave no positive whole number for a streak of ${streak}: mend the function`,
  );
}
