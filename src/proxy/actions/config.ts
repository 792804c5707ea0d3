import * as z from 'zod';
import { isRecord } from '../../contract/guard.ts';
import { Repeats } from '../../contract/index.ts';
import type { ConfigPart, Keys } from '../config/part.ts';
import { Count, Id, isFunction, Text } from '../config/values.ts';
import { VisitorText } from '../config/visitor-text.ts';
import { section } from '../config/words.ts';

const Hours = z.number().gt(0, 'must be above 0').max(8784, 'must be at most 8784, which is a year');
const Points = z
  .int({ error: ({ input }) => (input === undefined ? undefined : 'must be a positive whole number') })
  .min(1, 'must be a positive whole number');

const TimeZone = z
  .string()
  .refine(isTimeZone, "must be the name of a time zone in the IANA list, such as 'Europe/London' or 'UTC'");

const Role = section({
  id: Id.min(1, 'must not be empty').describe("the role's id, in quotes"),
  name: Text.describe("the role's name, as visitors know it"),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, "must be a colour such as '#2f80ed'")
    .optional()
    .describe("the role's colour, as in '#2f80ed'"),
});

/** The keys for what an action is, how often it can be claimed, and what it gives. */
export const actionsConfig = {
  name: 'actions',
  keys: {
    timeZone: TimeZone.default('UTC').describe('where days, weeks and months begin, such as Europe/London'),
    budget: Points.optional().describe('the most points that all actions give together, ever'),
    memberPoints: section({
      points: Points.describe('most points that one member gets in a period, over all actions'),
      per: z.enum(['daily', 'weekly', 'monthly']).describe("the period, in the config's time zone"),
    })
      .optional()
      .describe("most points for one member in a period, such as { points: 100, per: 'daily' }"),
  },
  actionKeys: {
    title: VisitorText.describe("what visitors read above the button, such as 'Daily check-in'"),
    description: VisitorText.optional().describe('a sentence or two below the title'),
    repeats: z
      .enum([...Repeats.options, 'each-event'])
      .describe('how often a member can claim it: once, daily, weekly, monthly, rolling or each-event'),
    everyHours: Hours.optional().describe("hours between two claims, only with repeats: 'rolling'"),
    timeZone: TimeZone.optional().describe("where its days, weeks and months begin; default: the config's timeZone"),
    points: z
      .union(
        [
          Points,
          z.array(Points).min(1, 'must have at least one entry'),
          z.custom<(streak: number) => number>(isFunction),
        ],
        {
          error:
            'must be a positive whole number, a list of them (for the first, second, third … claim in a row), or a function of the streak',
        },
      )
      .optional()
      .describe('points to award: a number, a list by streak, or a function of the streak'),
    role: Role.optional().describe('role to assign'),
    remark: VisitorText.describe(
      'the reason that visitors read; the service records it (if there are several languages, the first)',
    ),
    remarkReference: z
      .boolean()
      .default(false)
      .describe('end the remark with a short reference that rewards claims show finds'),
    capacity: Count.optional().describe('the most claims, ever: the seats of an event'),
    budget: Points.optional().describe('the most points that its claims give, ever'),
    minimumGapHours: Hours.optional().describe('the minimum hours between two claims by one member'),
  },
  check({ actions, budget, memberPoints }, report) {
    const largest = largestAction(actions);
    if (!largest) return;
    const tooLittle = `is less than one claim of ${largest.name} can give (${largest.points}), so that could never be made: raise it`;
    if (isBelow(budget, largest.points)) report(['budget'], tooLittle);
    if (isRecord(memberPoints) && isBelow(memberPoints['points'], largest.points)) {
      report(['memberPoints', 'points'], tooLittle);
    }
  },
  checkAction({ repeats, everyHours, points, role, budget }, report) {
    if (points === undefined && role === undefined) report([], 'gives nothing: add points, a role, or both');
    if (repeats === 'rolling' && everyHours === undefined) {
      report(['everyHours'], "is missing: with repeats: 'rolling', the hours between two claims");
    }
    if (repeats !== 'rolling' && everyHours !== undefined) {
      report(['everyHours'], "works only with repeats: 'rolling': remove it, or set that");
    }
    const byStreak = Array.isArray(points) || typeof points === 'function';
    if (byStreak && typeof repeats === 'string' && WITHOUT_STREAK.includes(repeats)) {
      report(['points'], `must be one number, because repeats: '${repeats}' has no streak`);
    }
    if (budget !== undefined && points === undefined) report(['budget'], 'works only with points: remove it');
    if (isBelow(budget, mostPoints(points))) {
      const most = mostPoints(points);
      report(['budget'], `is less than one claim can give (${most}), so that could never be made: raise it`);
    }
  },
} satisfies ConfigPart;

/** The rules whose periods do not follow each other in the calendar. */
const WITHOUT_STREAK = ['once', 'rolling', 'each-event'];

/** The action whose claim may give the most points, as far as the config says. */
function largestAction(actions: unknown): { name: string; points: number } | undefined {
  const priced = entries(actions).map(([name, { points }]) => ({ name, points: mostPoints(points) }));
  return priced.toSorted((one, other) => other.points - one.points).find(({ points }) => points > 0);
}

/** The most points of one claim; 0 if a function decides, or if nothing is given. */
function mostPoints(points: unknown): number {
  return Math.max(0, ...[points].flat().filter((value) => typeof value === 'number'));
}

function isBelow(limit: unknown, points: number): boolean {
  return typeof limit === 'number' && limit > 0 && limit < points;
}

function entries(actions: unknown): [string, Keys][] {
  if (!isRecord(actions)) return [];
  return Object.entries(actions).filter((entry): entry is [string, Keys] => isRecord(entry[1]));
}

function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
