import { readProblem } from '../../contract/read-problem.ts';
import type { Move } from './transitions.ts';
import type { Answer, Failure } from './types.ts';

const MOVES: Partial<Record<Failure['code'], Move>> = {
  'already-claimed': 'claimed',
  'not-open': 'upcoming',
  closed: 'closed',
  full: 'full',
  refused: 'refused',
  'rate-limited': 'throttled',
  throttled: 'throttled',
  offline: 'offline',
};

const OPEN_ENDED: Failure['code'][] = ['offline', 'no-reply', 'bad-reply', 'internal'];

/** Why an answer is not what was asked for. */
export function failureOf({ body, response }: Answer): Failure {
  if (!response) return { code: navigator.onLine ? 'no-reply' : 'offline' };
  const problem = response.ok ? undefined : readProblem(body);
  if (problem?.code === 'origin-not-allowed') tellMaker();
  // What the proxy's log calls the request.
  return problem ?? { code: 'bad-reply', requestId: response.headers.get('x-request-id') ?? '' };
}

/** Tells whoever made the page, on the console, what keeps it from the proxy: visitors cannot mend that. */
function tellMaker(): void {
  const mend =
    origin === 'null'
      ? 'this page has no origin of its own. Open it from a web server, not as a file or in a sandboxed frame.'
      : `add '${origin}' to origins in the proxy's config, and start the proxy again.`;
  // oxlint-disable-next-line no-console -- it is meant for the console
  console.error(`rewards-elements: ${mend}`);
}

/** Where a failure leads. */
export function moveFor({ code, ofSite }: Failure): Move {
  return ofSite ? 'failed' : (MOVES[code] ?? 'failed');
}

/** Whether the proxy may have begun on the claim, so that a retry has to be recognised as the same. */
export function isOpenEnded({ code }: Failure): boolean {
  return OPEN_ENDED.includes(code);
}
