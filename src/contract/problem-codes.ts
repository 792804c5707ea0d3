/**
 * Every problem that the proxy may report, with its HTTP status and its RFC 9457 title.
 * The code is stable; titles may change.
 */
export const PROBLEMS = {
  'invalid-request': { status: 400, title: 'The request is not valid' },
  'sign-in-required': { status: 401, title: 'Sign-in is required' },
  'origin-not-allowed': { status: 403, title: 'This site may not use the proxy' },
  'challenge-failed': { status: 403, title: 'The challenge was not solved' },
  'not-proved': { status: 403, title: 'Not proved' },
  'unknown-action': { status: 404, title: 'There is no such action' },
  'unknown-claim': { status: 404, title: 'There is no such claim' },
  'not-found': { status: 404, title: 'There is nothing at this address' },
  'method-not-allowed': { status: 405, title: 'This address does not take that method' },
  'already-claimed': { status: 409, title: 'Already claimed' },
  'not-yet': { status: 409, title: 'Not proved yet' },
  'not-open': { status: 409, title: 'Not open yet' },
  closed: { status: 409, title: 'Closed' },
  full: { status: 409, title: 'Full' },
  'too-large': { status: 413, title: 'The request is too large' },
  'unsupported-media-type': { status: 415, title: 'The request must be JSON' },
  refused: { status: 422, title: 'The community refused the reward' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong on the server' },
  unreachable: { status: 502, title: 'The community cannot be reached' },
  throttled: { status: 503, title: 'The community is busy' },
} as const satisfies Record<string, { status: number; title: string }>;

/** A stable problem code, as in the `code` member of a problem document. */
export type ProblemCode = keyof typeof PROBLEMS;

/** Whether the text is a problem code. */
export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(PROBLEMS, text);
}
