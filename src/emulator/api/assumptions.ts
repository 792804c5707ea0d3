/**
 * What the service's document leaves open (sections 2.4, 7 and 8) and the emulator had to choose. None of it is known of
 * the real service: code that works only with these assumptions is wrong. What `AssumptionsOptions` names is configurable.
 */
import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';
import { FailureForm } from './failure-form.ts';
import { readInput } from '../control/read-input.ts';

/** The reasons to refuse a call. */
export const FailureName = z.enum([
  'missing-parameter',
  'bad-points',
  'missing-key',
  'invalid-key',
  'revoked-key',
  'bot-not-added',
  'tier-too-low',
  'unknown-endpoint',
  'unknown-member',
  'unknown-role',
  'wrong-method',
  'too-large',
  'not-a-form',
]);
export type FailureName = z.infer<typeof FailureName>;

/** Of every reason the HTTP status, and the `code` and `error` of the envelope. */
export const FAILURES: Record<FailureName, { status: number; code: number; error: string }> = {
  'missing-parameter': { status: 400, code: 40001, error: 'A required parameter is missing or empty' },
  'bad-points': { status: 400, code: 40002, error: 'points is not an allowed number' },
  'missing-key': { status: 401, code: 40101, error: 'The header x-api-key is missing' },
  'invalid-key': { status: 401, code: 40102, error: 'The API key is not valid' },
  'revoked-key': { status: 401, code: 40103, error: 'The API key was revoked' },
  'bot-not-added': { status: 403, code: 40301, error: 'The bot has not been added to the server' },
  'tier-too-low': { status: 403, code: 40302, error: 'The server does not have the highest subscription tier' },
  'unknown-endpoint': { status: 404, code: 40400, error: 'There is no such endpoint' },
  'unknown-member': { status: 404, code: 40401, error: 'The server has no member with this user_id' },
  'unknown-role': { status: 404, code: 40402, error: 'The server has no role with this role_id' },
  'wrong-method': { status: 405, code: 40500, error: 'The endpoint takes POST only' },
  'too-large': { status: 413, code: 41300, error: 'The request body is too large' },
  'not-a-form': { status: 415, code: 41500, error: 'The request body must be application/x-www-form-urlencoded' },
};

const Status = z.int().check(z.minimum(200), z.maximum(599));

/**
 * - `statuses`: the HTTP status of every failure, or of the named ones. 200 makes `code` the only sign of a failure.
 * - `failureForm`: how every failure is written.
 * - `unknownMember`: whether a `user_id` that the server does not know is refused or becomes a member.
 * - `minimumPoints`, `maximumPoints`: the points that one award may give.
 * - `maximumBodyBytes`: the largest request body.
 *
 * Chosen as well, and fixed: the codes and texts of `FAILURES`; `ts` is in seconds since 1970;
 * assigning a role that is held already succeeds; a member is named by the very text of the id, unless the server's seed says
 * otherwise (`memberIds`); of a parameter sent twice the first counts; the key is checked before
 * the prerequisites, these before the parameters.
 */
export const AssumptionsOptions = z.strictObject({
  statuses: z.optional(z.union([Status, z.partialRecord(FailureName, Status)])),
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
