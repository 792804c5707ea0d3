import * as z from 'zod';
import type { ActionState } from '../../../contract/index.ts';
import type { Action } from '../../actions/action.ts';
import type { ProblemReply } from '../../http/problem.ts';
import type { GateDefinition } from './gate.ts';

const Instant = z.iso.datetime({
  offset: true,
  error: "must be a date and time with its offset, such as '2026-06-01T18:00:00+01:00' or '2026-06-01T17:00:00Z'",
});

/** Checks whether the action is open. `now` returns epoch milliseconds. */
export const windowGate = {
  name: 'window',
  stage: 'claiming',
  actionKeys: {
    opens: Instant.optional().describe('when claiming begins'),
    closes: Instant.optional().describe('when claiming ends'),
  },
  checkAction({ opens, closes }, report) {
    if (typeof opens === 'string' && typeof closes === 'string' && Date.parse(opens) >= Date.parse(closes)) {
      report(['closes'], 'must be later than opens');
    }
  },
  make:
    ({ now }) =>
    ({ action }) =>
      windowProblem(action, now()),
} satisfies GateDefinition<{ now: () => number }>;

/** Whether claims are taken now, regardless of seats. `now` is in epoch milliseconds; `closes` is the first instant that is too late. */
export function windowState({ opens, closes }: Action, now: number): Exclude<ActionState, 'full'> {
  if (opens !== null && now < opens) return 'upcoming';
  if (closes !== null && now >= closes) return 'closed';
  return 'open';
}

/** Why no claim is taken now; null if claims are taken. */
function windowProblem(action: Action, now: number): ProblemReply | null {
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
