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

/** A field that the action asks for, with its texts by language. */
export interface AskedField extends Omit<FieldView, 'label' | 'options'> {
  label: VisitorText;
  options: readonly { value: string; label: VisitorText }[];
}

/** Something the owner rewards, ready for use. Times are epoch milliseconds. */
export interface Action {
  name: string;
  title: VisitorText;
  description: VisitorText | null;
  /** Who makes its claims. */
  by: 'visitors' | 'events' | 'both';
  /** Whether each event makes a claim, whenever the member's last one was. */
  isForEachEvent: boolean;
  repeats: Repeats;
  timeZone: string;
  rule: PeriodRule;
  /** The name of the service, and so of the community server, that its grants go to. */
  service: string;
  /** A number, numbers by streak, or a function of the streak. */
  points: number | readonly number[] | ((streak: number) => number) | null;
  role: { id: string; name: string; color?: string | undefined } | null;
  /** What the service records with every grant. */
  remark: string;
  /** The same as visitors read it. */
  remarkShown: VisitorText;
  /** Whether the remark ends with the claim's reference. */
  remarkReference: boolean;
  identity: IdentityMode;
  /** As a widget is told of it. */
  memberIdExample: ActionView['memberIdExample'];
  /** What visitors know an id by; null if it has no name of its own. */
  memberIdLabel: VisitorText | null;
  challenge: ChallengeView | null;
  opens: number | null;
  closes: number | null;
  capacity: number | null;
  /** Most points that its claims may give in all. */
  budget: number | null;
  /** Most points that the claims of all actions may give together. */
  totalBudget: number | null;
  /** Most points for one member in each period, over all actions. */
  memberPoints: { points: number; rule: PeriodRule } | null;
  minimumGapMs: number;
  fields: readonly AskedField[];
  /** What its proofs ask for besides, which is not stored. */
  answers: readonly AskedField[];
  /** What it asks for on chain. */
  onchain: OnchainView | null;
  /** Whether it asks for a ticket, which says since when the page has been open. */
  asksForTicket: boolean;
  /** Whether something must have happened before it can be claimed. */
  isProved: boolean;
}

/** What an action asks for and is bound by where nothing is said of it. */
export const PLAIN_ACTION = {
  description: null,
  isForEachEvent: false,
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

/** What kinds of grants a claim of the action has, in their order. */
export function grantKinds({ points, role }: Action): Grant['kind'][] {
  return [...(points === null ? [] : ['points' as const]), ...(role === null ? [] : ['role' as const])];
}

/** Whether the points of a claim depend on how many were made in a row. */
export function dependsOnStreak({ points }: Action): boolean {
  return points !== null && typeof points !== 'number';
}

/** What a claim gives. `streak` is the member's streak with that claim. Points come before the role. */
export function grantsOf(action: Action, streak: number | null, claimId: string): Grant[] {
  const { role } = action;
  const remark = action.remarkReference ? `${action.remark} [${claimReference(claimId)}]` : action.remark;
  const grants: Grant[] = [];
  if (action.points !== null) grants.push({ kind: 'points', points: pointsFor(action, streak ?? 1), remark });
  if (role !== null) grants.push({ kind: 'role', roleId: role.id, roleName: role.name, remark });
  return grants;
}

/** The least that a claim of the action gives, as far as the config says. */
function leastPoints({ points }: Action): number {
  return typeof points === 'function' ? 1 : Math.min(...[points ?? 0].flat());
}

/** The points that a claim now would give, or null if they depend on a streak that is not known. */
export function announcedPoints(action: Action, streak: number | null): number | null {
  return typeof action.points === 'number' || streak !== null ? pointsFor(action, streak ?? 1) : null;
}

/** What a claim now would give, or at the least. */
export function nextPoints(action: Action, streak: number | null): number {
  return action.points === null ? 0 : (announcedPoints(action, streak) ?? leastPoints(action));
}

/** How many claims in a row a step may be ahead to be told. */
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
    // What is wrong with the owner's function further on keeps nobody from a claim that is right.
  }
  return undefined;
}

/** Past the end of a list its last number holds. Throws `RangeError` if the owner's function gives no positive whole number. */
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
