import { readProblem } from '../../contract/read-problem.ts';
import { type Move, TRANSITIONS } from './transitions.ts';
import type { ApiReply, Failure } from './types.ts';

/** Where those lead that are not called as what they lead to. */
const MOVES: Partial<Record<Failure['code'], Move>> = {
  'already-claimed': 'claimed',
  'rate-limited': 'throttled',
  'not-yet': 'throttled',
  'not-open': 'upcoming',
  'not-proved': 'refused',
};

const isMove = (code: string): code is Move => code in TRANSITIONS;

const OPEN_ENDED: Failure['code'][] = ['offline', 'no-reply', 'bad-reply', 'no-proxy', 'internal'];

/** Why an answer is not what was asked for. */
export function failureOf({ body, response }: ApiReply): Failure {
  if (!response) return { code: navigator.onLine ? 'no-reply' : 'offline' };
  const problem = response.ok ? undefined : readProblem(body);
  // Where there is no proxy, a site says so in words of its own.
  if (!problem && response.status === 404) return { code: 'no-proxy' };
  // What the proxy's log calls the request.
  return problem ?? { code: 'bad-reply', requestId: response.headers.get('x-request-id') ?? '' };
}

/** Where a failure leads. */
export function moveFor({ code, ofSite }: Failure): Move {
  const move = MOVES[code] ?? code;
  return !ofSite && isMove(move) ? move : 'failed';
}

/** Whether the proxy may have begun on the claim, so that a retry has to be recognised as the same. */
export function isOpenEnded({ code }: Failure): boolean {
  return OPEN_ENDED.includes(code);
}
