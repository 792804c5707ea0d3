import type { WidgetState } from './types.ts';

/** A transition of a claim: the states in which it is possible, and the state that it leads to. */
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

/** The member's standing is known from a load, a refresh, or the answer to a claim. */
const TOLD = ANY;
/** A request failed. */
const ASKED: WidgetState[] = ['loading', 'ready', 'submitting', 'pending'];

/**
 * All transitions of a claim.
 *
 * | what                     | means                                                                                        |
 * | ------------------------ | -------------------------------------------------------------------------------------------- |
 * | `load`                   | the action is requested, at the start or again; the current run is aborted                     |
 * | `open`                   | the member may claim: a load or refresh says so, a wait is over, or another member is wanted   |
 * | `edit`                   | the visitor corrects what was not right                                                           |
 * | `press`                  | the visitor claims                                                                             |
 * | `decline`                | nothing is sent after all: the page cancels, or the visitor has to sign in first               |
 * | `reject`                 | the input is not valid                                                                         |
 * | `grant`, `wait`          | the proxy's answer to the claim: granted, or not known yet, so that it is polled               |
 * | `claimed`, `upcoming`, … | the action, or the answer, says why nothing can be claimed                                     |
 * | `refused`, `failed`, …   | a request failed                                                                               |
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

/** Whether the transition is possible in the state. */
export function isPossible(move: Move, state: WidgetState): boolean {
  const { from }: Transition = TRANSITIONS[move];
  return from.includes(state);
}
