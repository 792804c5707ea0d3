import type * as z from 'zod';
import { ClaimBody, type FieldError } from '../../contract/index.ts';
import { invalidRequest, RequestProblem } from '../http/problem.ts';
import { readJson } from '../http/request-body.ts';
import type { Incoming } from '../http/incoming.ts';

const IDEMPOTENCY_KEY = /^[\x21-\x7E]{1,255}$/;
const DECIDED_BY_CONFIG: ReadonlySet<string> = new Set(['points', 'role', 'roleId', 'role_id', 'remark']);
const SHOWN_KEY_LENGTH = 64;

/** The body of a claim, as JSON. Throws `RequestProblem` with what is wrong in each part. */
export async function readClaimBody(request: Incoming): Promise<ClaimBody> {
  return checkClaimBody(await readJson(request, { orForm: true }));
}

/** The value, if it is the body of a claim. Throws `RequestProblem` with what is wrong in each part. */
export function checkClaimBody(value: unknown): ClaimBody {
  const parsed = ClaimBody.safeParse(value, { error: plainWords });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap(fieldErrors);
  throw new RequestProblem(invalidRequest('The request is not valid.', errors));
}

/** The idempotency key of the request, or null. Throws `RequestProblem`. */
export function readIdempotencyKey(request: Incoming): string | null {
  const key = request.headers.get('idempotency-key');
  if (key === null || isKey(key)) return key;
  throw new RequestProblem(invalidRequest('The header Idempotency-Key must be 1 to 255 visible ASCII characters.'));
}

/** Whether it can be the key of a request or a gift. */
export function isKey(key: unknown): boolean {
  return typeof key === 'string' && IDEMPOTENCY_KEY.test(key);
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map((key) => String(key).slice(0, SHOWN_KEY_LENGTH)).join('.');
  if (issue.code !== 'unrecognized_keys') return [{ field: path || 'body', message: issue.message }];
  return issue.keys.map((key) => ({
    field: key.slice(0, SHOWN_KEY_LENGTH),
    message: DECIDED_BY_CONFIG.has(key)
      ? "is decided by the site's configuration alone: leave it out"
      : 'is not known here: leave it out',
  }));
}

function plainWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    if (issue.expected !== 'string') return 'must be a JSON object';
    return typeof issue.input === 'number' ? NUMBER_AS_ID : 'must be text';
  }
  if (issue.code === 'invalid_union') return 'must be text, a number, or true or false';
  if (issue.code === 'too_big') return `must have at most ${issue.maximum} characters`;
  return issue.code === 'invalid_key' ? 'has too long a name' : undefined;
}

const NUMBER_AS_ID = 'must be a string in quotes: ids exceed 2^53, and a JSON number would change their last digits';
