import type { CrashPoint } from './crash-point.ts';
import { allOr } from '../support/thorough.ts';
import { outcome, OUTCOMES, type ServiceOutcome } from './outcomes.ts';

/** What the calls of a claim come to. */
export type Course = Pick<CrashPoint, 'action' | 'plan'> & { name: string };

const GRANTED = outcome('granted');
/** Outcomes after each of which the proxy goes on differently. */
const GOING_ON = ['granted', 'code 7', 'a reset, executed', '500, not executed'].map(outcome);
/** Outcomes after which the service is not called for the next grant. */
const STOPPING = ['401', '429', 'never written'].map(outcome);
const KINDS = [...GOING_ON, ...STOPPING];
/** Outcomes after which a role is assigned again. */
const OPEN = ['a reset, executed', '500, not executed'].map(outcome);

const named = (calls: ServiceOutcome[]) => calls.map(({ name }) => name).join(', then ');
const points = (one: ServiceOutcome): Course => {
  return { action: 'points', plan: { points: [one], role: [GRANTED] }, name: `points: ${one.name}` };
};
const role = (...calls: ServiceOutcome[]): Course => {
  return { action: 'role', plan: { points: [GRANTED], role: calls }, name: `a role: ${named(calls)}` };
};
const both = (one: ServiceOutcome, ...others: ServiceOutcome[]): Course => {
  const name = `points and a role: ${[one.name, named(others)].join('; ')}`;
  return { action: 'both', plan: { points: [one], role: others }, name };
};

/**
 * Every outcome of the table for one grant, pairs of outcomes for two, and roles that are assigned again. Where there is no time for all, there are
 * of the outcomes those that the proxy goes on differently after: what each of the others is taken for `test/service/claim-faults` holds, and it
 * does not depend on what was called before, where it ends the claim.
 */
export const COURSES: readonly Course[] = [
  ...allOr(KINDS, OUTCOMES).map(points),
  ...allOr(KINDS, OUTCOMES).map((one) => role(one)),
  ...OPEN.flatMap((first) => allOr(GOING_ON, KINDS).map((second) => role(first, second))),
  ...allOr(GOING_ON, KINDS).map((third) => role(...OPEN, third)),
  ...GOING_ON.flatMap((one) => allOr(GOING_ON, KINDS).map((other) => both(one, other))),
  ...STOPPING.map((one) => both(one, GRANTED)),
  ...allOr(GOING_ON, KINDS).map((second) => both(GRANTED, outcome('500, not executed'), second)),
];
