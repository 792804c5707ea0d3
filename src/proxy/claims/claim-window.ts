import type { ActionState } from '../../contract/index.ts';
import type { Action } from '../actions/action.ts';
import type { ProblemReply } from '../http/problem.ts';

/** Whether claims are taken now, seats aside. `now` is in epoch milliseconds; `closes` is the first instant that is too late. */
export function windowState({ opens, closes }: Action, now: number): Exclude<ActionState, 'full'> {
  if (opens !== null && now < opens) return 'upcoming';
  if (closes !== null && now >= closes) return 'closed';
  return 'open';
}

/** Why no claim is taken now, or null. */
export function windowProblem(action: Action, now: number): ProblemReply | null {
  const { opens, closes } = action;
  const window = { ...(opens !== null && { opens }), ...(closes !== null && { closes }) };
  switch (windowState(action, now)) {
    case 'upcoming':
      return { code: 'not-open', detail: 'This has not opened yet. Come back when it does.', ...window };
    case 'closed':
      return { code: 'closed', detail: 'This is closed. It can no longer be claimed.', ...window };
    case 'open':
      return null;
  }
}
