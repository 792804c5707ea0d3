import type { WidgetState } from './types.ts';

/** What can happen to a claim: in which states, and where it leads. */
interface Transition {
  from: readonly WidgetState[];
  to: WidgetState;
}

/** The visitor may do something, or nothing is left to do. */
const SETTLED: WidgetState[] = [
  ...(['ready', 'invalid', 'granted', 'claimed', 'upcoming', 'closed', 'full'] as const),
  ...(['refused', 'throttled', 'offline', 'failed'] as const),
];
const ANY: WidgetState[] = ['loading', 'submitting', 'pending', ...SETTLED];

/** Where the member stands can be told by a load, a refresh, or the answer to a claim. */
const TOLD = ANY;
/** What was asked for did not come. */
const ASKED: WidgetState[] = ['loading', 'ready', 'submitting', 'pending'];

/**
 * All that can happen to a claim.
 *
 * | what                     | means                                                                                        |
 * | ------------------------ | -------------------------------------------------------------------------------------------- |
 * | `load`                   | the action is asked for, from the start or anew; whatever was under way is dropped             |
 * | `open`                   | the member may claim: a load or refresh says so, a wait is over, or another member is wanted   |
 * | `edit`                   | the visitor corrects what was not right                                                           |
 * | `press`                  | the visitor claims                                                                             |
 * | `decline`                | nothing is sent after all: the page objects, or the visitor has to sign in first               |
 * | `reject`                 | what was entered is not right                                                                  |
 * | `grant`, `wait`          | the proxy's answer to the claim: granted, or not known yet, when it is polled                  |
 * | `claimed`, `upcoming`, … | the action, or the answer, says why nothing can be claimed                                     |
 * | `refused`, `failed`, …   | what was asked for did not come                                                                |
 */
export const TRANSITIONS = {
  load: { from: ANY, to: 'loading' },
  open: { from: ['loading', ...SETTLED], to: 'ready' },
  edit: { from: ['invalid'], to: 'ready' },
  press: { from: ['ready', 'invalid', 'refused', 'throttled', 'offline', 'failed'], to: 'submitting' },
  decline: { from: ['submitting'], to: 'ready' },
  reject: { from: ASKED, to: 'invalid' },
  grant: { from: ['submitting', 'pending'], to: 'granted' },
  wait: { from: ['loading', 'submitting', ...SETTLED], to: 'pending' },
  claimed: { from: TOLD, to: 'claimed' },
  upcoming: { from: TOLD, to: 'upcoming' },
  closed: { from: TOLD, to: 'closed' },
  full: { from: TOLD, to: 'full' },
  refused: { from: ASKED, to: 'refused' },
  throttled: { from: ASKED, to: 'throttled' },
  offline: { from: ASKED, to: 'offline' },
  failed: { from: ASKED, to: 'failed' },
} as const satisfies Record<string, Transition>;

export type Move = keyof typeof TRANSITIONS;

/** Whether that can happen in the state. */
export function isPossible(move: Move, state: WidgetState): boolean {
  const { from }: Transition = TRANSITIONS[move];
  return from.includes(state);
}
