/** The reasons to refuse a call. */
export const FAILURE_NAMES = [
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
] as const;
export type FailureName = (typeof FAILURE_NAMES)[number];

/** The HTTP status of each reason, and the `code` and `error` of the envelope: the emulator's own choice, see `assumptions.ts`. */
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
