import { readProblem } from '../../contract/read-problem.ts';
import { type Move, TRANSITIONS } from './transitions.ts';
import type { ApiReply, Failure } from './types.ts';

/** The states for failures whose codes are not names of states. */
const MOVES: Partial<Record<Failure['code'], Move>> = {
  'already-claimed': 'claimed',
  'rate-limited': 'throttled',
  'not-yet': 'throttled',
  'not-open': 'upcoming',
  'not-proved': 'refused',
};

const isMove = (code: string): code is Move => code in TRANSITIONS;

const OPEN_ENDED: Failure['code'][] = ['offline', 'no-reply', 'bad-reply', 'no-proxy', 'internal'];

/** Why an answer is not the expected one. */
export function failureOf({ body, response }: ApiReply): Failure {
  const problem = response?.ok ? undefined : readProblem(body);
  if (problem) return problem;
  // Then a service worker may answer in place of the proxy.
  if (!navigator.onLine) return { code: 'offline' };
  if (!response) return { code: 'no-reply' };
  // If there is no proxy, the site answers with its own 404.
  if (response.status === 404) return { code: 'no-proxy' };
  // The request's id in the proxy's log.
  return { code: 'bad-reply', requestId: response.headers.get('x-request-id') ?? '' };
}

/** The change of state after a failure. */
export function moveFor({ code, ofSite }: Failure): Move {
  const move = MOVES[code] ?? code;
  return !ofSite && isMove(move) ? move : 'failed';
}

/** Whether the proxy may have begun with the claim, so that a retry must be recognized as the same claim. */
export function isOpenEnded({ code }: Failure): boolean {
  return OPEN_ENDED.includes(code);
}
