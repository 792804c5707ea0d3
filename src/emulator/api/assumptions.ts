/**
 * What the service's document leaves open (sections 2.4, 7 and 8) and the emulator had to choose. None of it is known of
 * the real service: code that works only with these assumptions is wrong. What `AssumptionsOptions` names is configurable.
 */
import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';
import { FailureForm } from './failure-form.ts';
import { FAILURE_NAMES, type FailureName, FAILURES } from './failures.ts';
import { readInput } from '../control/read-input.ts';

const Status = z.int().check(z.minimum(200), z.maximum(599));

/**
 * - `statuses`: the HTTP status of every failure, or of the named ones. 200 makes `code` the only sign of a failure.
 * - `failureForm`: how every failure is written.
 * - `unknownMember`: whether a `user_id` that the server does not know is refused or becomes a member.
 * - `minimumPoints`, `maximumPoints`: the points that one award may give.
 * - `maximumBodyBytes`: the largest request body.
 *
 * Chosen as well, and fixed: the codes and texts of `FAILURES`; `ts` is in seconds since 1970; assigning a role that is held already
 * succeeds; a member's id is compared as text, unless the server's seed says otherwise (`memberIds`); of a parameter sent twice the first
 * counts; the key is checked before the prerequisites, these before the parameters.
 */
export const AssumptionsOptions = z.strictObject({
  statuses: z.optional(z.union([Status, z.partialRecord(z.enum(FAILURE_NAMES), Status)])),
  failureForm: withDefault(FailureForm, 'envelope'),
  unknownMember: withDefault(z.enum(['refuse', 'create']), 'refuse'),
  minimumPoints: withDefault(z.int(), 1),
  maximumPoints: withDefault(z.int(), 1_000_000),
  maximumBodyBytes: withDefault(z.int().check(z.minimum(1)), 65_536),
});
export type AssumptionsOptions = z.input<typeof AssumptionsOptions>;

/** The assumptions in force. */
export interface Assumptions extends Omit<z.output<typeof AssumptionsOptions>, 'statuses'> {
  status(failure: FailureName): number;
}

/** Checks and completes the assumptions. Throws `EmulatorError` that names what is wrong. */
export function makeAssumptions(options: AssumptionsOptions = {}): Assumptions {
  const { statuses, ...rest } = readInput(AssumptionsOptions, options);
  const status = (failure: FailureName) =>
    typeof statuses === 'number' ? statuses : (statuses?.[failure] ?? FAILURES[failure].status);
  return Object.freeze({ ...rest, status });
}
